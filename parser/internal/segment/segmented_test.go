package segment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/segment/signs"
	how "parser/parser/text"
)

// formsOf returns the tokens of sentences.
func formsOf(t testing.TB, sentences []*conll.Sentence) (all [][]string) {
	t.Helper()
	for _, s := range sentences {
		tokens, err := s.Tokens()
		require.NoError(t, err)
		var forms []string
		for _, token := range tokens {
			forms = append(forms, token.Form)
		}
		all = append(all, forms)
	}
	return all
}

// contractions is a tagger that cuts everything into units, and takes those with an apostrophe for several words.
func contractions(windows []*conll.Sentence) error {
	for _, w := range windows {
		for i := range w.Words {
			if w.Words[i].XPOS = tagSentence; i > 1 && w.Words[i-1].Form == "'" {
				w.Words[i].XPOS = tagMultiwordSentence
			}
		}
	}
	return nil
}

func TestGivenTokens(t *testing.T) {
	rules := rulesOf(Rules{Multiword: Splits{"n't": " n't", "^zum": "zu dem"}})
	got := written(t, readAll(t, "We don't say e.g. 34\u00a0470 .\r\n\n It's fine\n", rules, contractions, how.Options{Segmented: how.Horizontal}))
	require.Equal(t, ""+
		"# newdoc\n# newpar\n# sent_id = 1\n# text = We don't say e.g. 34 470 .\n"+
		"1\tWe\t_\t_\t_\t_\t_\t_\t_\t_\n"+
		"2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"+
		"2\tdo\t_\t_\t_\t_\t_\t_\t_\t_\n"+
		"3\tn't\t_\t_\t_\t_\t_\t_\t_\t_\n"+
		"4\tsay\t_\t_\t_\t_\t_\t_\t_\t_\n"+
		"5\te.g.\t_\t_\t_\t_\t_\t_\t_\t_\n"+
		"6\t34 470\t_\t_\t_\t_\t_\t_\t_\tSpacesInToken=34\\u00A0470\n"+
		"7\t.\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\r\\n\\n\\s\n\n"+
		"# newpar\n# sent_id = 2\n# text = It's fine\n"+
		"1\tIt's\t_\t_\t_\t_\t_\t_\t_\t_\n"+
		"2\tfine\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\n\n\n", got)
	got = written(t, readAll(t, "We\ndon't\n34 470\n\n\nx", rules, contractions, how.Options{Segmented: how.Vertical}))
	require.Equal(t, ""+
		"# newdoc\n# sent_id = 1\n# text = We don't 34 470\n"+
		"1\tWe\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\n\n"+
		"2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\n\n"+
		"2\tdo\t_\t_\t_\t_\t_\t_\t_\t_\n"+
		"3\tn't\t_\t_\t_\t_\t_\t_\t_\t_\n"+
		"4\t34 470\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\n\\n\\n\n\n"+
		"# sent_id = 2\n# text = x\n1\tx\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n\n", got)
}

// Without rules and a tagger, tokens that are given stay as they are.
func TestGivenTokensWithoutRules(t *testing.T) {
	require.Equal(t, [][]string{{"don't", "go.", "a-b"}, {"x"}}, formsOf(t, readAll(t, "don't go. a-b\nx", nil, nil, how.Options{Segmented: how.Horizontal})))
	require.Equal(t, [][]string{{"don", "'", "t"}}, formsOf(t, readAll(t, "don\n'\nt", nil, nil, how.Options{Segmented: how.Vertical})))
	require.Equal(t, [][]string{{"A", ".", "B", "."}, {"c"}}, formsOf(t, readAll(t, "A. B.\nc", nil, nil, how.Options{Segmented: how.Sentences})))
}

