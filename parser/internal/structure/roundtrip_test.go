package structure

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/transition"
)

// way is one of deriving trees: a system with an oracle, and how trees are normalised.
type way struct {
	system, oracle string
	encoding       Encoding
}

// derivation derives gold trees with the moves of an oracle.
type derivation struct {
	t      *testing.T
	system transition.System
	oracle oracle.Oracle
	config transition.Config
	random *rand.Rand
	used   []bool // gold brackets that were given
}

// requireDerived checks that the oracle's moves lead from the brackets of each
// tree back to the tree itself.
func requireDerived(t *testing.T, trees []*ptb.Tree, w way) {
	t.Helper()
	e, bank, corpus, d := encoded(t, trees, w)
	for i, tree := range bank.Data.Trees {
		d.derive(&corpus.Golds[i])
		it := &treebank.Item{Words: bank.Words[i]}
		e.Read(&d.config, it, it.Words)
		require.True(t, tree.Equal(it.Tree), "%s: gold %v\n got %v", w.system, tree, it.Tree)
	}
}

// encoded encodes trees and requires that every tree can be derived.
func encoded(t *testing.T, trees []*ptb.Tree, w way) (Codec, *Bank, *Corpus, *derivation) {
	t.Helper()
	e, err := w.encoding.Codec(w.system, "")
	require.NoError(t, err)
	bank := e.Bank(treebank.Data{Trees: trees})
	d := &derivation{t: t, random: rand.New(rand.NewPCG(3, 5))}
	d.system, err = oracle.NewSystem(w.system, bank.Params)
	require.NoError(t, err)
	d.oracle, err = oracle.New(w.oracle, d.system)
	require.NoError(t, err)
	corpus, err := bank.Corpus(e, d.oracle, bank.Labels())
	require.NoError(t, err)
	require.Len(t, corpus.Golds, len(bank.Data.Trees), "every tree can be derived")
	require.NoError(t, e.SetLabels(corpus.Labels))
	return e, bank, corpus, d
}

// derive follows the oracle: any of the moves that cost nothing, with the label
// that gold wants next. The loss stays 0.
func (d *derivation) derive(gold *oracle.Gold) {
	s, c, o := d.system, &d.config, d.oracle
	require.NoError(d.t, o.Start(gold))
	d.used = slices.Repeat([]bool{false}, len(gold.Spans))
	for s.Start(c, gold.Len()); !s.Terminal(c); {
		m, label := d.free(o, s.Legal(c)), int32(transition.None)
		if m.Labelled() {
			label = d.label(gold, m)
			var labels oracle.LabelCosts
			require.NoError(d.t, o.Labels(&labels, c, m))
			if labels.Of(label) != 0 {
				require.Fail(d.t, "the label of gold is not free", "%s %s: %v in %v, %v", s.Name(), o.Name(), label, gold.Spans, d.used)
			}
		}
		s.Apply(c, m, label)
	}
}

// free returns one of the moves that cost nothing.
func (d *derivation) free(o oracle.Oracle, legal transition.Moves) transition.Move {
	var costs oracle.Costs
	require.NoError(d.t, o.Moves(&costs, &d.config, legal))
	best := costs.Best(legal)
	var all []transition.Move
	for m := range transition.NumMoves {
		if best.Has(m) {
			if costs[m] != 0 {
				require.Fail(d.t, "the best move is not free", "%v", m)
			}
			all = append(all, m)
		}
	}
	return all[d.random.IntN(len(all))]
}

// label returns the label that gold wants next: of brackets, the outermost that
// was not opened yet; of in-order's, the innermost around the item on top.
func (d *derivation) label(gold *oracle.Gold, m transition.Move) int32 {
	c := &d.config
	top := &c.Nodes[c.S(0)]
	for i := range gold.Spans {
		if d.system.Name() == "in-order" {
			i = len(gold.Spans) - 1 - i
		}
		b := gold.Spans[i]
		wanted := b.Start == c.Next-1
		if d.system.Name() != "bracket" {
			wanted = b.Start == top.First-1 && b.End >= c.Next-1
		}
		if m == transition.Label {
			wanted = b.Start == top.First-1 && b.End == top.Last
		}
		if wanted && !d.used[i] {
			d.used[i] = true
			return b.Label
		}
	}
	require.Fail(d.t, "no bracket is wanted")
	return transition.None
}

