package engine_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/projective"
	kit "parser/parser/internal/training/parsertest"
	"parser/testdata/testkit"
)

// requireTree checks what every parse promises, whatever the model: a tree,
// with one root if so trained, and only labels of the training data, undecorated.
func requireTree(t *testing.T, p *engine.Parser, s *conll.Sentence) {
	t.Helper()
	single := p.Meta().Roots == "single"
	if s.Len() > 0 || !single {
		require.NoError(t, s.CheckTree(single))
	}
	for i := range s.Words {
		w := &s.Words[i]
		require.NotContains(t, w.Deprel, "↑")
		require.NotContains(t, w.Deprel, "↓")
		require.True(t, slices.ContainsFunc(p.Meta().Labels, func(l string) bool {
			return projective.Plain(l) == w.Deprel
		}), "label %q was never seen", w.Deprel)
		if single {
			require.Equal(t, w.Head == 0, w.Deprel == "root", "word %d of %d", i+1, s.Len())
		}
	}
}

// TestAlwaysATree parses word salad with models of all kinds, learned from
// ordinary trees and from random ones, where most labels are decorated.
func TestAlwaysATree(t *testing.T) {
	t.Parallel()
	const seed, sentences = 11, 30
	for i, k := range kit.Kinds() {
		for n, scheme := range []string{"head", "path", "head+path"} {
			if (i+n)%3 == 2 && !testkit.Deep() {
				continue
			}
			for _, roots := range []string{"single", "multi"} {
				if roots == "multi" && scheme != "head" && !testkit.Deep() {
					continue
				}
				r := rand.New(rand.NewPCG(seed, 0))
				o := kit.Options(1, k.Set, func(o *engine.Options) {
					o.NonProjective, o.Roots = scheme, roots
					kit.SetLearner(o, "min-updates", 0)
				})
				for name, train := range map[string][]*conll.Sentence{
					"sample": kit.Mixed(t), "random": scrambled(r, kit.Some(t)[:30]),
				} {
					p := kit.Trained(t, train, o)
					for range sentences {
						s := salad(r, train, 1+r.IntN(12))
						p.Parse(s)
						requireTree(t, p, s)
					}
					require.False(t, t.Failed(), "%v %s %s %s, seed %d", k, scheme, roots, name, seed)
				}
			}
		}
	}
}

// TestLiftedArcsComeBack: the sample's crossing arcs are learned as decorated
// labels, and parsing restores them.
func TestLiftedArcsComeBack(t *testing.T) {
	for _, scheme := range []string{"head", "path", "head+path"} {
		t.Run(scheme, func(t *testing.T) {
			p := kit.Trained(t, kit.Mixed(t), kit.Options(8, func(o *engine.Options) { o.NonProjective = scheme }))
			require.True(t, slices.ContainsFunc(p.Meta().Labels, func(l string) bool { return projective.Plain(l) != l }))
			crossing, restored := 0, 0
			for _, s := range append(kit.Sample(t, "nonproj/de.conllu"), kit.Sample(t, "nonproj/nl.conllu")...) {
				q := s.Clone()
				p.Parse(q)
				requireTree(t, p, q)
				for _, d := range conll.NonProjectiveArcs(s.Heads(nil)) {
					crossing++
					if q.Words[d-1].Head == s.Words[d-1].Head {
						restored++
					}
				}
			}
			require.Positive(t, crossing)
			require.Greater(t, restored, crossing/2)
		})
	}
}

// TestSkippingIsProjective: without a scheme no parse has crossing arcs.
func TestSkippingIsProjective(t *testing.T) {
	p := kit.Trained(t, kit.Mixed(t), kit.Options(2, func(o *engine.Options) { o.NonProjective = "skip" }))
	for _, s := range kit.Parses(p, kit.Mixed(t)) {
		require.True(t, projective.Tree(s.Heads(nil)))
	}
}

// TestHeadsGoInUnseen: the parse depends on the words alone, and all other
// columns stay as they were.
func TestHeadsGoInUnseen(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	for _, k := range kit.Kinds() {
		p := kit.Trained(t, kit.Mixed(t), kit.Options(2, k.Set))
		gold := append(kit.Sample(t, "en/dev.conllu")[:20], kit.Sample(t, "nonproj/nl.conllu")...)
		want := kit.Parses(p, gold)
		require.Equal(t, kit.Arcs(want), kit.Arcs(kit.Parses(p, want)), "%v: parsing is idempotent", k)
		for name, spoil := range map[string]func(*conll.Word, int){
			"unknown": func(w *conll.Word, n int) { w.Head, w.Deprel = conll.NoHead, "_" },
			"random":  func(w *conll.Word, n int) { w.Head, w.Deprel = r.IntN(n+1), "x↑root" },
			"outside": func(w *conll.Word, n int) { w.Head, w.Deprel = n+7, "" },
		} {
			spoiled := kit.Clones(gold)
			for _, s := range spoiled {
				for i := range s.Words {
					spoil(&s.Words[i], s.Len())
				}
			}
			got := kit.Parses(p, spoiled)
			for i := range got {
				require.Equal(t, want[i].Words, got[i].Words, "%v %s", k, name)
			}
		}
		for i := range want {
			for j, w := range want[i].Words {
				w.Head, w.Deprel = gold[i].Words[j].Head, gold[i].Words[j].Deprel
				require.Equal(t, gold[i].Words[j], w)
			}
			require.Equal(t, gold[i].Extras, want[i].Extras)
		}
	}
}

