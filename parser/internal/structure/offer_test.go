package structure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// asked is a policy that follows the oracle and looks at what it is offered.
type asked struct {
	*testing.T
	of     *decode.Derivation
	oracle oracle.Oracle
	stages [2]int // decisions of each
}

// Choose checks that every class is that of a legal move, that some class costs
// nothing on the way to gold, and that no two of the same move do: of labels that
// the loss does not tell apart, gold's order says which.
func (a *asked) Choose(decisions []*learn.Decision) error {
	for _, d := range decisions {
		require.NoError(a, a.of.Price(a.oracle))
		require.Len(a, d.Costs, len(d.Classes))
		legal, free := a.of.System.Legal(&a.of.Config), map[transition.Move]int{}
		for i, k := range d.Classes {
			m := transition.Move(k)
			if !a.of.TwoStep || d.Stage == 1 {
				m = a.of.Actions.All[k].Move
			}
			require.True(a, legal.Has(m))
			if d.Costs[i] == 0 {
				free[m]++
				require.Equal(a, 1, free[m], "%v has several labels for nothing", m)
			}
		}
		require.NotEmpty(a, free)
		a.stages[d.Stage]++
		d.Choice = d.Cheapest(d.Scores)
	}
	return nil
}

// TestDerivationsOfferWhatIsLegal on the way to gold, at the oracle's costs, in one
// step and in two.
func TestDerivationsOfferWhatIsLegal(t *testing.T) {
	trees, err := ptb.ReadFile("../../../testdata/en/dev.mrg")
	require.NoError(t, err)
	for _, w := range ways(ptb.Usual()) {
		for _, twoStep := range []bool{false, true} {
			e, bank, corpus, d := encoded(t, trees, w)
			run := &decode.Derivation{System: d.system, Actions: decode.NewActions(d.system, corpus.uses(d.system)), TwoStep: twoStep}
			policy := &asked{T: t, of: run, oracle: d.oracle}
			for i := range corpus.Golds {
				require.NoError(t, d.oracle.Start(&corpus.Golds[i]))
				run.Start(0, len(corpus.Words[i]))
				require.NoError(t, new(learn.Decoder).Run(policy, run))
				it := &treebank.Item{Words: bank.Words[i]}
				e.Read(&run.Config, it, it.Words)
				require.True(t, bank.Data.Trees[i].Equal(it.Tree))
			}
			require.Positive(t, policy.stages[0])
			require.Equal(t, twoStep, policy.stages[1] > 0)
		}
	}
}

// TestTreeOfConfiguration by hand: labels that stand for chains, spans without a
// label, several constituents under the root.
func TestTreeOfConfiguration(t *testing.T) {
	const SH, CO, LB, NL, NT, CL, FI = transition.Shift, transition.Combine, transition.Label, transition.NoLabel,
		transition.Open, transition.Close, transition.Finish
	type step struct {
		move  transition.Move
		label int32
	}
	words := []conll.Word{{Form: "(", XPOS: "-LRB-"}, {Form: "b", UPOS: "N"}, {Form: "c", XPOS: "V", UPOS: "X"}}
	e := &brackets{common: common{labels: []string{"A", "B C", "TOP", "TOP D", ""}}}
	for want, c := range map[string]struct {
		system transition.System
		steps  []step
	}{
		"(TOP (A (-LRB- -LRB-) (B (C (N b))) (V c)))": {transition.ShiftLabel{},
			[]step{{SH, 0}, {NL, 0}, {SH, 0}, {LB, 1}, {CO, 0}, {NL, 0}, {SH, 0}, {NL, 0}, {CO, 0}, {LB, 0}}},
		"(TOP (-LRB- -LRB-) (B (C (N b) (V c))))": {transition.ShiftLabel{},
			[]step{{SH, 0}, {NL, 0}, {SH, 0}, {NL, 0}, {SH, 0}, {NL, 0}, {CO, 0}, {LB, 1}, {CO, 0}, {LB, 2}}},
		"(TOP (D (-LRB- -LRB-) ( (N b) (V c))))": {transition.ShiftLabel{},
			[]step{{SH, 0}, {NL, 0}, {SH, 0}, {NL, 0}, {SH, 0}, {NL, 0}, {CO, 0}, {LB, 4}, {CO, 0}, {LB, 3}}},
		"(TOP (A (-LRB- -LRB-)) (N b) (V c))":     {transition.Bracket{MaxOpens: 2}, []step{{NT, 2}, {NT, 0}, {SH, 0}, {CL, 0}, {SH, 0}, {SH, 0}, {CL, 0}}},
		"(TOP (A (A (-LRB- -LRB-) (N b)) (V c)))": {transition.Bracket{MaxOpens: 2}, []step{{NT, 0}, {NT, 0}, {SH, 0}, {SH, 0}, {CL, 0}, {SH, 0}, {CL, 0}}},
		"(TOP (A (-LRB- -LRB-) (A (N b)) (V c)))": {transition.InOrder{MaxUnary: 1},
			[]step{{SH, 0}, {NT, 0}, {SH, 0}, {NT, 0}, {CL, 0}, {SH, 0}, {CL, 0}, {FI, 0}}},
	} {
		var g transition.Config
		c.system.Start(&g, len(words))
		for _, s := range c.steps {
			require.True(t, c.system.Legal(&g).Has(s.move), "%s: %v", want, s.move)
			c.system.Apply(&g, s.move, s.label)
		}
		require.True(t, c.system.Terminal(&g))
		it := &treebank.Item{Words: words}
		e.Read(&g, it, it.Words)
		require.Equal(t, want, it.Tree.String())
	}
	var g transition.Config
	transition.ShiftLabel{}.Start(&g, 0)
	it := &treebank.Item{}
	e.Read(&g, it, it.Words)
	require.Equal(t, "(TOP)", it.Tree.String())
}
