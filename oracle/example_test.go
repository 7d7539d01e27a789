package oracle_test

import (
	"fmt"

	"parser/oracle"
	"parser/transition"
)

// The cost of an error, and of continuing from there: the gold tree is (S (NP the cat) sleeps), but
// the first bracket inside S was opened as VP. NP can still be opened inside it, and then nothing
// more is lost.
func ExampleOracle() {
	const S, NP, VP = 0, 1, 2
	gold := &oracle.Gold{Spans: []oracle.Span{{Label: S, Start: 0, End: 3}, {Label: NP, Start: 0, End: 2}}}
	system := transition.Bracket{MaxOpens: 3}
	o, err := oracle.New("dynamic", system)
	if err != nil || o.Start(gold) != nil {
		panic("the system has an oracle and derives the tree")
	}
	var c transition.Config
	var costs oracle.Costs
	var labels oracle.LabelCosts
	show := func(text string) {
		if o.Moves(&costs, &c) != nil || o.Labels(&labels, &c, transition.Open) != nil {
			panic("this oracle does not fail")
		}
		fmt.Printf("%-9s NT-NP %d  NT-VP %d", text, costs[transition.Open]+labels.Of(NP), costs[transition.Open]+labels.Of(VP))
		if system.Legal(&c).Has(transition.Shift) {
			fmt.Printf("  SH %d", costs[transition.Shift])
		}
		fmt.Println()
	}
	system.Start(&c, 3)
	show("")
	system.Apply(&c, transition.Open, S)
	show("(S")
	system.Apply(&c, transition.Open, VP)
	show("(S (VP")
	// Output:
	//           NT-NP 1  NT-VP 1
	// (S        NT-NP 0  NT-VP 1  SH 1
	// (S (VP    NT-NP 0  NT-VP 2  SH 1
}