// TestExtremeLengths: no words, one, and five thousand.
func TestExtremeLengths(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	for _, k := range kit.Kinds() {
		p := kit.Trained(t, kit.Mixed(t), kit.Options(1, k.Set))
		empty := &conll.Sentence{}
		p.Parse(empty)
		require.Zero(t, empty.Len())
		for _, n := range []int{1, 2, 5000} {
			s := salad(r, kit.Mixed(t), n)
			p.Parse(s)
			requireTree(t, p, s)
			require.Equal(t, n, s.Len())
		}
	}
}

// TestUnknownWords: forms, tags and columns that were never seen, or are empty.
func TestUnknownWords(t *testing.T) {
	p := kit.Trained(t, kit.Some(t), kit.Options(2))
	s := &conll.Sentence{Words: make([]conll.Word, 7)}
	require.ErrorIs(t, p.Parse(s), conll.ErrNoTag)
	for i := range 3 {
		s.Words[i].UPOS = "X"
	}
	for i := 3; i < 7; i++ {
		s.Words[i] = conll.Word{Form: "\xff\x00λ", Lemma: "|", UPOS: "=", XPOS: " ", Feats: "A=|=B||"}
	}
	require.NoError(t, p.Parse(s))
	requireTree(t, p, s)
}

// TestManyGoroutinesOneParser is for the race detector, too.
func TestManyGoroutinesOneParser(t *testing.T) {
	const goroutines = 8
	for _, twoStep := range []bool{false, true} {
		p := kit.Trained(t, kit.Mixed(t), kit.Options(2, func(o *engine.Options) { o.TwoStep = twoStep }))
		dev := append(kit.Sample(t, "en/dev.conllu"), kit.Sample(t, "nonproj/de.conllu")...)
		want := kit.Arcs(kit.Parses(p, dev))
		var got [goroutines]string
		var group sync.WaitGroup
		for i := range goroutines {
			group.Go(func() { got[i] = kit.Arcs(kit.Parses(p, dev)) })
		}
		group.Wait()
		for i := range got {
			require.Equal(t, want, got[i])
		}
	}
}

// TestRootLabelsOfTheirOwn: words under ROOT get labels that such words had in
// training, and no others.
func TestRootLabelsOfTheirOwn(t *testing.T) {
	train := append(kit.Some(t)[:40], kit.Tree(1, 0, 0, 2))
	train[40].Words[0].Deprel, train[40].Words[2].Deprel = "second", "under"
	for _, k := range kit.Kinds() {
		p := kit.Trained(t, train, kit.Options(1, k.Set))
		require.Equal(t, "multi", p.Meta().Roots)
		r, under := rand.New(rand.NewPCG(8, 0)), map[string]bool{}
		for range 100 {
			s := salad(r, train, 1+r.IntN(10))
			p.Parse(s)
			requireTree(t, p, s)
			for i := range s.Words {
				if s.Words[i].Head == 0 {
					under[s.Words[i].Deprel] = true
				} else {
					require.NotContains(t, []string{"root", "second"}, s.Words[i].Deprel)
				}
			}
		}
		require.Subset(t, []string{"root", "second"}, slices.Collect(maps.Keys(under)))
	}
}

// A direction that training trees lack gets the labels of the other one, never
// those of ROOT's arcs while there are others.
func TestUnseenDirection(t *testing.T) {
	p := kit.Trained(t, []*conll.Sentence{kit.Tree(1, 2, 0)}, kit.Options(2))
	s := kit.Tree(1, 0, 0, 0, 0, 0)
	p.Parse(s)
	for i, w := range s.Words {
		require.Equal(t, w.Head == 0, w.Deprel == "root", "word %d: %+v", i+1, w)
	}
	alone := kit.Trained(t, []*conll.Sentence{kit.Tree(1, 0)}, kit.Options(2))
	alone.Parse(s)
	require.NoError(t, s.CheckTree(true))
}