// A tagger sees vertical text as if it were running text.
// TestFindSentences: sentences end between given tokens where the tagger says, which sees them as in running text, and
// always at the end of a line or a block.
func TestFindSentences(t *testing.T) {
	var seen []conll.Word
	tag := func(windows []*conll.Sentence) error {
		for _, w := range windows {
			seen = append(seen, slices.Clone(w.Words)...)
			for i := range w.Words {
				if u := &w.Words[i]; u.Form == "." || u.Form == "No" { // the second is inside a token, where no sentence ends
					u.XPOS = tagSentence
				}
			}
		}
		return nil
	}
	readAll(t, "It is late. \"Go!\" he said\nNo-one (b)\n\nd\n", rulesOf(Rules{}), tag, how.Options{Segmented: how.Paragraphs})
	running := seen
	want := [][]string{{"It", "is", "late", "."}, {"\"", "Go", "!", "\"", "he", "said"}, {"No-one", "(", "b", ")"}, {"d"}}
	for g, text := range map[how.Segmented]string{
		how.Horizontal: "It is late . \" Go ! \" he said\nNo-one ( b )\n\nd\n",
		how.Vertical:   "It\nis\nlate\n.\n\"\nGo\n!\n\"\nhe\nsaid\n\nNo-one\n(\nb\n)\n\nd\n",
	} {
		seen = nil
		sentences := readAll(t, text, rulesOf(Rules{}), tag, how.Options{Segmented: g, FindSentences: true})
		require.Equal(t, want, formsOf(t, sentences), "%v", g)
		require.Equal(t, text, rebuilt(t, sentences))
		require.Equal(t, running, seen)
	}
}

func TestVerticalLooksLikeText(t *testing.T) {
	var seen []string
	tag := func(windows []*conll.Sentence) error {
		for _, w := range windows {
			seen = append(seen, columnsOf(w))
		}
		return marks(windows)
	}
	readAll(t, "We\ndon't\ngo\n\nx", rulesOf(Rules{}), tag, how.Options{Segmented: how.Vertical})
	readAll(t, "We don't go\n\nx", rulesOf(Rules{}), tag, how.Options{Segmented: how.Horizontal})
	require.Equal(t, seen[0], seen[len(seen)/2])
}

// What is given and cannot be kept is an error, and the rest of its sentence is left out.
func TestGivenRefuses(t *testing.T) {
	long := strings.Repeat("x", maxToken+1)
	for _, c := range []struct {
		given how.Segmented
		text  string
		want  []string
	}{
		{how.Sentences, "a b\nc \xff d\ne f", []string{"a b",
			"! f:2:3: bad character encoding: byte 0xFF is not UTF-8; if the file is windows-1252: --encoding windows-1252", "e f"}},
		{how.Horizontal, "a b\nc d\xff e\nf", []string{"a b",
			"! f:2:4: bad character encoding: byte 0xFF is not UTF-8; if the file is windows-1252: --encoding windows-1252", "f"}},
		{how.Horizontal, "\xff b\nc", []string{"! f:1:1: bad character encoding: byte 0xFF is not UTF-8; if the file is windows-1252: --encoding windows-1252", "c"}},
		{how.Vertical, "a\nb\n\nc\n\xffd\ne\n \nf\n\n\xff\n\ng",
			[]string{"a b", "! f:5:1: bad character encoding: byte 0xFF is not UTF-8; if the file is windows-1252: --encoding windows-1252",
				"f", "! f:10:1: bad character encoding: byte 0xFF is not UTF-8; if the file is windows-1252: --encoding windows-1252", "g"}},
		{how.Vertical, "a\nb\tX\nc\n\nd\n", []string{"! f:2: wrong number of columns: a tab or another control character in the token \"b\\tX\"", "d"}},
		{how.Horizontal, "a\nb " + long + " c\nd", []string{"a", "! f:2: sentence too long: a token of more than 10000 bytes", "d"}},
		{how.Vertical, long[:maxToken-1] + "\u200bx\n\nd", []string{"! f:1: sentence too long: a token of more than 10000 bytes", "d"}},
		{how.Horizontal, long[:maxToken] + "\nd", []string{long[:maxToken], "d"}},
		{how.Horizontal, strings.Repeat("x ", maxTokens) + "\nd", []string{strings.TrimSpace(strings.Repeat("x ", maxTokens)), "d"}},
		{how.Horizontal, strings.Repeat("x ", maxTokens+1) + "y\nd", []string{"! f:1: sentence too long: more than 5000 tokens or 262144 bytes", "d"}},
		{how.Sentences, strings.Repeat("x ", 3*maxTokens) + "y\nd", []string{"! f:1: sentence too long: more than 5000 tokens or 262144 bytes", "d"}},
	} {
		var got []string
		for s, err := range NewReader(strings.NewReader(c.text), "f", rulesOf(Rules{}), marks, nil, how.Options{Segmented: c.given}).All() {
			if err != nil {
				require.True(t, textfile.Resumable(err))
				got = append(got, "! "+err.Error())
				continue
			}
			got = append(got, texts([]*conll.Sentence{s})...)
		}
		require.True(t, slices.Equal(c.want, got), "%.100q, %.100q", c.want, got)
	}
	broken := errors.New("broken")
	r := NewReader(io.MultiReader(strings.NewReader("a b\nc"), iotest.ErrReader(broken)), "f", rulesOf(Rules{}), marks, nil,
		how.Options{Segmented: how.Horizontal})
	s, err := r.Read()
	require.NoError(t, err)
	require.Equal(t, 2, s.Len())
	_, err = r.Read()
	require.ErrorIs(t, err, broken)
}

