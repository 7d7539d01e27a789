package engine_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/ptb"
)

// withoutSome returns trees that lack each constituent, except the outermost, with some chance, or its label.
func withoutSome(random *rand.Rand, trees []*ptb.Tree) (all []*ptb.Tree) {
	for _, t := range trees {
		t, share := ptb.Steps{}.Apply(t), random.Float64()
		var thin func(n *ptb.Tree)
		thin = func(n *ptb.Tree) {
			var children []*ptb.Tree
			for _, child := range n.Children {
				thin(child)
				switch {
				case child.Leaf() || random.Float64() < share/2:
				case random.Float64() < share:
					children = append(children, child.Children...)
					continue
				case random.Float64() < 0.2:
					child.Label = "_"
				}
				children = append(children, child)
			}
			n.Children = children
		}
		thin(t)
		all = append(all, t)
	}
	return all
}

// requireSpans: the constituents of a tree are those of another, which has more, in their order.
func requireSpans(t *testing.T, given, tree *ptb.Tree) {
	t.Helper()
	left := ptb.Usual().Apply(given).Spans()[1:]
	for _, s := range tree.Spans() {
		if len(left) > 0 && s.Start == left[0].Start && s.End == left[0].End && (left[0].Label == "_" || s.Label == left[0].Label) {
			left = left[1:]
		}
	}
	require.Empty(t, left, "%v\n%v", given, tree)
}

// keptTrees parses what is given with a number of workers.
func keptTrees(t *testing.T, p *engine.Parser, given []*ptb.Tree, most, workers int) (all []*treebank.Item) {
	t.Helper()
	for _, tree := range given {
		all = append(all, &treebank.Item{Tree: tree, Words: kit.TreeWords(tree)})
	}
	p = kit.Asked(t, p, func(r *treebank.Request) { r.NBest, r.Probabilities = most, most > 0 })
	require.NoError(t, p.Run(t.Context(), textfile.Each(slices.Clone(all)), func(*treebank.Item) error { return nil }, workers))
	return all
}

func keepingSpans(t *testing.T, p *engine.Parser) *engine.Parser {
	t.Helper()
	return kit.Asked(t, p, func(r *treebank.Request) { r.KeepSpans = true })
}

// TestSpansAreKept by all systems, greedily and with a beam, of all trees that a beam finds. Where nothing is given it is
// a parse as usual.
func TestSpansAreKept(t *testing.T) {
	t.Parallel()
	trees := kit.Normal(t, append(kit.SomeTrees(t), kit.HardTrees(t)...), "all")
	for i, k := range kit.TreeKinds() {
		t.Run(k.String(), func(t *testing.T) {
			o := kit.TreeOptions(k.System, 2, k.Set)
			if i == 0 {
				kit.TinyNetwork(&o)
			}
			p := kit.TrainedTrees(t, trees, o)
			p, err := p.Calibrated(p.Bank(treebank.Data{Trees: trees[:20]}))
			require.NoError(t, err)
			random := rand.New(rand.NewPCG(3, uint64(i)))
			given := slices.DeleteFunc(withoutSome(random, trees), func(tree *ptb.Tree) bool {
				return keepingSpans(t, p).Check(&treebank.Item{Tree: tree, Words: kit.TreeWords(tree)}) != nil // joined chains
			})
			require.Greater(t, len(given), len(trees)/2)
			for _, width := range []int{1, 3} {
				keeping := keepingSpans(t, withBeam(t, p, width))
				items, again := keptTrees(t, keeping, given, 0, 1), keptTrees(t, keeping, given, 0, 3)
				for s, it := range items {
					requireSpans(t, given[s], it.Tree)
					require.Equal(t, it.Tree.String(), again[s].Tree.String())
				}
				for s, words := range kit.AllWords(trees[:20]) {
					require.Equal(t, kit.ParsedTree(t, withBeam(t, p, width), words), kit.ParsedTree(t, keeping, words), s)
				}
			}
			for s, it := range keptTrees(t, keepingSpans(t, withBeam(t, p, 4)), given, 3, 1) {
				for _, tree := range append([]*treebank.Item{it}, it.Others...) {
					requireSpans(t, given[s], tree.Tree)
					require.Positive(t, tree.Probability)
				}
			}
		})
	}
}

