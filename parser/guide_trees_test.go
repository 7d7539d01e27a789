package parser

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/model"
	"parser/oracle"
	"parser/parser/imitation"
	"parser/ptb"
	"parser/transition"
)

// smallTrees is a parser of the given kind and the sentences that it knows.
func smallTrees(t *testing.T, system string, edits ...func(*Options)) (*Parser, *treebank) {
	t.Helper()
	trees, err := ptb.ReadFile("../testdata/en/train.mrg")
	require.NoError(t, err)
	o := DefaultsFor(system)
	o.Epochs = 1
	for _, edit := range edits {
		edit(&o)
	}
	p, err := TrainTrees(context.Background(), trees[:50], nil, o, Observer{})
	require.NoError(t, err)
	return p, newTreebank(trees[:50], ptb.Usual())
}

// TestDecodingTreesDoesNotAllocate: once a guide has seen a sentence of that
// length, no move allocates; only the tree does, at the end.
func TestDecodingTreesDoesNotAllocate(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants allocates")
	}
	for _, system := range oracle.Systems(transition.Constituents) {
		for _, twoStep := range []bool{false, true} {
			t.Run(fmt.Sprint(system, " two-step=", twoStep), func(t *testing.T) {
				p, bank := smallTrees(t, system, func(o *Options) { o.TwoStep = twoStep })
				g := p.newGuide()
				for _, words := range bank.words {
					g.parse(words)
				}
				require.Zero(t, testing.AllocsPerRun(50, g.run), "per sentence")
				require.Zero(t, testing.AllocsPerRun(5, func() {
					for _, words := range bank.words {
						g.parse(words)
					}
				}), "with the preparation of the words")
			})
		}
	}
}

// asked is a judge that follows the oracle and looks at what it is offered.
type asked struct {
	t      *testing.T
	guide  *guide
	moves  int
	labels int
}

// choose checks that every class is that of a legal move, that some class costs
// nothing on the way to gold, and that no two of the same move do: of labels that
// the loss does not tell apart, gold's order says which.
func (a *asked) choose(stage int, d *model.Decision) model.Class {
	require.Len(a.t, d.Costs, len(d.Classes))
	legal, free := a.guide.system.Legal(&a.guide.config), map[transition.Move]int{}
	best := d.Cheapest(make([]float32, len(a.guide.actions.all)+int(transition.NumMoves)))
	for i, k := range d.Classes {
		m := transition.Move(k)
		if !a.guide.twoStep || stage == 1 {
			m = a.guide.actions.all[k].Move
		}
		require.True(a.t, legal.Has(m))
		if d.Costs[i] == 0 {
			free[m]++
			require.Equal(a.t, 1, free[m], "%v has several labels for nothing", m)
		}
	}
	require.NotEmpty(a.t, free)
	if stage == 0 {
		a.moves++
	} else {
		a.labels++
	}
	return best
}

// TestGuideOffersWhatIsLegal on the way to gold, at the oracle's costs, in one
// step and in two.
func TestGuideOffersWhatIsLegal(t *testing.T) {
	trees, err := ptb.ReadFile("../testdata/en/dev.mrg")
	require.NoError(t, err)
	for _, system := range oracle.Systems(transition.Constituents) {
		for _, name := range oraclesFor(system) {
			for _, twoStep := range []bool{false, true} {
				o := DefaultsFor(system)
				o.Oracle, o.Explore, o.TwoStep = name, 0, twoStep
				bank := newTreebank(trees, ptb.Usual())
				learning, err := newBracketTrainer(bank, o)
				require.NoError(t, err)
				judge := &asked{t: t, guide: learning.task.guide}
				for i := range learning.task.corpus.sentences {
					require.NoError(t, learning.task.Start(i))
					for !learning.task.Terminal() {
						d := learning.task.Ask(imitation.Costs)
						learning.task.Take(judge.choose(learning.task.Stage(), d))
					}
					require.True(t, bank.trees[i].Equal(learning.parser.tree(&learning.task.config, bank.words[i])))
				}
				require.Positive(t, judge.moves)
				require.Equal(t, twoStep, judge.labels > 0)
			}
		}
	}
}