// Sentences that are found end at MaxWords, and none that is given does.
func TestMaxWords(t *testing.T) {
	rules := rulesOf(Rules{Multiword: Splits{"'s": " 's"}})
	tag := func(windows []*conll.Sentence) error {
		for _, w := range windows {
			for i := range w.Words {
				switch w.Words[i].XPOS = tagToken; w.Words[i].Form {
				case "it", "'":
					w.Words[i].XPOS = tagInside
				case "s":
					w.Words[i].XPOS = tagMultiword
				}
			}
		}
		return nil
	}
	text := "a b c d it's e f it's it's"
	found := readAll(t, text, rules, tag, how.Options{MaxWords: 3})
	require.Equal(t, []string{"a b c", "d it's", "e f", "it's", "it's"}, texts(found))
	require.Equal(t, text, rebuilt(t, found))
	require.Len(t, readAll(t, text, rules, tag, how.Options{MaxWords: 1}), 9, "a token of two words is not cut")
	for _, given := range []how.Segmented{how.Sentences, how.Horizontal, how.Vertical} {
		require.Len(t, readAll(t, text, rules, tag, how.Options{Segmented: given, MaxWords: 3}), 1)
	}
}

// Ranges count what the text has, in any unit, and go on after an error.
func TestRanges(t *testing.T) {
	rules := rulesOf(Rules{Multiword: Splits{"n't": " n't", "'s": " is"}})
	bytes := func(s string) int { return len(s) }
	runs := func(s string) int { return len(utf16.Encode([]rune(s))) }
	for _, c := range []struct {
		count func(string) int
		want  string
	}{
		{bytes, "Ça=3:6 😀=7:11 don't=12:17 do=12:14 n't=14:17 it's=18:22 x=28:29"},
		{utf8.RuneCountInString, "Ça=1:3 😀=4:5 don't=6:11 do=6:8 n't=8:11 it's=12:16 x=22:23"},
		{runs, "Ça=1:3 😀=4:6 don't=7:12 do=7:9 n't=9:12 it's=13:17 x=23:24"},
	} {
		var got []string
		note := func(form, misc string) {
			if place, ok := conll.MiscValue(misc, tokenRange); ok {
				got = append(got, form+"="+place)
			}
		}
		for s, err := range NewReader(strings.NewReader("\ufeffÇa 😀 don't it's\n\xff\xfe y\nx"), "f", rules, contractions,
			nil, how.Options{Segmented: how.Horizontal, Ranges: c.count}).All() {
			if err != nil {
				continue
			}
			tokens, err := s.Tokens()
			require.NoError(t, err)
			for _, token := range tokens {
				note(token.Form, token.Misc)
				for _, w := range s.Words[token.First:token.End] {
					if token.Multiword {
						note(w.Form, w.Misc)
					}
				}
			}
		}
		require.Equal(t, c.want, strings.Join(got, " "))
	}
}

// A dialogue gets each sentence before the next one has begun.
func TestImmediate(t *testing.T) {
	for _, c := range []struct {
		given how.Segmented
		says  []string
	}{
		{0, []string{"a b\n\n", "\nc\n\n"}},
		{how.Paragraphs, []string{"a b\n", "\nc\n"}},
		{how.Sentences, []string{"a b\n", "c\n"}},
		{how.Horizontal, []string{"a b\r\n", " \nc\n"}},
		{how.Vertical, []string{"a\nb\n\n", "c\n\n"}},
	} {
		in, out := io.Pipe()
		r := NewReader(in, "f", rulesOf(Rules{}), marks, nil, how.Options{Segmented: c.given, Immediate: true})
		var sentences []*conll.Sentence
		for _, says := range c.says {
			go func() { _, _ = out.Write([]byte(says)) }()
			s, err := r.Read()
			require.NoError(t, err)
			sentences = append(sentences, s)
		}
		require.NoError(t, out.Close())
		_, err := r.Read()
		require.Equal(t, io.EOF, err)
		require.Equal(t, strings.Join(c.says, ""), rebuilt(t, sentences))
	}
}

// secondBlanks are blanks in a row: a form has the first of them.
var secondBlanks = regexp.MustCompile(`([\pZ\s])[\pZ\s]+`)

