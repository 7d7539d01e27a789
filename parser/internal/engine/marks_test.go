package engine_test

import (
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/text"
	"parser/testdata/testkit"
)

var loaded sync.Map // by language

// modelOf returns the model of a language. It skips the test if the clone is one without models.
func modelOf(t testing.TB, lang string) *engine.Parser {
	t.Helper()
	if lang != "en" {
		testkit.Model(t, lang)
	}
	load, _ := loaded.LoadOrStore(lang, sync.OnceValues(func() (*engine.Parser, error) {
		name := filepath.Join("..", "..", "models", lang, lang+".npz")
		if lang == "en" {
			name = filepath.Join("..", "..", "english", "english.npz")
		}
		return engine.Load(name)
	}))
	p, err := load.(func() (*engine.Parser, error))()
	require.NoError(t, err)
	return p
}

// cutBy returns the tokens of each sentence of a raw text.
func cutBy(t testing.TB, p *engine.Parser, raw string) (sentences [][]string) {
	t.Helper()
	r, err := p.Text(strings.NewReader(raw), "raw", text.Options{})
	require.NoError(t, err)
	all, err := textfile.ReadAll(r.Read)
	require.NoError(t, err)
	for _, s := range all {
		tokens, err := s.Tokens()
		require.NoError(t, err)
		var forms []string
		for _, token := range tokens {
			forms = append(forms, token.Form)
		}
		sentences = append(sentences, forms)
	}
	return sentences
}

// pairs are opening and closing marks.
var pairs = strings.Fields("“ ” \" \" „ “ « » » « ‘ ’ ( ) [ ] ‹ › ” ” 「 」 ¿ ?")

const leastShare = 0.95

// marksFound returns how many of a pair of marks are tokens of a text, and the tokens that have them otherwise.
func marksFound(t *testing.T, lang, raw, open, shut string) (found int, others []string) {
	t.Helper()
	for _, tokens := range cutBy(t, modelOf(t, lang), raw) {
		for _, form := range tokens {
			if form == open || form == shut {
				found++
			} else if strings.Contains(form, open) || strings.Contains(form, shut) {
				others = append(others, form)
			}
		}
	}
	return found, others
}

// TestMarksAreTokens: a pair of marks around words of a sentence are tokens, in all languages.
func TestMarksAreTokens(t *testing.T) {
	for lang := range testkit.ModelDevs(t) {
		found, all, others := 0, 0, []string(nil)
		row := table(t, "../../models/sentences.tsv")[lang]
		if row == nil {
			t.Logf("no sentence in %s", lang)
			continue
		}
		runes := []rune(row[0][0])
		words, end := strings.Fields(string(runes[:len(runes)-1])), string(runes[len(runes)-1:])
		for i := 0; i < len(pairs); i += 2 {
			open, shut := pairs[i], pairs[i+1]
			raw := open + words[0] + shut + " " + strings.Join(words[1:], " ") + end + "\n\n" + open + strings.Join(words, " ") + shut + end
			n, more := marksFound(t, lang, raw, open, shut)
			found, all, others = found+n, all+4, append(others, more...)
		}
		require.GreaterOrEqual(t, float64(found), leastShare*float64(all), "%s: %q", lang, others)
	}
}

// TestMarksInTreebanks tries pairs of marks in sentences of dev.
func TestMarksInTreebanks(t *testing.T) {
	if !testkit.Deep() {
		t.Skip("PARSER_DEEP is not set: it reads the dev of all languages")
	}
	const sentences = 25
	for lang, file := range testkit.ModelDevs(t) {
		t.Run(lang, func(t *testing.T) {
			dev, err := conll.ReadFile(testkit.Shared(t, file))
			require.NoError(t, err)
			for i := 0; i < len(pairs); i += 2 {
				open, shut := pairs[i], pairs[i+1]
				var raw strings.Builder
				n := 0
				for _, s := range dev {
					for words := 1; words <= 3 && n < sentences; words++ {
						if sentence, ok := wrapped(s, open, shut, words); ok {
							raw.WriteString(sentence + "\n")
							n++
						}
					}
				}
				require.Equal(t, sentences, n)
				found, others := marksFound(t, lang, raw.String(), open, shut)
				assert.GreaterOrEqual(t, float64(found), 2*leastShare*sentences, "%s %s: %q", open, shut, others)
			}
		})
	}
}

// wrapped returns the text of a sentence with marks around words of its middle, which stand between blanks and other
// marks, or in a script without blanks.
func wrapped(s *conll.Sentence, open, shut string, words int) (string, bool) {
	tokens, err := s.Tokens()
	if err != nil {
		return "", false
	}
	isWord := func(i int) bool {
		return !strings.ContainsFunc(tokens[i].Form, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsMark(c) })
	}
	blankless := unicode.In([]rune(tokens[0].Form)[0], unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
	for i := len(tokens)/3 + 1; i+words < len(tokens); i++ {
		last := i + words - 1
		if !isWord(i) || !isWord(last) || !blankless && (!tokens[i-1].SpaceAfter() || !tokens[last].SpaceAfter() && strings.Trim(tokens[last+1].Form, ",.;:") != "") {
			continue
		}
		var raw strings.Builder
		for k, token := range tokens {
			if strings.Contains(token.Form, open) || strings.Contains(token.Form, shut) {
				return "", false
			}
			if k == i {
				raw.WriteString(open)
			}
			raw.WriteString(token.Form)
			if k == last {
				raw.WriteString(shut)
			}
			if token.SpaceAfter() {
				raw.WriteString(" ")
			}
		}
		return raw.String() + "\n", true
	}
	return "", false
}
