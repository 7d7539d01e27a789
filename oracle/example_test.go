package oracle_test

import (
	"errors"
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
		legal := system.Legal(&c)
		if o.Moves(&costs, &c, legal) != nil || o.Labels(&labels, &c, transition.Open) != nil {
			panic("this oracle does not fail")
		}
		fmt.Printf("%-9s NT-NP %d  NT-VP %d", text, costs[transition.Open]+labels.Of(NP), costs[transition.Open]+labels.Of(VP))
		if legal.Has(transition.Shift) {
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

// What a tree that was built differs in from gold, and gold trees that oracles refuse.
func ExampleGold_Loss() {
	const det, nsubj = 0, 1
	gold := &oracle.Gold{Heads: []int32{transition.None, 2, 0}, Labels: []int32{transition.None, det, nsubj}}
	s := transition.ArcHybrid{}
	var c transition.Config
	s.Start(&c, gold.Len())
	s.Apply(&c, transition.Shift, transition.None)
	s.Apply(&c, transition.Left, nsubj)
	fmt.Println(gold.Loss(&c) == oracle.WrongLabel)
	s.Start(&c, gold.Len())
	s.Apply(&c, transition.Shift, transition.None)
	s.Apply(&c, transition.Shift, transition.None)
	s.Apply(&c, transition.Right, det)
	fmt.Println(gold.Loss(&c) == oracle.WrongHead)
	tagger := transition.Tag{}
	tagger.Start(&c, 1)
	tagger.Apply(&c, transition.Label, nsubj)
	fmt.Println((&oracle.Gold{Labels: []int32{transition.None, det}}).Loss(&c) == oracle.WrongTag)

	refuse := func(name string, s transition.System, g *oracle.Gold) error {
		o, err := oracle.New(name, s)
		if err != nil {
			return err
		}
		return o.Start(g)
	}
	long := make([]int32, oracle.MaxPD+2)
	long[0] = transition.None
	beyond := &oracle.Gold{Heads: []int32{transition.None, 7}, Labels: []int32{transition.None, det}}
	crossing := &oracle.Gold{Spans: []oracle.Span{{Start: 0, End: 3}, {Start: 0, End: 2}, {Start: 1, End: 3}}}
	for _, e := range []struct{ err, cause error }{
		{refuse("dynamic", s, beyond), oracle.ErrHead},
		{refuse("pd", s, &oracle.Gold{Heads: long, Labels: long}), oracle.ErrTooLong},
		{refuse("dynamic", transition.Bracket{MaxOpens: 3}, crossing), oracle.ErrNotNested},
		{refuse("expert", transition.AMR{}, gold), oracle.ErrNoMeaning},
	} {
		fmt.Println(errors.Is(e.err, e.cause), e.err)
	}
	// Output:
	// true
	// true
	// true
	// true gold head outside the sentence: word 1
	// true sentence is too long for this oracle: 1001 words, more than 1000
	// true gold brackets are not those of one tree over all words: bracket 2 covers words 2 to 3
	// true no gold graph
}
