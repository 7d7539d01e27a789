package transition_test

import (
	"errors"
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

// The same sentence as constituents: brackets are opened, words shifted into them.
// A label is given to a bracket when it is opened.
func ExampleBracket() {
	words := strings.Fields("the cat sleeps soundly")
	labels := []string{"NP", "S", "VP"}
	const NP, S, VP = 0, 1, 2
	s := transition.Bracket{MaxOpens: 2}
	var c transition.Config
	open := func(label int32) { s.Apply(&c, transition.Open, label) }
	shift := func() { s.Apply(&c, transition.Shift, transition.None) }
	close := func() { s.Apply(&c, transition.Close, transition.None) }
	s.Start(&c, len(words))
	open(S)
	open(NP)
	shift()
	shift()
	close()
	open(VP)
	shift()
	shift()
	close()
	close()
	for parent, child := range c.Children {
		if n := &c.Nodes[child]; c.IsBracket(child) {
			fmt.Println(labels[n.Label], words[n.First-1:n.Last], "below", parent)
		}
	}
	fmt.Println("complete:", s.Terminal(&c))
	// Output:
	// S [the cat sleeps soundly] below 0
	// NP [the cat] below 5
	// VP [sleeps soundly] below 5
	// complete: true
}

// A derivation that is written down, and what is wrong with another one; a configuration that no
// system reaches does not keep its invariants.
func ExampleParseScript() {
	number := func(label string) int32 { return int32(len(label)) } // in place of a table of labels
	s := transition.ArcHybrid{}
	steps, err := transition.ParseScript("SH LA-det SH", s.Moves(), number)
	if err != nil {
		fmt.Println(err)
		return
	}
	var c transition.Config
	s.Start(&c, 2)
	for _, step := range steps {
		if !s.Legal(&c).Has(step.Move) {
			fmt.Println(step.Move, "is not legal")
			return
		}
		s.Apply(&c, step.Move, step.Label)
	}
	fmt.Println(c.Stack, c.Verify())
	c.Stack = append(c.Stack, 1)
	fmt.Println(errors.Is(c.Verify(), transition.ErrBroken))
	_, err = transition.ParseScript("SH RE", s.Moves(), number)
	fmt.Println(errors.Is(err, transition.ErrScript), err)
	// Output:
	// [0 2] <nil>
	// true
	// true step 2: unknown move: "RE"; the moves are [SH LA RA]
}
