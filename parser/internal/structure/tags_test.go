package structure

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/treebank"
	"parser/transition"
)

// tagger returns the codec of a field with labels, of lemmas that before format 9.
func tagger(t *testing.T, field string, labels ...string) Codec {
	e, err := (&Encoding{Field: field, Columns: (&Encoding{Field: field}).Reads()}).Codec("tag", "")
	require.NoError(t, err)
	require.NoError(t, e.SetLabels(labels))
	return KnownLemmas(e, nil)
}

// TestLemmasAreLearnedAsScripts: a word without lemma has no label, but "_" is the lemma of "_".
func TestLemmasAreLearnedAsScripts(t *testing.T) {
	e := tagger(t, Lemmas)
	s := &conll.Sentence{Words: []conll.Word{
		{Form: "Dogs", Lemma: "dog"}, {Form: "are", Lemma: "be"}, {Form: "_", Lemma: "_"}, {Form: "gone", Lemma: "_"}, {Form: "", Lemma: ""},
	}}
	b := e.Bank(treebank.Data{Sentences: []*conll.Sentence{s}})
	require.Equal(t, []string{"l:|-", "l:--+b|", "l:|", "", ""}, b.Gold[0].Labels)
	require.True(t, b.Scorable)
	require.False(t, e.Bank(treebank.Data{Sentences: []*conll.Sentence{{Words: s.Words[3:]}}}).Scorable)

	made := s.Clone()
	made.Words[0].Lemma = "dogs"
	made.Words[3].Lemma = "go"
	scores, err := e.Scores(b.Data, treebank.Data{Sentences: []*conll.Sentence{made}})
	require.NoError(t, err)
	require.InDelta(t, 200./3, scores.Accuracy, 1e-9, "lemmas count, not scripts, of words that have some")
	require.Equal(t, Lemmas, Fields()[len(Fields())-1], "they are made of what the others predict")
}

// TestLemmasAreMadeByScripts: where one cannot be applied, or makes what cannot stand in a
// column, the form is the lemma.
func TestLemmasAreMadeByScripts(t *testing.T) {
	for label, want := range map[string]string{
		"l:|-": "ab", "k:|": "ABc", "a:be": "be", "l:|----": "ABc", "l:|---": "ABc", "none": "ABc", `a:\t`: "ABc", `a:\n`: "ABc", "a:": "ABc",
	} {
		words := []conll.Word{{Form: "ABc", Lemma: "old"}}
		var c transition.Config
		s := transition.Tag{}
		s.Start(&c, 1)
		for m := range transition.NumMoves {
			if !s.Terminal(&c) && s.Legal(&c).Has(m) {
				s.Apply(&c, m, 0)
			}
		}
		tagger(t, Lemmas, label).Read(&c, &treebank.Item{Words: words}, words)
		require.Equal(t, want, words[0].Lemma, label)
	}
}
