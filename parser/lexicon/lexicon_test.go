package lexicon_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/parser/lexicon"
)

func read(t testing.TB, text string) *lexicon.Lexicon {
	t.Helper()
	l, err := lexicon.Read(strings.NewReader(text), "words.tsv")
	require.NoError(t, err)
	return l
}

// written returns what a form can be, an analysis a line.
func written(l *lexicon.Lexicon, form string) (lines []string) {
	blank := func(text string) string {
		if text == "" {
			return "_"
		}
		return text
	}
	for _, a := range l.Analyses(form) {
		feats := blank(a.Feats)
		if a.Open {
			feats += "|…"
		}
		lines = append(lines, strings.Join([]string{blank(a.Lemma), blank(a.UPOS), blank(a.XPOS), feats}, " "))
	}
	return lines
}

func TestLines(t *testing.T) {
	l := read(t, "\ufeff# Words.\r\n\nwalked\twalk\tVERB\tVBD\tVerbForm=Fin|Tense=Past\r\n#\t#\tSYM\n  \nNew York\t_\tPROPN\n"+
		"walked\twalk\tVERB\t_\t_|VerbForm=Part\nété\tété\t_\nwalked\twalk\tVERB\tVBD\tVerbForm=Fin|Tense=Past\nx\t_\tX\t_\t_")
	require.Equal(t, []string{"walk VERB VBD Tense=Past|VerbForm=Fin", "walk VERB _ VerbForm=Part|…"}, written(l, "walked"), "one line is there twice")
	require.Equal(t, []string{"# SYM _ _"}, written(l, "#"))
	require.Equal(t, []string{"_ PROPN _ _"}, written(l, "New York"))
	require.Equal(t, []string{"été _ _ _"}, written(l, "été"))
	require.Empty(t, l.Analyses("Walked"))
	require.Empty(t, l.Analyses(""))
	require.Empty(t, l.Analyses(strings.Repeat("x", 1000)))
	require.True(t, l.Has("x"))
	require.False(t, l.Has("y"))
	require.Equal(t, 6, l.Len())
	require.Zero(t, read(t, "").Len())
	require.Empty(t, read(t, "# nothing\n").Analyses("x"))
}

// Whatever the words are, they have the analyses that a map of them has, in the order of the lines.
func TestTableIsAMap(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 2))
	letters := []rune("abß字")
	word := func() string {
		w := make([]rune, 1+r.IntN(5))
		for i := range w {
			w[i] = letters[r.IntN(len(letters))]
		}
		return string(w)
	}
	for _, lines := range []int{1, 2, 3, 100, 20000} {
		want, seen := map[string][]string{}, map[string]bool{}
		var text strings.Builder
		n := 0
		for range lines {
			form, lemma, upos := word()+word(), word(), []string{"NOUN", "VERB", "ADJ"}[r.IntN(3)]
			line := fmt.Sprintf("%s\t%s\t%s\n", form, lemma, upos)
			text.WriteString(line)
			if !seen[line] {
				seen[line] = true
				want[form] = append(want[form], lemma+" "+upos+" _ _")
				n++
			}
		}
		l := read(t, text.String())
		require.Equal(t, n, l.Len())
		for form, analyses := range want {
			require.Equal(t, analyses, written(l, form))
		}
		for range 1000 {
			form := word() + word()
			require.Equal(t, want[form], written(l, form))
		}
	}
}

func TestRefusedLines(t *testing.T) {
	for text, want := range map[string]string{
		"a\ta\tNOUN\nb\tb\n":                  "words.tsv:2: it has not the columns form, lemma and UPOS, with tabs between them: \"b\\tb\"",
		"a a NOUN\n":                          "words.tsv:1: it has not the columns",
		"# x\n\na\ta\tNoun\n":                 "words.tsv:3: \"Noun\" is no universal part of speech",
		"a\t\tNOUN\n":                         "words.tsv:1: its lemma is empty",
		"\ta\tNOUN\n":                         "words.tsv:1: its form is empty",
		"a\ta\t\n":                            "words.tsv:1: a column is empty",
		"a \ta\tNOUN\n":                       "words.tsv:1: its form has a blank too many",
		"a\ta\x01\tNOUN\n":                    "words.tsv:1: its lemma has a control character",
		"a\ta\tNOUN\tN N\n":                   "words.tsv:1: XPOS has a blank: \"N N\"",
		"a\ta\tNOUN\t_\tnumber=Sing\n":        "words.tsv:1: feature \"number=Sing\" is not of the form Name=Value",
		"a\ta\tNOUN\t_\tA=B|A=C\n":            "words.tsv:1: feature A occurs twice",
		"a\ta\tNOUN\t_\t_\tx\n":               "words.tsv:1: it has 6 columns",
		"a\xff\ta\tNOUN\n":                    "words.tsv:1: byte 0xFF is not UTF-8",
		"a\ta\tNOUN\t\xff\n":                  "words.tsv:1: byte 0xFF is not UTF-8",
		strings.Repeat("a", 300) + "\ta\tX\n": "words.tsv:1: a form or a lemma has more than 250 bytes",
		strings.Repeat("a", 20000):            "words.tsv:1: it has more than 16384 bytes",
		"a\tb\tN;SG\na\tb\tSG\n":              "words.tsv:2: \"SG\" has no part of speech of UniMorph",
	} {
		_, err := lexicon.Read(strings.NewReader(text), "words.tsv")
		require.ErrorContains(t, err, want)
		var place *textfile.Error
		require.ErrorAs(t, err, &place)
	}
	var many strings.Builder
	for i := range 256 {
		fmt.Fprintf(&many, "a\t%d\tX\n", i)
	}
	_, err := lexicon.Read(strings.NewReader(many.String()), "words.tsv")
	require.EqualError(t, err, `words.tsv: "a" has more than 255 different entries`)
}