// given returns the tokens of a text, sentence by sentence, as Segmented says.
func given(text string, g how.Segmented) (all [][]string) {
	text = strings.ReplaceAll(text, "\u2029", map[bool]string{true: "\n\n", false: " "}[g == how.Vertical])
	var lines [][]string // tokens between ends of lines
	for line := range strings.SplitSeq(text, "\n") {
		tokens := []string{line}
		if g != how.Vertical {
			tokens = textfile.Fields(line)
		}
		var forms []string
		for _, token := range tokens {
			if token = strings.TrimFunc(token, signs.IsBlank); token != "" {
				forms = append(forms, secondBlanks.ReplaceAllString(strings.ReplaceAll(token, "\u00a0", " "), "$1"))
			}
		}
		lines = append(lines, forms)
	}
	var sentence []string
	for _, forms := range append(lines, nil) {
		sentence = append(sentence, forms...)
		if len(sentence) > 0 && (g != how.Vertical || forms == nil) {
			all, sentence = append(all, sentence), nil
		}
	}
	return all
}

// FuzzGiven reads any text whose sentences, and tokens, are given: they are those that come out, for any rules and
// tags; the text comes back, except the spaces that no-break spaces in tokens stand for.
func FuzzGiven(f *testing.F) {
	f.Add("We don't go .\n\nIt 's\u00a0x late\r\n", "x", uint64(1))
	f.Add("a\u00a0\u00a0 b \u00a0\u2003c\u00a0\u3000d\n", "x", uint64(5))
	f.Add("a\nb c\n\nd\n \ne\u2029f\u00a0\ng", "a|b", uint64(2))
	f.Add("\ufeff\u200ba\u200bb \u00a0c\u00a0 \u00a0\n看似簡單 看\tx\u3000y\u0085", "Han", uint64(3))
	f.Add(strings.Repeat("x", 2*maxUnblank)+" "+strings.Repeat("é-", maxUnblank), "marks", uint64(4))
	f.Fuzz(func(t *testing.T, text, rule string, seed uint64) {
		if !utf8.ValidString(text) || strings.HasPrefix(text, "\x1f\x8b") {
			return
		}
		stored, err := json.Marshal(Rules{
			Single: []string{rule}, Cuts: []string{rule}, Words: []string{rule}, Spaces: seed%3 == 0, Scripts: []string{"Latin"}[:seed%2],
			Multiword: Splits{"'s": " 's", "x": "y z", "^" + rule: "a b", strings.ToLower(rule): rule + " c"},
		})
		require.NoError(t, err)
		var rules Rules
		if json.Unmarshal(stored, &rules) != nil {
			return
		}
		for _, g := range []how.Segmented{how.Horizontal, how.Vertical} { // between whose tokens sentences may be found
			o := how.Options{Segmented: g, FindSentences: true, MaxWords: int(seed % 3)}
			sentences, err := textfile.ReadAll(NewReader(strings.NewReader(text), "f", &rules, erratic(seed), nil, o).Read)
			if errors.Is(err, conll.ErrColumns) || errors.Is(err, conll.ErrTooLong) {
				continue
			}
			require.NoError(t, err)
			require.Equal(t, slices.Concat(given(text, g)...), slices.Concat(formsOf(t, sentences)...), "%v", g)
		}
		for _, g := range []how.Segmented{how.Sentences, how.Horizontal, how.Vertical} {
			for _, immediate := range []bool{false, true} {
				o := how.Options{Segmented: g, Ranges: utf8.RuneCountInString, Immediate: immediate, MaxWords: int(seed % 3)}
				sentences, err := textfile.ReadAll(NewReader(strings.NewReader(text), "f", &rules, erratic(seed), nil, o).Read)
				if errors.Is(err, conll.ErrColumns) || errors.Is(err, conll.ErrTooLong) {
					continue
				}
				require.NoError(t, err)
				if got, want := formsOf(t, sentences), given(text, g); g != how.Sentences {
					require.Equal(t, want, got, "%v", g)
				} else {
					require.Equal(t, len(given(text, g)), len(got))
				}
				back := rebuilt(t, sentences)
				if plain := strings.ReplaceAll(text, "\u00a0", " "); g >= how.Horizontal {
					text, back = plain, strings.ReplaceAll(back, "\u00a0", " ")
				}
				if len(sentences) > 0 && !immediate {
					require.Equal(t, text, back, fmt.Sprint(g))
				} else if immediate {
					require.True(t, strings.HasPrefix(text, back))
				}
			}
		}
	})
}
