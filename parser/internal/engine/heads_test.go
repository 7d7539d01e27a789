package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/projective"
	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/transition"
)

// withHoles returns the sentences whose trees are projective and have one root. Each word
// has its head with some chance, and then its label, another that no model knows, or none.
func withHoles(random *rand.Rand, sentences []*conll.Sentence) (all []*conll.Sentence) {
	for _, s := range kit.Clones(sentences) {
		if s.CheckTree(true) != nil || !projective.Tree(s.Heads(nil)) {
			continue
		}
		share := random.Float64()
		for i := range s.Words {
			w := &s.Words[i]
			switch {
			case random.Float64() > share:
				w.Head, w.Deprel = conll.NoHead, "lost"
			case random.Float64() < 0.3:
				w.Deprel = "_"
			case random.Float64() < 0.1:
				w.Deprel = "foreign"
			}
		}
		all = append(all, s)
	}
	return all
}

// requireKept: all that was given is in the trees.
func requireKept(t *testing.T, p *engine.Parser, given, parsed []*conll.Sentence) {
	t.Helper()
	for k, s := range parsed {
		require.NoError(t, s.CheckTree(p.System().Params().Roots == transition.SingleRoot), "%v", given[k].Words)
		for i, g := range given[k].Words {
			w := s.Words[i]
			require.NotContains(t, w.Deprel, "↑")
			require.NotContains(t, w.Deprel, "↓")
			require.True(t, conll.Filled(w.Deprel) && w.Deprel != "lost", w.Deprel)
			if g.Head != conll.NoHead {
				require.Equal(t, g.Head, w.Head, "word %d of %v", i+1, given[k].Words)
				if g.Deprel != "_" {
					require.Equal(t, g.Deprel, w.Deprel)
				}
			}
		}
	}
}

func keepingHeads(t *testing.T, p *engine.Parser) *engine.Parser {
	t.Helper()
	return kit.Asked(t, p, func(r *treebank.Request) { r.KeepHeads = true })
}

// TestHeadsAreKept by all systems, greedily and with a beam, with labels of lifted arcs,
// whatever the number of workers. Where nothing is given it is a parse as usual.
func TestHeadsAreKept(t *testing.T) {
	t.Parallel()
	random, train := rand.New(rand.NewPCG(1, 5)), kit.Mixed(t)[10:40]
	bank := treebank.Data{Sentences: train}
	for i, k := range append(kit.Kinds(), kit.Kinds()...) {
		scheme := []string{"head", "path", "head+path"}[i%3]
		roots := []string{"single", "multi"}[i/len(kit.Kinds())]
		network := i%len(kit.Kinds()) == 1
		t.Run(fmt.Sprint(k, ",", scheme, ",", roots, ",network=", network), func(t *testing.T) {
			o := kit.Options(1, k.Set, func(o *engine.Options) { o.NonProjective, o.Roots = scheme, roots })
			if network {
				kit.TinyNetwork(&o)
			}
			p := kit.Trained(t, train, o)
			p, err := p.Calibrated(p.Bank(bank))
			require.NoError(t, err)
			given := append(withHoles(random, train), &conll.Sentence{})
			for _, width := range []int{1, 3} {
				keeping := keepingHeads(t, withBeam(t, p, width))
				var before []*conll.Sentence
				for _, workers := range []int{0, 1, 3} {
					parsed := kit.Clones(given)
					require.NoError(t, keeping.ParseAll(context.Background(), parsed, workers))
					requireKept(t, keeping, given, parsed)
					require.True(t, before == nil || kit.Arcs(before) == kit.Arcs(parsed), "%d workers", workers)
					before = parsed
				}
				bare := kit.Clones(given)
				for _, s := range bare {
					for i := range s.Words {
						s.Words[i].Head = conll.NoHead
					}
				}
				require.Equal(t, kit.Arcs(kit.Parses(withBeam(t, p, width), bare)), kit.Arcs(kit.Parses(keeping, bare)))
			}
		})
	}
}