// The first file that has a word says what it can be.
func TestFirstFileDecides(t *testing.T) {
	own, all := read(t, "a\tx\tNOUN\n"), read(t, "a\ty\tVERB\nb\ty\tVERB\n")
	both := own.With(all)
	require.Equal(t, []string{"x NOUN _ _"}, written(both, "a"))
	require.Equal(t, []string{"y VERB _ _"}, written(both, "b"))
	require.Equal(t, 3, both.Len())
	require.Equal(t, 1, own.Len())
	_, err := both.MarshalJSON()
	require.Error(t, err)
}

func TestUniMorph(t *testing.T) {
	l := read(t, "walk\twalked\tV;PST\nwalk\twalked\tV;V.PTCP;PST\nhond\thonden\tN;PL\nmały\tmałego\tADJ;{ACC/GEN};MASC;SG\nabout\tabout\tADP\n")
	require.Equal(t, []string{
		"walk VERB _ Tense=Imp,Past,Pqp|…", "walk AUX _ Tense=Imp,Past,Pqp|…",
		"walk VERB _ Tense=Imp,Past,Pqp|VerbForm=Ger,Part|…",
		"walk AUX _ Tense=Imp,Past,Pqp|VerbForm=Ger,Part|…", "walk ADJ _ Tense=Imp,Past,Pqp|VerbForm=Ger,Part|…",
	}, written(l, "walked"))
	require.Equal(t, []string{"hond NOUN _ Number=Count,Plur,Ptan|…", "hond PROPN _ Number=Count,Plur,Ptan|…"}, written(l, "honden"))
	require.Equal(t, []string{"mały ADJ _ Case=Acc,Gen|Gender=Com,Masc|Number=Sing|…"}, written(l, "małego"))
	require.Equal(t, []string{"about ADP _ _"}, written(l, "about"))

	small := l.Analyses("małego")[0]
	require.True(t, small.Fits("Case=Gen|Degree=Pos|Gender=Masc|Number=Sing"))
	require.True(t, small.Fits("_"))
	require.False(t, small.Fits("Case=Nom|Gender=Masc|Number=Sing"))
	require.False(t, small.Fits("Number=Plur"))
	exact := read(t, "a\ta\tNOUN\t_\tNumber=Sing\n").Analyses("a")[0]
	require.True(t, exact.Fits("Number=Sing"))
	require.False(t, exact.Fits("Case=Nom|Number=Sing"))
	require.False(t, exact.Fits("_"))
}

// dictionary writes files of Hunspell, and opens them.
func dictionary(t testing.TB, aff, dic string) (*lexicon.Lexicon, error) {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "xx.aff"), []byte(aff), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "xx.dic"), []byte(dic), 0o600))
	return lexicon.Open(filepath.Join(folder, "xx.dic"))
}

