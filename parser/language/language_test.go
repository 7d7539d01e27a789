package language_test

import (
	"math"
	"os"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"parser/parser/language"
)

// sentences has a sentence of each language: its code, a tab, the sentence.
func sentences(t testing.TB) (codes, texts []string) {
	content, err := os.ReadFile("testdata/sentences.tsv")
	require.NoError(t, err)
	for line := range strings.Lines(string(content)) {
		code, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		require.True(t, ok, line)
		codes, texts = append(codes, code), append(texts, text)
	}
	return codes, texts
}

func TestIdentify(t *testing.T) {
	codes, texts := sentences(t)
	known := language.Languages()
	for i, text := range texts {
		g := language.Identify(text)
		require.Equal(t, codes[i], g.Language, "%s %v", text, language.Rank(text)[:1])
		require.Contains(t, append(known, language.Unknown), codes[i])
	}
	require.Len(t, known, 62)
}

// A text that is in no language that is known, or in none.
func TestUnknown(t *testing.T) {
	for _, text := range []string{
		"", " \t\n", "1984 – 2001, 3.5 %", "😀 → ★", "https://example.org/da/hund", "<br>",
		"ភាសាខ្មែរ", "አማርኛ", "বাংলা", "\xff\xfe", "ᚠᚢᚦᚨᚱᚲ",
	} {
		require.Equal(t, language.Guess{Language: language.Unknown, Probability: 1}, language.Identify(text), "%q", text)
	}
	g := language.Identify("Oo") // any language of Latin letters
	require.Equal(t, language.Unknown, g.Language)
	require.InDelta(t, 1-language.Rank("Oo")[0].Probability, g.Probability, 1e-9)
}

// What does not belong to the language of a text does not change it.
func TestIrrelevant(t *testing.T) {
	_, texts := sentences(t)
	for _, text := range texts {
		want := language.Rank(text)
		for name, other := range map[string]string{
			"punctuation": "(" + strings.ReplaceAll(text, " ", " – ") + "!)", "digits": text + " 2001", "address": "https://example.org/ " + text,
			"blanks": " " + strings.ReplaceAll(text, " ", "\n\t"), "decomposed": norm.NFD.String(text),
		} {
			got := language.Rank(other)
			require.Equal(t, want[0].Language, got[0].Language, "%s: %s", name, other)
			require.InDelta(t, want[0].Probability, got[0].Probability, 1e-9, "%s: %s", name, other)
		}
	}
}

func TestRankIsADistribution(t *testing.T) {
	_, texts := sentences(t)
	for _, text := range append(texts, "", "a", "ж") {
		for _, among := range [][]string{nil, {"da", "nb", "ru"}, {"xx"}} {
			check(t, language.Rank(text, among...), among)
		}
	}
}

func check(t *testing.T, all []language.Guess, among []string) {
	require.NotEmpty(t, all)
	sum := 0.0
	for i, g := range all {
		sum += g.Probability
		require.False(t, math.IsNaN(g.Probability) || g.Probability < 0 || g.Probability > 1)
		require.True(t, i == 0 || g.Probability <= all[i-1].Probability)
		if len(among) > 0 && g.Language != language.Unknown {
			require.Contains(t, among, g.Language)
		}
	}
	require.InDelta(t, 1, sum, 1e-9)
}

func TestAmong(t *testing.T) {
	const text = "Hunden sover ude i haven, for det er sommer."
	require.Equal(t, "da", language.Identify(text).Language)
	among := language.Identify(text, "nb", "sv")
	require.Equal(t, "nb", among.Language)
	require.Equal(t, language.Guess{Language: "da", Probability: 1}, language.Identify(text, "da"))
	require.Equal(t, language.Guess{Language: language.Unknown, Probability: 1}, language.Identify(text, "ru", "el"))
}

func TestManyGoroutines(t *testing.T) {
	codes, texts := sentences(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i, text := range texts {
				if got := language.Identify(text).Language; got != codes[i] {
					t.Errorf("%s: %s", text, got)
				}
			}
		})
	}
	group.Wait()
}

func TestSize(t *testing.T) {
	info, err := os.Stat("table.bin")
	require.NoError(t, err)
	require.LessOrEqual(t, info.Size(), int64(1_000_000))
}

func FuzzIdentify(f *testing.F) {
	_, texts := sentences(f)
	for _, text := range append(texts, "", "\xff", "a_b", "ǅ", "İstanbul") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		check(t, language.Rank(text), nil)
		g := language.Identify(text)
		require.False(t, g.Probability < 0 || g.Probability > 1)
		letters := strings.ContainsFunc(text, func(c rune) bool { return c != utf8.RuneError && (unicode.IsLetter(c) || unicode.IsMark(c)) })
		require.True(t, letters || g.Language == language.Unknown)
	})
}

func BenchmarkIdentify(b *testing.B) {
	_, texts := sentences(b)
	b.ReportAllocs()
	for i := range b.N {
		language.Identify(texts[i%len(texts)])
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "sentences/s")
}
