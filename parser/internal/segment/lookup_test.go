package segment

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/unicode/norm"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/lookup"
	how "parser/parser/text"
)

// columns returns what a tagger is shown of a text, by a table or none.
func columns(t *testing.T, text string, rules *Rules, by *lookup.Table) (shown []conll.Word) {
	t.Helper()
	_, err := textfile.ReadAll(NewReader(strings.NewReader(text), "f", rules, func(windows []*conll.Sentence) error {
		for _, w := range windows {
			shown = append(shown, w.Words...)
		}
		return marks(windows)
	}, by.Forms, how.Options{}).Read)
	require.NoError(t, err)
	return shown
}

// A tagger is shown the same of a text in NFC as of one with decomposed letters, ligatures and what is not seen.
func TestWindowsAreNormal(t *testing.T) {
	const text = "L'été où l’Œil s'était fini, vào số everyday: Hà Nội. Re-finish off; 한국 ガラス 3,5\n"
	rules := rulesOf(Rules{
		Revision: revision, Single: []string{"Katakana"}, Words: []string{"ガラス"}, Cuts: []string{"fi|ni", "é|té", "한|국"},
		Lower: []string{"été"}, Abbreviations: []string{"Nội"},
	})
	want := columns(t, text, rules, nil)
	decomposed := norm.NFD.String(text)
	require.Greater(t, len(decomposed), len(text))
	require.Equal(t, want, columns(t, decomposed, rules, nil))
	for _, other := range [][2]string{
		{"fini", "fi\u00adni"}, {"off", "oﬀ"}, {"everyday", "every\u200eday\u200f"}, {" Hà", " \u202aHà"}, {"Nội", "Nội\u2060"},
		{",", ",\ufe0e"}, {" off", " \u200e off"},
	} {
		require.Contains(t, text, other[0])
		require.Equal(t, want, columns(t, strings.Replace(text, other[0], other[1], 1), rules, nil), "%+q", other)
	}
}

// A tagger is shown marks that its treebank lacks as those that it has, by the blanks around them.
func TestWindowsOfUnknownMarks(t *testing.T) {
	by := lookup.New(lookup.MarksOf(slices.Values(strings.Fields("« » . , - ! ?"))))
	rules := rulesOf(Rules{Revision: revision})
	want := columns(t, "Hun sagde: «Nej», og «ja!» til (os). «A» - b, c?\n", rules, by)
	for _, other := range []string{
		"Hun sagde: \"Nej\", og \"ja!\" til (os). \"A\" - b, c?\n",
		"Hun sagde: „Nej“, og „ja!“ til {os}. “A” — b، c?\n", "Hun sagde: ”Nej”, og ”ja!” til [os]. ”A” − b, c?\n",
	} {
		require.Equal(t, want, columns(t, other, rules, by), other)
	}
}

// TestReaderOfUnseen: what is not seen belongs to the word before it or, after a blank, to the blank. Tokens and words keep
// their letters as they stand in the file.
func TestReaderOfUnseen(t *testing.T) {
	rules := rulesOf(Rules{Multiword: Splits{"n't": " n't", "été": "ét é", "ﬁne": "never", "fine": "f ine", "au": "à le"}, Cuts: []string{"ab|été"}})
	split := func(windows []*conll.Sentence) error {
		_ = marks(windows)
		for _, w := range windows {
			for i := range w.Words {
				if u := &w.Words[i]; u.XPOS == tagToken && rules.Multiword.lower(u.Form, true) != nil {
					u.XPOS = tagMultiword
				}
			}
		}
		return nil
	}
	for text, want := range map[string]string{
		"\u200ea\u200e b\u00adc":    "a\u200e b\u00adc",
		"a \u200e b":                "a b",
		"\u202b(a\u202c)":           "( a\u202c )",
		"x.\u200f\n\u200ey":         "x .\u200f y",
		"abe\u0301te\u0301":         "ab [e\u0301te\u0301: e\u0301t e\u0301]",
		"été e\u0301t\u00ade\u0301": "[été: ét é] [e\u0301t\u00ade\u0301: e\u0301t\u00ad e\u0301]",
		"ﬁne":                       "[ﬁne: f ine]",
		"a\u00adu é au":             "[a\u00adu: à le] é [au: à le]",
		"e\u0301 au è au":           "e\u0301 [au: a\u0300 le] è [au: à le]",
		"re\u200bopened a/\u200bb":  "reopened a / b",
		"กา\u200bกา a \u200bb":      "ก า ก า a b",
		"1\ufe0f\u20e3 ❤\ufe0f!":    "1\ufe0f\u20e3 ❤\ufe0f !",
	} {
		var got []string
		sentences := readAll(t, text, rules, split, how.Options{Ranges: utf8.RuneCountInString})
		for _, s := range sentences {
			tokens, err := s.Tokens()
			require.NoError(t, err)
			for _, token := range tokens {
				form := token.Form
				if token.Multiword {
					var words []string
					for _, w := range s.Words[token.First:token.End] {
						words = append(words, w.Form)
					}
					form = "[" + form + ": " + strings.Join(words, " ") + "]"
				}
				got = append(got, form)
			}
		}
		require.Equal(t, want, strings.Join(got, " "), "%+q", text)
		require.Equal(t, text, rebuilt(t, sentences))
		checkReader(t, text, rules, split, how.Options{Ranges: utf8.RuneCountInString})
	}
}