func TestHunspell(t *testing.T) {
	for _, c := range []struct {
		name, aff, dic string
		has, lacks     string
	}{
		{
			"conditions, cross products", "SET UTF-8\nPFX A Y 1\nPFX A 0 re .\nSFX B Y 3\n" +
				"SFX B 0 ed [^y]\nSFX B y ied [^aeiou]y\nSFX B 0 s .\nSFX C N 1\nSFX C 0 er .\n",
			"4\ncry/B\nwork/AB\nplay/B\ndeal/AC\n",
			"cry cried crys work worked works rework reworked reworks plays deal dealer redeal", "cryed plaied redealer recry 4 played",
		},
		{
			"one suffix after another", "SET UTF-8\nSFX A Y 1\nSFX A 0 er/B .\nSFX B Y 1\nSFX B 0 s .\n", "1\nwork/A\n",
			"work worker workers", "works",
		},
		{
			"long flags", "SET UTF-8\nFLAG long\nSFX Aa Y 1\nSFX Aa 0 s .\nSFX Ab Y 1\nSFX Ab 0 t .\n", "1\nwork/AaAb\n", "works workt", "worka",
		},
		{
			"numbers", "SET UTF-8\nFLAG num\nSFX 1001 Y 1\nSFX 1001 0 s .\n", "2\nwork/1001,7\nA/S\n", "works A/S", "A",
		},
		{
			"lists of flags", "SET UTF-8\nAF 2\nAF AB\nAF A\nSFX A Y 1\nSFX A 0 s .\nSFX B Y 1\nSFX B 0 t .\n", "2\nwork/1\ndog/2\n", "works workt dogs", "dogt",
		},
		{
			"what is no word", "SET UTF-8\nNEEDAFFIX X\nFORBIDDENWORD Y\nONLYINCOMPOUND Z\nCIRCUMFIX C\n" +
				"SFX A Y 1\nSFX A 0 s .\nPFX G Y 1\nPFX G 0 ge/C .\nSFX H Y 1\nSFX H 0 t/C .\n",
			"5\nwork/XA\nbad/YA\nauto/ZA\nlieb/GH\n", "works lieb geliebt", "work bad bads auto gelieb liebt",
		},
		{
			"a whole word", "SET UTF-8\nFULLSTRIP\nSFX A Y 1\nSFX A go went go\n", "1\ngo/A\n", "go went", "gowent",
		},
		{
			"its own letters", "SET ISO8859-1\nOCONV 1\nOCONV ae \xe6\nSFX A Y 1\nSFX A \xe9 \xe8s \xe9\n", "2\n\xe9t\xe9/A\nlaes\n", "été étès læs", "laes",
		},
		{
			"escapes and lines without a word", "SET UTF-8\nSFX A Y 1\nSFX A 0 s .\n", "1\n\n st:x\nkm\\/h/A\n", "km/h km/hs", "x",
		},
	} {
		l, err := dictionary(t, c.aff, c.dic)
		require.NoError(t, err, c.name)
		for _, form := range strings.Fields(c.has) {
			require.True(t, l.Has(form), "%s: %s", c.name, form)
		}
		for _, form := range strings.Fields(c.lacks) {
			require.False(t, l.Has(form), "%s: %s", c.name, form)
		}
	}
	l, err := dictionary(t, "SET UTF-8\nAM 1\nAM po:verb st:be\nSFX A Y 2\nSFX A 0 s .\nSFX A 0 ly . po:adv\n", "3\nwas\t1\nhot/A po:adj\ndog/A\n")
	require.NoError(t, err)
	require.Equal(t, []string{"be VERB _ _", "be AUX _ _"}, written(l, "was"))
	require.Equal(t, []string{"hot ADJ _ _"}, written(l, "hots"))
	require.Equal(t, []string{"hot ADV _ _"}, written(l, "hotly"))
	require.Equal(t, []string{"dog _ _ _"}, written(l, "dogs"))
	require.True(t, l.Analyses("dogs")[0].Stem)
}

func TestRefusedDictionaries(t *testing.T) {
	for aff, want := range map[string]string{
		"SET UTF-8\nFLAG odd\n":                       "xx.aff:2: FLAG is UTF-8, long or num, not \"odd\"",
		"SET UTF-8\nFLAG num\nSFX x Y 1\nSFX x 0 s .": "xx.aff:3: SFX needs one flag, not \"x\"",
		"SET UTF-8\nSFX A Y\n":                        "xx.aff:2: a rule has a flag",
		"SET UTF-8\nSFX A Y many\n":                   "xx.aff:2: SFX A has no number of lines to come, but \"many\"",
		"SET UTF-8\nSFX A Y 1\nSFX A 0 s [ab\n":       "xx.aff:3: a bracket is not closed in \"[ab\"",
		"SET UTF-8\nNEEDAFFIX AB\n":                   "xx.aff:2: NEEDAFFIX needs one flag",
		"SET Klingon\n":                               "xx.aff: no encoding \"klingon\"",
		"SET UTF-8\n\xff\n":                           "xx.aff:2: it is not UTF-8, as SET says",
	} {
		_, err := dictionary(t, aff, "1\nx\n")
		require.ErrorContains(t, err, want)
	}
	_, err := dictionary(t, "SET UTF-8\n", "1\n\xff\n")
	require.ErrorContains(t, err, "xx.dic:2: it is not UTF-8")
	_, err = lexicon.Open(filepath.Join(t.TempDir(), "xx.dic"))
	require.Error(t, err)
	alone := filepath.Join(t.TempDir(), "xx.dic")
	require.NoError(t, os.WriteFile(alone, []byte("1\nx\n"), 0o600))
	_, err = lexicon.Open(alone)
	require.ErrorContains(t, err, "a dictionary of Hunspell has its rules beside it: stat ")
	_, err = lexicon.Open(filepath.Join(t.TempDir(), "none.tsv"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

// The forms are those of all entries, file by file, and of Hunspell the stems.
func TestForms(t *testing.T) {
	l, err := lexicon.Read(strings.NewReader("x\ty\tNOUN\n# z\nv\t_\t_\nx\tw\tVERB\n"), "words")
	require.NoError(t, err)
	stems, err := dictionary(t, "SFX A Y 1\nSFX A 0 s .\n", "2\ndog/A\ncat\n")
	require.NoError(t, err)
	require.Equal(t, []string{"x", "v", "x", "dog", "cat"}, slices.Collect(l.With(stems).Forms()))
	for range l.With(stems).Forms() {
		break
	}
}