// TestCanonicalLabels by hand: which labels are free where the oracle sets costs.
func TestCanonicalLabels(t *testing.T) {
	for _, c := range []struct {
		why   string
		other int32
		set   [][2]int32 // labels with their costs
		want  [4]int32   // of labels 0 to 3
	}{
		{"all the same", 0, nil, [4]int32{0, 0, 0, 0}},
		{"one right", 1, [][2]int32{{2, 0}}, [4]int32{1, 1, 0, 1}},
		{"two right, the first counts", 1, [][2]int32{{3, 0}, {1, 0}}, [4]int32{1, 1, 1, 0}},
		{"set twice", 2, [][2]int32{{3, 0}, {1, 0}, {3, 0}}, [4]int32{2, 1, 2, 0}},
		{"a worse one first", 2, [][2]int32{{0, 1}, {1, 0}, {2, 0}}, [4]int32{1, 0, 1, 2}},
		{"none matters", 0, [][2]int32{{1, 0}, {2, 0}}, [4]int32{0, 0, 0, 0}},
		{"none right", 1, [][2]int32{{1, 2}}, [4]int32{1, 2, 1, 1}},
	} {
		var k costing
		k.labels.Reset(c.other)
		for _, set := range c.set {
			k.labels.Set(set[0], set[1])
		}
		for l, want := range c.want {
			require.Equal(t, want, k.label(int32(l), k.first()), "%s: label %d", c.why, l)
		}
	}
}

// TestTreeOfConfiguration by hand: labels that stand for chains, spans without a
// label, several constituents under the root.
func TestTreeOfConfiguration(t *testing.T) {
	const SH, CO, LB, NL, NT, CL, FI = transition.Shift, transition.Combine, transition.Label, transition.NoLabel, transition.Open, transition.Close, transition.Finish
	type step struct {
		move  transition.Move
		label int32
	}
	words := []conll.Word{{Form: "(", XPOS: "-LRB-"}, {Form: "b", UPOS: "N"}, {Form: "c", XPOS: "V", UPOS: "X"}}
	p := &Parser{meta: Meta{Labels: []string{"A", "B C", "TOP", "TOP D", ""}}}
	for want, c := range map[string]struct {
		system transition.System
		steps  []step
	}{
		"(TOP (A (-LRB- -LRB-) (B (C (N b))) (V c)))": {transition.ShiftLabel{}, []step{{SH, 0}, {NL, 0}, {SH, 0}, {LB, 1}, {CO, 0}, {NL, 0}, {SH, 0}, {NL, 0}, {CO, 0}, {LB, 0}}},
		"(TOP (-LRB- -LRB-) (B (C (N b) (V c))))":     {transition.ShiftLabel{}, []step{{SH, 0}, {NL, 0}, {SH, 0}, {NL, 0}, {SH, 0}, {NL, 0}, {CO, 0}, {LB, 1}, {CO, 0}, {LB, 2}}},
		"(TOP (D (-LRB- -LRB-) ( (N b) (V c))))":      {transition.ShiftLabel{}, []step{{SH, 0}, {NL, 0}, {SH, 0}, {NL, 0}, {SH, 0}, {NL, 0}, {CO, 0}, {LB, 4}, {CO, 0}, {LB, 3}}},
		"(TOP (A (-LRB- -LRB-)) (N b) (V c))":         {transition.Bracket{MaxOpens: 2}, []step{{NT, 2}, {NT, 0}, {SH, 0}, {CL, 0}, {SH, 0}, {SH, 0}, {CL, 0}}},
		"(TOP (A (A (-LRB- -LRB-) (N b)) (V c)))":     {transition.Bracket{MaxOpens: 2}, []step{{NT, 0}, {NT, 0}, {SH, 0}, {SH, 0}, {CL, 0}, {SH, 0}, {CL, 0}}},
		"(TOP (A (-LRB- -LRB-) (A (N b)) (V c)))":     {transition.InOrder{MaxUnary: 1}, []step{{SH, 0}, {NT, 0}, {SH, 0}, {NT, 0}, {CL, 0}, {SH, 0}, {CL, 0}, {FI, 0}}},
	} {
		var g transition.Config
		c.system.Start(&g, len(words))
		for _, s := range c.steps {
			require.True(t, c.system.Legal(&g).Has(s.move), "%s: %v", want, s.move)
			c.system.Apply(&g, s.move, s.label)
		}
		require.True(t, c.system.Terminal(&g))
		require.Equal(t, want, p.tree(&g, words).String())
	}
	var g transition.Config
	transition.ShiftLabel{}.Start(&g, 0)
	require.Equal(t, "(TOP)", p.tree(&g, nil).String())
}

// TestAnyScorerWillDoForTrees: decoding asks nothing of a scorer but its interface.
func TestAnyScorerWillDoForTrees(t *testing.T) {
	p, bank := smallTrees(t, "in-order")
	q := *p
	q.scorers = []model.Model{opaque{p.scorers[0]}}
	for _, words := range bank.words {
		a, err := p.ParseTree(words)
		require.NoError(t, err)
		b, err := q.ParseTree(words)
		require.NoError(t, err)
		require.True(t, a.Equal(b))
	}
}
