package lemma_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
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
	require.Equal(t, lemma.NewDictionary(map[string]string{
		"saw\tNOUN": "l:|", "saw\tVERB": "l:|--+e+e", "saw\tVERB\tVB\tVerbForm=Inf": "l:|",
		"Dogs\tNOUN": "l:|-", "bark\t_": "l:|", "tie\tX": "a:a",
	}), d)
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
	require.Equal(t, [3]bool{false, true, false}, lemma.NewDictionary(map[string]string{"her\t_": "l:|", "her\t_\tPRP$\t_": "l:|--"}).Reads())
	require.Equal(t, [3]bool{}, lemma.NewDictionary(map[string]string{"her": "l:|", "a\t_\t_\t_\tb": "l:|"}).Reads())
	_, ok := (*lemma.Dictionary)(nil).Script("saw", "NOUN", "NN", "_")
	require.False(t, ok)
	require.Zero(t, testing.AllocsPerRun(10, func() { _, _ = d.Script("unknown", "NOUN", "NN", "Case=Nom|Number=Plur") }))
}

// TestDictionaryIsSearched: a random dictionary has what a map has, says so in the order of keys, and reads what it writes
// without encoding/json, unless it is empty.
func TestDictionaryIsSearched(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	some := func(letters string) string {
		text := make([]rune, random.IntN(4))
		for i := range text {
			text[i] = []rune(letters)[random.IntN(len([]rune(letters)))]
		}
		return string(text)
	}
	known := 0
	for range 1000 {
		of := map[string]string{}
		for range random.IntN(9) {
			key := some("ab\"\\<\x01ä本") + "\t" + some("XY")
			if of[key] = some("l:|+\\\n\u2028\U0001f600"); random.IntN(2) == 0 {
				of[key+"\tX\t"+some("YZ")] = some("l:|")
			}
		}
		d := lemma.NewDictionary(of)
		require.Equal(t, of, maps.Collect(d.All()))
		require.Equal(t, len(of), d.Len())
		at := 0
		for key := range d.All() {
			require.Equal(t, slices.Sorted(maps.Keys(of))[at], key)
			at++
		}
		for range 9 {
			form, upos, feats := some("ab\"\\<\x01ä本"), some("XY"), some("YZ")
			want, ok := of[form+"\t"+upos+"\tX\t"+feats]
			if !ok {
				want, ok = of[form+"\t"+upos]
			}
			script, found := d.Script(form, upos, "X", feats)
			require.Equal(t, ok, found)
			if require.Equal(t, want, script); ok {
				known++
			}
		}
		text, err := json.MarshalIndent(d, " ", "\t")
		require.NoError(t, err)
		same, err := json.MarshalIndent(of, " ", "\t")
		require.NoError(t, err)
		require.Equal(t, same, text)
		read, ok := lemma.ReadDictionary(text)
		require.Equal(t, len(of) > 0, ok)
		if ok {
			require.Equal(t, d, read)
		}
		more := map[string]string{"a\tX": some("l:|"), "b\tX": some("l:|")}
		both := d.With(lemma.NewDictionary(more))
		maps.Copy(of, more)
		require.Equal(t, of, maps.Collect(both.All()))
	}
	require.Greater(t, known, 200)
}
