package grams_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/language/internal/grams"
)

func hashes(text string) (all []uint32) {
	grams.WordsOf(text).Each(func(gram uint32) { all = append(all, gram) })
	return all
}

func TestWords(t *testing.T) {
	for text, want := range map[string]grams.Words{
		"":                            {},
		"12, 3!":                      {},
		"<https://example.org>":       {},
		"Hund und Katze":              {Script: grams.Latin, Letters: 12},
		"Это iPhone":                  {Script: grams.Latin, Letters: 6, Foreign: 3},
		"Это новый iPhone":            {Script: grams.Cyrillic, Letters: 8, Foreign: 6},
		"東京 Tokyo":                    {Script: grams.Han, Letters: 6, Foreign: 5},
		"コーヒー":                        {Script: grams.Han, Letters: 12},
		"ⲁⲛⲟⲕ":                        {Script: grams.Coptic, Letters: 4},
		"ᚠᚢᚦ":                         {Script: grams.Other, Letters: 3},
		"see www.example.org/a?b=c@d": {Script: grams.Latin, Letters: 20},
	} {
		got := grams.WordsOf(text)
		require.Equal(t, want.Script, got.Script, text)
		require.Equal(t, [2]int{want.Letters, want.Foreign}, [2]int{got.Letters, got.Foreign}, text)
	}
	require.Equal(t, hashes("see"), hashes("see www.example.org/a?b=c@d"))
}

// All n-grams of a word with its edges, and none across words.
func TestEach(t *testing.T) {
	// _a ab_ … : of "ab" these are a, b, _a, ab, b_, _ab, ab_, _ab_
	ab := hashes("ab")
	require.Len(t, ab, 8)
	require.Len(t, slices.Compact(slices.Sorted(slices.Values(ab))), 8)
	require.Equal(t, append(slices.Clone(ab), ab...), hashes("Ab, AB!"))
	require.NotEqual(t, hashes("ab"), hashes("ba"))
	// Of a word of n letters: n of one, n+1 of two, and so on to 5.
	require.Len(t, hashes("abcdefgh"), 8+9+8+7+6)
}

func table() grams.Table {
	g := &grams.Group{
		Script: grams.Latin, Languages: []string{"aa", "bb", "cc"}, Bias: []float32{0, 0.5, -0.5}, Step: 0.25,
		Grams: slices.Sorted(slices.Values(hashes("ab"))),
	}
	for i := range g.Grams {
		g.Weights = append(g.Weights, int8(i), int8(-i), -128+int8(i))
	}
	return grams.Table{g, {Script: grams.Thai, Languages: []string{"th"}, Bias: []float32{0}, Step: 1}}
}

func TestTableComesBack(t *testing.T) {
	packed := table().Encode()
	got, err := grams.Decode(packed)
	require.NoError(t, err)
	require.Equal(t, packed, got.Encode())
	require.Equal(t, table()[0].Weights, got[0].Weights)
	require.Nil(t, got.Of(grams.Greek))
	require.Greater(t, got.Of(grams.Latin).Probabilities(grams.WordsOf("ab xx"))[0], 0.9)
	require.Equal(t, []float64{1}, got.Of(grams.Thai).Probabilities(grams.WordsOf("ก")))
}

func TestDamagedTable(t *testing.T) {
	packed := table().Encode()
	for n := range packed {
		if _, err := grams.Decode(packed[:n]); !errors.Is(err, grams.ErrTable) {
			t.Fatalf("%d of %d bytes: %v", n, len(packed), err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(table().Encode())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, packed []byte) {
		if got, err := grams.Decode(packed); err == nil {
			again, err := grams.Decode(got.Encode())
			require.NoError(t, err)
			require.Equal(t, got.Encode(), again.Encode())
		} else {
			require.ErrorIs(t, err, grams.ErrTable)
		}
	})
}
