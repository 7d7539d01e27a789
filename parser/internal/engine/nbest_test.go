package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/oracle"
	"parser/parser/internal/engine"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/transition"
)

// TestTrees: the trees of a sentence differ, their probabilities fall and sum to at most 1, the beam's own tree is among
// them and first unless several derivations make another one more probable; with any number of workers.
func TestTrees(t *testing.T) {
	const most, width = 5, 12
	for _, system := range oracle.Systems(transition.Dependencies, transition.Constituents) {
		p, bank := calibrated(t, system, false)
		p = withBeam(t, p, width)
		items, plain := parsedItems(t, p, bank, most, 1), parsedItems(t, p, bank, 0, 1)
		require.Equal(t, items, parsedItems(t, p, bank, most, 3))
		several, first := 0, 0
		for i, it := range items {
			trees := append([]*treebank.Item{it}, it.Others...)
			require.LessOrEqual(t, len(trees), most)
			sum, before, seen := 0.0, 1.0, map[string]float64{}
			for _, tree := range trees {
				require.True(t, tree.Probability > 0 && tree.Probability <= before*(1+1e-9), system)
				sum, before = sum+tree.Probability, tree.Probability
				seen[shown(tree)] = tree.Probability
			}
			require.Len(t, seen, len(trees), system)
			require.LessOrEqual(t, sum, 1+1e-9)
			if len(trees) > 1 {
				several++
			}
			if shown(plain[i]) == shown(it) {
				first++
			}
			// Of the same tree the sum is at least what one derivation has.
			if own, found := seen[shown(plain[i])]; found {
				require.GreaterOrEqual(t, own, plain[i].Probability*(1-1e-9), "%s %d", system, i)
			}
		}
		require.Greater(t, several, len(items)/2, system)
		require.Greater(t, first, len(items)*3/4, system)
	}
}

// TestSumOfAllTrees: a beam that holds all derivations of a short sentence finds trees whose probabilities sum to 1. What a
// retrace says about a head is near to the sum of the trees that have it.
func TestSumOfAllTrees(t *testing.T) {
	compared := 0
	for _, system := range oracle.Systems(transition.Dependencies) {
		p, bank := calibrated(t, system, false)
		short := bank.Data.Sentences[0].Clone()
		short.Words = short.Words[:2]
		for i := range short.Words {
			short.Words[i].Head = conll.NoHead
		}
		it := treebank.SentenceItem(short)
		all := kit.Asked(t, p, func(r *treebank.Request) { r.Beam, r.NBest = treebank.MaxBeam, treebank.MaxBeam })
		require.NoError(t, all.Run(t.Context(), textfile.Each([]*treebank.Item{it}), func(*treebank.Item) error { return nil }, 1))
		sum, head := 0.0, 0.0
		for _, tree := range append([]*treebank.Item{it}, it.Others...) {
			if sum += tree.Probability; tree.Words[0].Head == it.Words[0].Head {
				head += tree.Probability
			}
		}
		require.InDelta(t, 1, sum, 1e-6, system)
		p, err := engine.New(unfitted(p), p.Scorer())
		require.NoError(t, err)
		p = kit.Asked(t, p, func(r *treebank.Request) { r.Probabilities = true })
		again := it.Clone()
		again.Others = nil
		require.NoError(t, p.Run(t.Context(), textfile.Each([]*treebank.Item{again}), func(*treebank.Item) error { return nil }, 1))
		if again.Words[0].Head == it.Words[0].Head {
			require.InDelta(t, head, again.Certainty[0].Head, 0.1, system)
			compared++
		}
	}
	require.Positive(t, compared)
}

// unfitted returns what a parser says about itself, without what is fitted to its probabilities of heads.
func unfitted(p *engine.Parser) engine.Meta {
	m := *p.Meta()
	m.HeadLogit = [2]float64{}
	return m
}

// TestTreesRefused: more than the beam is wide, and several taggings.
func TestTreesRefused(t *testing.T) {
	p, _ := calibrated(t, "arc-hybrid", false)
	_, err := p.With(treebank.Request{Beam: 1, NBest: 2})
	require.ErrorIs(t, err, engine.ErrBeam)
	_, err = p.With(treebank.Request{Beam: 2, NBest: 2})
	require.NoError(t, err)
	tagger, _ := calibrated(t, "tag", false)
	_, err = tagger.With(treebank.Request{NBest: 1})
	require.ErrorIs(t, err, engine.ErrKind)
}
