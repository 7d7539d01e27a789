package lemma_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/lemma"
)

// TestDictionary: a word has the lemma that it had most often, by its FEATS only where that matters.
func TestDictionary(t *testing.T) {
	c := lemma.Counts{}
	for _, w := range [][4]string{
		{"saw", "NOUN", "_", "saw"}, {"saw", "VERB", "Tense=Past", "see"}, {"saw", "VERB", "Tense=Past", "see"},
		{"saw", "VERB", "Tense=Past", "saw"}, {"saw", "VERB", "VerbForm=Inf", "saw"},
		{"Dogs", "NOUN", "Number=Plur", "dog"}, {"Dogs", "NOUN", "_", "dog"},
		{"bark", "_", "_", "bark"}, {"tie", "X", "_", "b"}, {"tie", "X", "_", "a"},
		{"\xff", "X", "_", "a"}, {"none", "X", "_", ""},
	} {
		c.Add(w[0], w[1], w[2], w[3])
	}
	d := c.Dictionary()
	require.Equal(t, lemma.Dictionary{
		"saw\tNOUN": "l:|", "saw\tVERB\tTense=Past": "l:|--+e+e", "saw\tVERB\tVerbForm=Inf": "l:|",
		"Dogs\tNOUN": "l:|-", "bark\t_": "l:|", "tie\tX": "a:a",
	}, d)
	for _, w := range [][4]string{
		{"saw", "NOUN", "Number=Sing", "saw"}, {"saw", "VERB", "Tense=Past", "see"}, {"Dogs", "NOUN", "", "dog"},
		{"bark", "VERB", "_", "bark"}, {"saw", "VERB", "_", ""}, {"dogs", "NOUN", "_", ""}, {"Dogs", "_", "_", ""},
	} {
		text, ok := d.Lemma(w[0], w[1], w[2])
		require.Equal(t, w[3], text, "%q", w)
		require.Equal(t, w[3] != "", ok)
	}
	_, ok := lemma.Dictionary(nil).Lemma("saw", "NOUN", "_")
	require.False(t, ok)
	_, ok = lemma.Dictionary{"a\tX": "broken"}.Lemma("a", "X", "_")
	require.False(t, ok)
}
