package engine_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/decode"
	"parser/parser/internal/engine"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/transition"
)

// breaks reports whether the tree of a sentence breaks a rule.
func breaks(p *engine.Parser, words []conll.Word) bool {
	labels, a := p.Meta().Labels, p.Meta().Agreement
	nodes, tagging := []transition.Node{{Label: transition.None}}, &decode.Tagging{Agreement: a}
	for _, w := range words {
		nodes = append(nodes, transition.Node{Head: int32(w.Head), Label: int32(slices.Index(labels, w.Deprel))})
		tagging.Best = append(tagging.Best, a.Number(w.UPOS))
	}
	return decode.NewRules(labels).Broken(nodes, tagging)
}

func withRules(t *testing.T, p *engine.Parser) *engine.Parser {
	t.Helper()
	return kit.Asked(t, p, func(r *treebank.Request) { r.Valid = true })
}

// TestRulesAreObeyed by all systems, greedily and with a beam: heads stay, and so does every tree that breaks no rule.
func TestRulesAreObeyed(t *testing.T) {
	t.Parallel()
	dev := kit.Sample(t, "en/dev.conllu")
	before, after := 0, 0
	for i, k := range kit.Kinds() {
		p := kit.Trained(t, kit.Some(t), kit.Options(1, k.Set, func(o *engine.Options) {
			if o.NonProjective = "skip"; i%3 == 0 {
				kit.TinyNetwork(o)
				kit.MultiTask("upos")(o)
			}
		}))
		p, err := p.Calibrated(p.Bank(treebank.Data{Sentences: dev[:5]}))
		require.NoError(t, err)
		for _, width := range []int{1, 3} {
			plain := kit.Retagging(t, withBeam(t, p, width))
			obeying := withRules(t, plain)
			was, is, again := kit.Parses(plain, dev), kit.Parses(obeying, dev), kit.Clones(dev)
			require.NoError(t, obeying.ParseAll(t.Context(), again, 3))
			require.Equal(t, kit.Arcs(is), kit.Arcs(again), k)
			for s := range dev {
				require.Equal(t, was[s].Heads(nil), is[s].Heads(nil), k)
				if broken := breaks(p, was[s].Words); broken {
					before++
				} else {
					require.Equal(t, was[s].Labels(nil), is[s].Labels(nil), k)
				}
				if breaks(p, is[s].Words) {
					after++
				}
			}
		}
	}
	t.Logf("%d of %d trees break rules without them, and %d with them", before, 2*len(kit.Kinds())*len(dev), after)
	require.Greater(t, before, 50)
	require.Less(t, after*20, before)
}

// TestSeveralTreesObeyRules, and steps that lead to them are as probable as labels and trees are said to be.
func TestSeveralTreesObeyRules(t *testing.T) {
	p, bank := calibrated(t, "arc-eager", false, func(o *engine.Options) { o.Epochs, o.NonProjective = 1, "skip" })
	p = withBeam(t, p, 8)
	count := func(p *engine.Parser) (broken int) {
		for i, it := range parsedItems(t, p, bank, 4, 1) {
			for _, tree := range append([]*treebank.Item{it}, it.Others...) {
				if breaks(p, tree.Words) {
					broken++
				}
				require.Positive(t, tree.Probability, i)
				for _, c := range tree.Certainty {
					require.True(t, c.Label > 0 && c.Label <= 1+1e-9, i)
				}
			}
		}
		return broken
	}
	require.Less(t, count(withRules(t, p))*10, count(p))
}

// TestGivenHeadsAndRules: what is given stays, though it breaks rules, and the rest obeys.
func TestGivenHeadsAndRules(t *testing.T) {
	train := kit.Some(t)
	p := kit.Trained(t, train, kit.Options(1))
	both := withRules(t, keepingHeads(t, p))
	given := withHoles(rand.New(rand.NewPCG(3, 3)), train)
	requireKept(t, both, given, kit.Parses(both, given))
	twice := kit.Tree(1, 2, 0, 2)
	twice.Words[0].Deprel, twice.Words[2].Deprel = "nsubj", "nsubj"
	requireKept(t, both, []*conll.Sentence{twice}, kit.Parses(both, []*conll.Sentence{twice}))
	twice.Words[2].Deprel = "_"
	require.NotEqual(t, "nsubj", kit.Parses(both, []*conll.Sentence{twice})[0].Words[2].Deprel)
}

func TestRulesNeedLabelsThatHaveThem(t *testing.T) {
	other := kit.Clones(kit.Some(t)[:10])
	for _, s := range other {
		for i := range s.Words {
			s.Words[i].Deprel = "x"
		}
	}
	tagger := kit.TinyTagger(t, "upos")
	for _, p := range []*engine.Parser{kit.Trained(t, other, kit.Options(1)), tagger} {
		_, err := p.With(treebank.Request{Valid: true})
		require.ErrorIs(t, err, engine.ErrKind)
	}
}
