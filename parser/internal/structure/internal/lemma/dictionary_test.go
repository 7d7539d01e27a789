package lemma_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/structure/internal/lemma"
)

// TestDictionary: a word has the lemma that it had most often, by its XPOS and FEATS only where that is another one.
func TestDictionary(t *testing.T) {
	c := lemma.Counts{}
	for _, w := range [][5]string{
		{"saw", "NOUN", "NN", "_", "saw"}, {"saw", "VERB", "VBD", "Tense=Past", "see"},
		{"saw", "VERB", "VBD", "Tense=Past", "see"},
		{"saw", "VERB", "VBD", "Tense=Past", "saw"}, {"saw", "VERB", "VB", "VerbForm=Inf", "saw"},
		{"saw", "VERB", "VBD", "Tense=Past", "see"},
		{"Dogs", "NOUN", "NNS", "Number=Plur", "dog"}, {"Dogs", "NOUN", "NNS", "_", "dog"},
		{"bark", "_", "_", "_", "bark"}, {"tie", "X", "_", "_", "b"}, {"tie", "X", "_", "_", "a"},
		{"\xff", "X", "_", "_", "a"}, {"none", "X", "_", "_", ""}, {"a\tb", "X", "_", "_", "a"},
	} {
		c.Add(w[0], w[1], w[2], w[3], w[4])
	}
	d := c.Dictionary()
	require.Equal(t, lemma.Dictionary{
		"saw\tNOUN": "l:|", "saw\tVERB": "l:|--+e+e", "saw\tVERB\tVB\tVerbForm=Inf": "l:|",
		"Dogs\tNOUN": "l:|-", "bark\t_": "l:|", "tie\tX": "a:a",
	}, d)
	for _, w := range [][5]string{
		{"saw", "NOUN", "NN", "Number=Sing", "saw"},
		{"saw", "VERB", "VBD", "Tense=Past", "see"}, {"saw", "VERB", "_", "_", "see"},
		{"saw", "VERB", "VB", "VerbForm=Inf", "saw"}, {"Dogs", "NOUN", "", "", "dog"}, {"bark", "_", "VB", "_", "bark"}, {"bark", "VERB", "_", "_", ""},
		{"dogs", "NOUN", "NNS", "_", ""}, {"Dogs", "_", "NNS", "_", ""},
	} {
		script, ok := d.Script(w[0], w[1], w[2], w[3])
		require.Equal(t, w[4] != "", ok, "%q", w)
		text, _ := lemma.Apply(script, w[0])
		require.Equal(t, w[4], text, "%q", w)
	}
	require.Equal(t, [3]bool{true, true, true}, d.Reads())
	require.Equal(t, [3]bool{false, true, false}, lemma.Dictionary{"her\t_": "l:|", "her\t_\tPRP$\t_": "l:|--"}.Reads())
	require.Equal(t, [3]bool{}, lemma.Dictionary{"her": "l:|", "a\t_\t_\t_\tb": "l:|"}.Reads())
	_, ok := lemma.Dictionary(nil).Script("saw", "NOUN", "NN", "_")
	require.False(t, ok)
	require.Zero(t, testing.AllocsPerRun(10, func() { _, _ = d.Script("unknown", "NOUN", "NN", "Case=Nom|Number=Plur") }))
}