// TestTheMoreHeadsTheBetter: arcs that are given are right, and help with others.
func TestTheMoreHeadsTheBetter(t *testing.T) {
	p := kit.Trained(t, kit.Some(t)[:60], kit.Options(3))
	dev := slices.DeleteFunc(kit.Sample(t, "en/dev.conllu"), func(s *conll.Sentence) bool { return !projective.Tree(s.Heads(nil)) })
	keeping, right, others := keepingHeads(t, p), []int{}, []float64{}
	for _, every := range []int{0, 4, 2, 1} {
		random, given := rand.New(rand.NewPCG(2, 3)), kit.Clones(dev)
		for _, s := range given {
			for i := range s.Words {
				if every == 0 || random.IntN(every) > 0 {
					s.Words[i].Head = conll.NoHead
				}
			}
		}
		parsed, same, open, found := kit.Parses(keeping, given), 0, 0, 0
		for k, s := range dev {
			for i, w := range s.Words {
				ok := parsed[k].Words[i].Head == w.Head
				if ok {
					same++
				}
				if given[k].Words[i].Head == conll.NoHead {
					if open++; ok {
						found++
					}
				}
			}
		}
		right = append(right, same)
		if open > 0 {
			others = append(others, float64(found)/float64(open))
		} else {
			require.Equal(t, kit.Arcs(dev), kit.Arcs(parsed))
		}
	}
	t.Logf("right heads %v; of those that were not given %.3v", right, others)
	require.True(t, slices.IsSorted(right), right)
	require.True(t, slices.IsSorted(others), others)
}

// TestHeadsThatCannotBeKept are errors that say where and why, in one sentence and in a
// stream.
func TestHeadsThatCannotBeKept(t *testing.T) {
	train := append(kit.Some(t)[:10], kit.Mixed(t)[20:]...)
	single := keepingHeads(t, kit.Trained(t, train, kit.Options(1, func(o *engine.Options) { o.Roots = "single" })))
	multi := keepingHeads(t, kit.Trained(t, train, kit.Options(1, func(o *engine.Options) { o.Roots = "multi" })))
	const none = conll.NoHead
	marked := kit.Tree(9, none, 0)
	marked.Words[1].Deprel = "root↑x"
	const under = "made:9: not projective: word 2 lies under the arc from 3 to 1, and cannot descend from 3"
	for _, c := range []struct {
		s     *conll.Sentence
		cause error
		text  string
		p     *engine.Parser
	}{
		{kit.Tree(9, none, 3, 2), conll.ErrCycle, "made:10: cycle: words [2 3]", multi},
		{kit.Tree(9, none, 2), conll.ErrSelfLoop, "made:10: word is its own head: word 2", multi},
		{kit.Tree(9, 0, none, 0), conll.ErrRoots, "made:11: several roots: words 1 and 3", single},
		{kit.Tree(9, 3, 4, none, none), projective.ErrNonProjective, under, single},
		{kit.Tree(9, 3, none, 2), projective.ErrNonProjective, under, multi},
		{kit.Tree(9, 3, 0, none), projective.ErrNonProjective, under, single},
		{marked, projective.ErrMark, `made:10: label contains ↑ or ↓, which mark lifted arcs: "root↑x"`, single},
	} {
		before := c.s.Clone()
		require.EqualError(t, c.p.Parse(c.s), c.text)
		require.ErrorIs(t, c.p.Check(treebank.SentenceItem(c.s)), c.cause)
		require.Equal(t, before, c.s, "nothing is changed")
		for _, workers := range []int{0, 1, 2} {
			good := kit.Tree(1, none, 0, none)
			require.EqualError(t, c.p.ParseAll(t.Context(), []*conll.Sentence{good, c.s, kit.Tree(1, none)}, workers), c.text)
			require.NoError(t, good.CheckTree(true), "what comes before is parsed")
		}
	}
	require.NoError(t, multi.Parse(kit.Tree(9, 0, none, 0)))
	plain := kit.Trained(t, kit.Some(t)[:10], kit.Options(1))
	require.NoError(t, plain.Check(treebank.SentenceItem(kit.Tree(1, 1))), "who keeps none can take any")
}

func TestOnlyParsersOfDependenciesKeepHeads(t *testing.T) {
	tagger := kit.Trained(t, kit.Some(t)[:10], func() engine.Options { o := kit.LinearFor("tag"); o.Epochs = 1; return o }())
	brackets, err := kit.TrainOnTrees(t.Context(), kit.SomeTrees(t)[:10], nil, kit.LinearFor("in-order"), learn.Observer{})
	require.NoError(t, err)
	for _, p := range []*engine.Parser{tagger, brackets} {
		_, err := p.With(treebank.Request{KeepHeads: true})
		require.ErrorIs(t, err, engine.ErrKind)
		require.True(t, strings.HasSuffix(err.Error(), "there are no heads to keep for system "+p.System().Name()), err)
	}
}