// oraclesFor lists the oracles of a system by its name, but those of a single
// transducer: their best moves do not all lead to the gold tree.
func oraclesFor(system string) []string {
	s, err := oracle.NewSystem(system, transition.Params{MaxOpens: 1, MaxUnary: 1})
	if err != nil {
		panic(err)
	}
	return slices.DeleteFunc(oracle.NamesFor(s), func(name string) bool { return oracle.Describe(name).Estimates })
}

// ways are all ways to derive trees with these steps: each system with each oracle.
func ways(steps ptb.Steps) []way {
	var all []way
	for _, system := range oracle.Systems(transition.Constituents) {
		for _, name := range oraclesFor(system) {
			all = append(all, way{system, name, Encoding{Steps: steps.String(), Unary: "any"}})
		}
	}
	return all
}

// allSteps are the steps that trees are normalised with, from all to none. What
// has no words can not be derived.
func allSteps() []ptb.Steps {
	return []ptb.Steps{ptb.Usual(), {Empties: true}, {}, {Functions: true, XOverX: true}, {Empties: true, XOverX: true}}
}

// TestSampleTreesAreDerived: from brackets by moves to the tree, exactly.
func TestSampleTreesAreDerived(t *testing.T) {
	var all []*ptb.Tree
	for _, name := range []string{"train", "dev"} {
		trees, err := ptb.ReadFile("../../../testdata/en/" + name + ".mrg")
		require.NoError(t, err)
		all = append(all, trees...)
	}
	for _, steps := range allSteps() {
		for _, w := range ways(steps) {
			requireDerived(t, all, w)
		}
	}
}

// TestTreebanksAreDerived: those beside the project, and one tree in seven where
// empty elements or functions stay.
func TestTreebanksAreDerived(t *testing.T) {
	for _, name := range []string{"en-gum", "is-icepahc"} {
		all, err := ptb.ReadFile(filepath.Join(testkit.Shared(t, "ptb"), name, "dev.mrg.gz"))
		require.NoError(t, err)
		var some []*ptb.Tree
		for i := 0; i < len(all); i += 7 {
			some = append(some, all[i])
		}
		if !testkit.Deep() {
			all = some
		}
		for _, w := range ways(ptb.Usual()) {
			requireDerived(t, all, w)
		}
		for _, w := range append(ways(ptb.Steps{}), ways(ptb.Steps{Empties: true})...) {
			requireDerived(t, some, w)
		}
	}
}

// TestRandomTreesAreDerived: with chains, X over X, several constituents or none
// under the root, and labels that look like others.
func TestRandomTreesAreDerived(t *testing.T) {
	seeds := uint64(6)
	if testkit.Deep() {
		seeds = 60
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 1))
		var all []*ptb.Tree
		for range 10 {
			all = append(all, randomTree(r, 1+r.IntN(9)))
		}
		for _, w := range append(ways(ptb.Usual()), ways(ptb.Steps{})...) {
			requireDerived(t, all, w)
		}
	}
}

// randomTree returns a tree over n words.
func randomTree(r *rand.Rand, n int) *ptb.Tree {
	nodes := make([]*ptb.Tree, n)
	for i := range nodes {
		nodes[i] = chainOver(r, &ptb.Tree{Label: []string{"N", "N-D", "-LRB-"}[r.IntN(3)], Word: fmt.Sprint("w", i)})
	}
	for len(nodes) > 1 {
		from := r.IntN(len(nodes) - 1)
		to := from + 2 + r.IntN(len(nodes)-from-1)
		node := chainOver(r, &ptb.Tree{Label: randomLabel(r), Children: slices.Clone(nodes[from:to])})
		nodes = slices.Replace(nodes, from, to, node)
	}
	return nodes[0]
}

// chainOver returns t below up to four unary constituents.
func chainOver(r *rand.Rand, t *ptb.Tree) *ptb.Tree {
	for range max(0, r.IntN(8)-3) {
		t = &ptb.Tree{Label: randomLabel(r), Children: []*ptb.Tree{t}}
	}
	return t
}

