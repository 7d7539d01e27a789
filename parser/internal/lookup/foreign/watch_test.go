package foreign_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/lookup/foreign"
)

// words are those of a text; each of the known ones has an ending of its own.
func words(text string) (all []conll.Word) {
	for form := range strings.FieldsSeq(text) {
		all = append(all, conll.Word{Form: form})
	}
	return all
}

// dictionary returns one of known words: dog, cat, running, winning.
var dictionary = slices.Values([]string{"Dog", "cat", "running", "winning", "x0"})

func TestRate(t *testing.T) {
	k := foreign.Of(nil, 0, "", dictionary)
	for text, want := range map[string]float64{
		"dog cat DOG x7":        0,   // the last as networks know digits
		"dog bird":              0.5, // names and marks do not count
		"dog Bird , 12 ! bird.": 0.5,
		"pinning sing dog":      1. / 3, // the first is known by its ending
		"do\u00adg":             0,      // by its normal form
		"":                      0,
	} {
		require.InDelta(t, want, k.Rate(slices.Values([][]conll.Word{words(text)})), 1e-9, text)
	}
	require.Nil(t, foreign.Of(nil, 0.1, ""))
	require.Nil(t, foreign.Of(nil, 0.1, "", slices.Values([]string{"."})))
}

// watching returns what watches a text for a model that knows this.
func watching(k *foreign.Known) *foreign.Watch {
	return foreign.NewWatch(func() *foreign.Known { return k }, nil)
}

// TestWatchAsks: what the model knows is asked for once, by a text of fifty words or 250 bytes, and not by a shorter one.
func TestWatchAsks(t *testing.T) {
	for text, sentences := range map[string]int{"dog ": 50, "dog . ": 25, "птица ": 25} {
		asked := 0
		watch := foreign.NewWatch(func() *foreign.Known {
			asked++
			return foreign.Of(nil, 0.1, "", dictionary)
		}, nil)
		for n := range 2 * sentences {
			watch.See(words(text))
			require.Equal(t, n+1 >= sentences, asked == 1, "%s, %d sentences", text, n+1)
		}
	}
}

// TestWatch: what is said depends on the rate of the model, the number of words and the scripts.
func TestWatch(t *testing.T) {
	const known, unknown, cyrillic = "dog ", "bird ", "птица "
	many := strings.Repeat
	for name, c := range map[string]struct {
		rate float64
		text string
		want string // part of what is said; "" for nothing
	}{
		"known": {0.1, many(known, 1000), ""},
		"unknown": {0.1, many(unknown, 60),
			"only 0 % of the last 50 words are like words that the model has learned, and 90 % in text of its own kind"},
		"too few":                {0.1, many(unknown, 49), ""},
		"names":                  {0.1, many("Bird ", 1000), ""},
		"fewer than twice":       {0.4, many(known+unknown+unknown+unknown, 200), ""},
		"more than twice":        {0.3, many(known+unknown+unknown+unknown, 200), "only 26 %"},
		"a little more":          {0.1, many(known+known+unknown, 200), ""},
		"later":                  {0.1, many(known, 2000) + many(unknown, 200), "of the last 300 words"},
		"a few, later":           {0.1, many(known, 2000) + many(unknown, 60) + many(known, 500), ""},
		"no rate":                {0, many(unknown, 1000), ""},
		"script":                 {0, many(cyrillic, 60), "most letters are Cyrillic; the model knows Latin"},
		"too few letters":        {0, many(cyrillic, 40), ""},
		"part of another script": {0, many(known+known+known+known+known+known+cyrillic, 50), "21 % of the letters are Cyrillic; the model knows Latin"},
		"a word now and then":    {0, many(known, 300) + cyrillic + many(known, 300), ""},
		"decomposed":             {0, "dog e\u0301t", "not in the normal form NFC"},
	} {
		t.Run(name, func(t *testing.T) {
			watch := watching(foreign.Of(nil, c.rate, "", dictionary))
			var said []string
			for s := range slices.Chunk(words(c.text), 10) {
				if why := watch.See(s); why != "" {
					said = append(said, why)
				}
			}
			if c.want == "" {
				require.Empty(t, said)
			} else {
				require.Len(t, said, 1)
				require.Contains(t, said[0], c.want)
			}
		})
	}
	latin := watching(foreign.Of(nil, 0.9, "", slices.Values([]string{"птица"})))
	require.Empty(t, latin.See(words(many(cyrillic+known, 60))), "Latin words are part of texts in all scripts")
	require.Equal(t, "most letters are Latin; the model knows Cyrillic", latin.See(words(many(unknown, 300))))
}

// TestWatchForm: without words to know, only the normal form is watched.
func TestWatchForm(t *testing.T) {
	watch := watching(nil)
	require.Empty(t, watch.See(words(strings.Repeat("птица ", 1000))))
	require.Contains(t, watch.See(words("e\u0301")), "NFC")
	require.Empty(t, watch.See(words("e\u0301")), "once")
}

func BenchmarkSee(b *testing.B) {
	var d []string
	for i := range 20000 {
		d = append(d, fmt.Sprintf("word%d", i))
	}
	watch := watching(foreign.Of(nil, 0.1, "", slices.Values(d)))
	s := words(strings.Repeat("word17 Other words, which 12 ", 5))
	b.ReportAllocs()
	for range b.N {
		watch.See(s)
	}
}
