package transition_test

import (
	"fmt"
	"strings"

	"parser/transition"
)

// A derivation is a sequence of moves from Start to a terminal configuration.
// This is the one of "the cat sleeps soundly" in the arc-hybrid system.
func ExampleSystem() {
	words := strings.Fields("ROOT the cat sleeps soundly")
	labels := []string{"advmod", "det", "nsubj", "root"}
	const none = transition.None
	derivation := []struct {
		move  transition.Move
		label int32
	}{
		{transition.Shift, none}, {transition.Left, 1}, {transition.Shift, none}, {transition.Left, 2},
		{transition.Shift, none}, {transition.Shift, none}, {transition.Right, 0}, {transition.Right, 3},
	}
	var s transition.System = transition.ArcHybrid{Roots: transition.SingleRoot}
	var c transition.Config
	s.Start(&c, len(words)-1)
	for _, d := range derivation {
		head, dep, arc := s.Arc(&c, d.move)
		s.Apply(&c, d.move, d.label)
		var stack []string
		for _, w := range c.Stack {
			stack = append(stack, words[w])
		}
		fmt.Print(d.move, " ", stack, " ", words[c.Next:])
		if arc {
			fmt.Printf("   %s -%s-> %s", words[head], labels[d.label], words[dep])
		}
		fmt.Println()
	}
	fmt.Println("complete:", s.Terminal(&c))
	// Output:
	// SH [ROOT the] [cat sleeps soundly]
	// LA [ROOT] [cat sleeps soundly]   cat -det-> the
	// SH [ROOT cat] [sleeps soundly]
	// LA [ROOT] [sleeps soundly]   sleeps -nsubj-> cat
	// SH [ROOT sleeps] [soundly]
	// SH [ROOT sleeps soundly] []
	// RA [ROOT sleeps] []   sleeps -advmod-> soundly
	// RA [ROOT] []   ROOT -root-> sleeps
	// complete: true
}