// randomLabel returns one of few, so that they often meet in a chain.
func randomLabel(r *rand.Rand) string {
	return []string{"A", "B", "A-B=2", "", "TOP", "C"}[r.IntN(6)]
}

// TestGoldSpans by hand.
func TestGoldSpans(t *testing.T) {
	for text, want := range map[string]string{
		"( (S (NP (NN a)) (VP (VB b) (NP (NN c)))))": "S 0-3, NP 0-1, VP 1-3, NP 2-3",
		"( (NP (NN a)) (VP (VB b)))":                 "TOP 0-2, NP 0-1, VP 1-2",
		"( (NN a) (S (VB b)))":                       "TOP 0-2, S 1-2",
		"(NN a)":                                     "TOP 0-1",
		"( (NN a))":                                  "TOP 0-1",
		"( (X (NN a)))":                              "X 0-1",
		"(X (Y (Z (NN a))))":                         "X 0-1, Y 0-1, Z 0-1",
		"(ROOT (S1 (X (NN a) (NN b))))":              "X 0-2",
		"(ROOT (X (TOP (NN a))))":                    "X 0-1, TOP 0-1",
	} {
		e, err := (&Encoding{Steps: "none", Unary: "any"}).Codec("in-order", "")
		require.NoError(t, err)
		require.Equal(t, want, toldSpans(e.Bank(treebank.Data{Trees: []*ptb.Tree{readTree(t, text)}}).Gold[0].Spans), text)
	}
}

// TestJoinChains by hand: what covers the same words is one bracket.
func TestJoinChains(t *testing.T) {
	for text, want := range map[string]string{
		"(A (B (C (NN a) (NN b))) (D (E (NN c))) (F (NN d)))": "A 0-4, B C 0-2, D E 2-3, F 3-4",
		"(A (B (A (NN a))))":         "A B A 0-1",
		"(A (NN a) (NN b))":          "A 0-2",
		"(A (A (NN a)) (A (NN b)))":  "A 0-2, A 0-1, A 1-2",
		"(A-B=1 (C| (NN a) (NN b)))": "A-B=1 C| 0-2",
	} {
		spans := readTree(t, text).Spans()
		require.Equal(t, want, toldSpans((&brackets{chains: transition.JoinChains}).derivable(spans)), text)
		require.Equal(t, spans, readTree(t, text).Spans())
	}
	require.Empty(t, (&brackets{chains: transition.JoinChains}).derivable(nil))
}

func readTree(t *testing.T, text string) *ptb.Tree {
	t.Helper()
	tree, err := ptb.NewReader(strings.NewReader(text), "text").Read()
	require.NoError(t, err)
	return tree
}

func toldSpans(spans []ptb.Span) string {
	var all []string
	for _, s := range spans {
		all = append(all, fmt.Sprintf("%s %d-%d", s.Label, s.Start, s.End))
	}
	return strings.Join(all, ", ")
}

// TestParamsOfData by hand: the smallest bounds that will do, unless given.
func TestParamsOfData(t *testing.T) {
	trees := func(texts ...string) (d treebank.Data) {
		for _, text := range texts {
			d.Trees = append(d.Trees, readTree(t, text))
		}
		return d
	}
	all := trees("(A (B (NN a)) (B (C (NN b) (NN c))))", "(A (B (C (NN a)) (NN b)) (C (NN c)))")
	for _, given := range [][2]int{{0, 0}, {7, 0}, {0, 7}, {1, 1}} {
		e := &brackets{common: common{Encoding: Encoding{MaxOpens: given[0], MaxUnary: given[1]}}, unary: transition.NoChain}
		want := transition.Params{MaxOpens: int32(cmp.Or(given[0], 3)), MaxUnary: int32(cmp.Or(given[1], 2)), Unary: transition.NoChain}
		require.Equal(t, want, e.Bank(all).Params)
	}
	require.Equal(t, transition.Params{MaxOpens: 1, MaxUnary: 1}, (&brackets{}).Bank(treebank.Data{}).Params)
	deep := trees(strings.Repeat("(X ", 300) + "(NN a)" + strings.Repeat(")", 300))
	require.Equal(t, transition.Params{MaxOpens: MaxBound, MaxUnary: MaxBound}, (&brackets{}).Bank(deep).Params)
}
