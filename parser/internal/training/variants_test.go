package training_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	learn "parser/parser/internal/training"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
)

// TestVariants: a parser that learned from copies in capitals, too, and its tagger of lemmas, know such words better,
// and the model counts the sentences of the treebank.
func TestVariants(t *testing.T) {
	train := kit.Some(t)
	shouted := kit.Clones(train)
	for _, s := range shouted {
		for i := range s.Words {
			s.Words[i].Form = strings.ToUpper(s.Words[i].Form)
		}
	}
	data := treebank.Data{Sentences: train}
	right := func(variants bool) (las, lemmas float64) {
		o := kit.Options(6, kit.MultiTask("upos"))
		o.Tag, o.Variants = "lemma", variants
		p, err := learn.Run(t.Context(), data, treebank.Data{}, o, learn.Observer{})
		require.NoError(t, err)
		require.Equal(t, len(train), p.Meta().Sentences)
		require.Equal(t, data.Digest(), p.Meta().Train)
		require.Equal(t, variants, p.Taggers()[0].Meta().Options.Variants)
		parsed := kit.Parses(p, kit.Untagged(shouted, "lemma", "upos"))
		return kit.LAS(t, p, shouted), accuracy(train, parsed, "lemma")
	}
	las, lemmas := right(false)
	lasVaried, lemmasVaried := right(true)
	require.Greater(t, lasVaried, las)
	require.Greater(t, lemmasVaried, lemmas)

	o := kit.TreeOptions("bracket", 1)
	o.Variants = true
	_, err := learn.New(o)
	require.ErrorContains(t, err, "no variants of trees in Penn brackets")
}

// TestPipelineHasVariants: what parses raw text meets all spellings.
func TestPipelineHasVariants(t *testing.T) {
	o := kit.Options(1)
	o.Pipeline, o.Jackknife = true, 2
	p, err := learn.Run(t.Context(), treebank.Data{Sentences: kit.Some(t)[:20]}, treebank.Data{}, o, learn.Observer{})
	require.NoError(t, err)
	require.True(t, p.Meta().Options.Variants)
	for _, tagger := range p.Taggers() {
		require.True(t, tagger.Meta().Options.Variants)
	}
}
