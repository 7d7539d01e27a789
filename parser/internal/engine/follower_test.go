package engine_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/training"
	"parser/parser/treebank"
)

// TestFollowing: a model of two treebanks follows the one that is chosen, with what cuts text and makes lemmas of another model.
func TestFollowing(t *testing.T) {
	sentence := func(label string) *conll.Sentence {
		return &conll.Sentence{Words: []conll.Word{
			{Form: "Dogs", UPOS: "NOUN", Head: 2, Deprel: label}, {Form: "bark", UPOS: "VERB", Deprel: "root"},
		}}
	}
	data := treebank.Data{
		Sentences: []*conll.Sentence{sentence("nsubj"), sentence("subj")},
		Sources:   []treebank.Source{{Name: "one"}, {Name: "two"}}, From: []int{0, 1},
	}
	o := engine.DefaultsFor("arc-hybrid")
	o.Epochs, o.Lang = 80, "xx"
	o.UseScorer("neural")
	o.Neural.Size, o.Neural.MultiTask, o.Neural.Rate, o.Neural.Dropout, o.Neural.WordDropout = "small", "upos", 0.01, 0, 0
	p, err := training.Run(t.Context(), data, treebank.Data{}, o, training.Observer{})
	require.NoError(t, err)
	label := func(p *engine.Parser) string {
		s := sentence("_")
		require.NoError(t, p.Parse(s))
		return s.Words[0].Deprel
	}
	require.Equal(t, "nsubj", label(p))

	danish := modelOf(t, "da")
	two, err := p.Following("two", danish)
	require.NoError(t, err)
	require.Equal(t, "subj", label(two))
	require.Equal(t, "nsubj", label(p), "the parser itself is as it was")
	require.Equal(t, []string{"two", "one"}, two.Meta().Treebanks)
	require.Equal(t, "da", two.Meta().Lang)
	require.Same(t, danish.Segmenter().Tagger, two.Segmenter().Tagger)
	require.Contains(t, two.Predicts(), "lemma")
	again, err := two.With(treebank.Request{Treebank: "one"})
	require.NoError(t, err)
	require.Equal(t, "nsubj", label(again), "what is asked for comes first")

	bare, err := p.Following("two", nil)
	require.NoError(t, err)
	require.Equal(t, "subj", label(bare))
	require.Nil(t, bare.Segmenter())
	require.Equal(t, "xx", bare.Meta().Lang)
	_, err = p.Following("three", danish)
	require.ErrorIs(t, err, engine.ErrOptions)
	require.ErrorContains(t, err, `"three", but from one, two`)
	_, err = danish.Following("one", nil)
	require.ErrorIs(t, err, engine.ErrOptions)
}