// TestTheMoreSpansTheBetter: constituents that are given are right, and help with others.
func TestTheMoreSpansTheBetter(t *testing.T) {
	p := kit.TrainedTrees(t, kit.TreeSample(t, "en/train.mrg")[:100], kit.TreeOptions("in-order", 3))
	dev := kit.Normal(t, kit.TreeSample(t, "en/dev.mrg"), "all")
	keeping, same := keepingSpans(t, p), []int(nil)
	for _, share := range []float64{0, 0.3, 0.6, 1} {
		random, given := rand.New(rand.NewPCG(2, 3)), []*ptb.Tree(nil)
		for _, tree := range dev {
			tree = ptb.Steps{}.Apply(tree)
			tree.Walk(nil, func(n *ptb.Tree) {
				var children []*ptb.Tree
				for _, child := range n.Children {
					if child.Leaf() || random.Float64() < share {
						children = append(children, child)
					} else {
						children = append(children, child.Children...)
					}
				}
				n.Children = children
			})
			given = append(given, tree)
		}
		right := 0
		known := slices.DeleteFunc(given, func(tree *ptb.Tree) bool {
			return keeping.Check(&treebank.Item{Tree: tree, Words: kit.TreeWords(tree)}) != nil
		})
		require.Equal(t, len(dev), len(known))
		for i, it := range keptTrees(t, keeping, given, 0, 1) {
			gold := dev[i].Spans()
			for _, s := range it.Tree.Spans() {
				if at := slices.Index(gold, s); at >= 0 {
					gold = slices.Delete(gold, at, at+1)
					right++
				}
			}
		}
		same = append(same, right)
	}
	t.Logf("right constituents: %v", same)
	require.True(t, slices.IsSorted(same), same)
	require.Greater(t, same[3], same[0])
}

func TestSpansThatCannotBeKept(t *testing.T) {
	for _, system := range []string{"bracket", "in-order", "shift-label"} {
		p := keepingSpans(t, kit.TrainedTrees(t, kit.SomeTrees(t)[:20], kit.TreeOptions(system, 1)))
		tree := kit.ReadTrees(t, "( (S (DT The) (ODD (JJ old) (NN man))))")[0]
		before := tree.String()
		err := p.Check(&treebank.Item{Tree: tree, Words: kit.TreeWords(tree), File: "f.mrg", Line: 3})
		require.EqualError(t, err, "f.mrg:3: no tree of the model has this constituent: ODD over words 2 to 3")
		require.ErrorAs(t, err, new(*conll.Error))
		require.EqualError(t, p.Check(&treebank.Item{Tree: tree, Words: kit.TreeWords(tree)}), "no tree of the model has this constituent: ODD over words 2 to 3")
		require.Equal(t, before, tree.String())
		require.EqualError(t, p.Check(&treebank.Item{Tree: tree, Words: kit.TreeWords(tree)[1:]}), "a tree of 3 words comes with 2 words")
		require.NoError(t, p.Check(&treebank.Item{Words: kit.TreeWords(tree)}))
	}
}

func TestOnlyParsersOfAllConstituentsKeepSpans(t *testing.T) {
	_, err := kit.Trained(t, kit.Some(t)[:10], kit.Options(1)).With(treebank.Request{KeepSpans: true})
	require.ErrorIs(t, err, engine.ErrKind)
	for _, unary := range []string{"no-chain", "strict"} {
		p := kit.TrainedTrees(t, kit.SomeTrees(t)[:10], kit.TreeOptions("bracket", 1, func(o *engine.Options) { o.Unary = unary }))
		_, err := p.With(treebank.Request{KeepSpans: true})
		require.ErrorIs(t, err, engine.ErrKind, fmt.Sprint(unary))
	}
}
