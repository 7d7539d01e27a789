package segment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	how "parser/parser/text"
)

// rulesOf returns prepared rules.
func rulesOf(r Rules) *Rules {
	r.prepare()
	return &r
}

// marks is a tagger that ends tokens after every unit, and sentences after full stops.
func marks(windows []*conll.Sentence) error {
	for _, w := range windows {
		for i := range w.Words {
			if w.Words[i].XPOS = tagToken; strings.HasPrefix(w.Words[i].Form, ".") {
				w.Words[i].XPOS = tagSentence
			}
		}
	}
	return nil
}

// inside is a tagger that lets nothing end.
func inside(windows []*conll.Sentence) error {
	for _, w := range windows {
		for i := range w.Words {
			w.Words[i].XPOS = tagInside
		}
	}
	return nil
}

// erratic returns a tagger that gives any tags, and values that are not tags.
func erratic(seed uint64) Tagger {
	random := rand.New(rand.NewPCG(seed, 0))
	tags := []string{tagInside, tagInside, tagInside, tagToken, tagToken, tagSentence, tagMultiword, tagMultiwordSentence, "_", "?"}
	return func(windows []*conll.Sentence) error {
		for _, w := range windows {
			for i := range w.Words {
				w.Words[i].XPOS = tags[random.IntN(len(tags))]
			}
		}
		return nil
	}
}

func readAll(t testing.TB, text string, rules *Rules, tag Tagger, o how.Options) []*conll.Sentence {
	t.Helper()
	sentences, err := textfile.ReadAll(NewReader(strings.NewReader(text), "f", rules, tag, nil, o).Read)
	require.NoError(t, err)
	return sentences
}

// written returns sentences as a file.
func written(t testing.TB, sentences []*conll.Sentence) string {
	t.Helper()
	var b bytes.Buffer
	w := conll.NewWriter(&b)
	for _, s := range sentences {
		require.NoError(t, w.Write(s))
	}
	require.NoError(t, w.Flush())
	return b.String()
}

func rebuilt(t testing.TB, sentences []*conll.Sentence) string {
	t.Helper()
	var text []byte
	for _, s := range sentences {
		var err error
		text, err = AppendText(text, s)
		require.NoError(t, err)
	}
	return string(text)
}

func TestReader(t *testing.T) {
	rules := rulesOf(Rules{Multiword: Splits{"n't": " n't"}})
	tag := func(windows []*conll.Sentence) error {
		_ = marks(windows)
		for _, w := range windows {
			for i := range w.Words {
				switch w.Words[i].Form {
				case "Don", "'":
					w.Words[i].XPOS = tagInside
				case "t":
					w.Words[i].XPOS = tagMultiword
				}
			}
		}
		return nil
	}
	got := written(t, readAll(t, "\ufeff Don't  go. Ça\u00a0va\n\n\n😀\tx", rules, tag, how.Options{Ranges: utf8.RuneCountInString}))
	require.Equal(t, ""+
		"# newdoc\n# newpar\n# sent_id = 1\n# text = Don't go.\n"+
		"1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\s\\s|SpacesBefore=\\uFEFF\\s|TokenRange=2:7\n"+
		"1\tDo\t_\t_\t_\t_\t_\t_\t_\tTokenRange=2:4\n"+
		"2\tn't\t_\t_\t_\t_\t_\t_\t_\tTokenRange=4:7\n"+
		"3\tgo\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No|TokenRange=9:11\n"+
		"4\t.\t_\t_\t_\t_\t_\t_\t_\tTokenRange=11:12\n"+
		"\n"+
		"# sent_id = 2\n# text = Ça va\n"+
		"1\tÇa\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\u00A0|TokenRange=13:15\n"+
		"2\tva\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\n\\n\\n|TokenRange=16:18\n"+
		"\n"+
		"# newpar\n# sent_id = 3\n# text = 😀 x\n"+
		"1\t😀\t_\t_\t_\t_\t_\t_\t_\tSpacesAfter=\\t|TokenRange=21:22\n"+
		"2\tx\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No|TokenRange=23:24\n\n", got)
}

// texts returns the values of the comments text.
func texts(sentences []*conll.Sentence) (all []string) {
	for _, s := range sentences {
		for _, e := range s.Extras {
			if text, ok := strings.CutPrefix(e.Text, "# text = "); ok {
				all = append(all, text)
			}
		}
	}
	return all
}

func TestReaderPresegmented(t *testing.T) {
	sentences := readAll(t, "a b. c. d\r\n\r\ne.\nf", rulesOf(Rules{}), marks, how.Options{Segmented: how.Sentences})
	require.Equal(t, []string{"a b. c. d", "e.", "f"}, texts(sentences))
	require.Equal(t, 6, sentences[0].Len(), "tokens end all the same")
}

func TestReaderLines(t *testing.T) {
	sentences := readAll(t, "a b\nc. d\r\n\r\ne", rulesOf(Rules{}), marks, how.Options{Segmented: how.Paragraphs})
	require.Equal(t, []string{"a b", "c.", "d", "e"}, texts(sentences))
	require.Contains(t, written(t, sentences), "# newpar\n# sent_id = 4")
	require.Equal(t, []int{1, 2, 2, 4}, []int{sentences[0].Line, sentences[1].Line, sentences[2].Line, sentences[3].Line})
}

// A tagger that knows one script cannot judge the tokens of another.
func TestReaderStrangeScript(t *testing.T) {
	rules := rulesOf(Rules{Scripts: []string{"Latin"}})
	var forms []string
	for _, s := range readAll(t, "x看板y-ホッケーの。a。", rules, inside, how.Options{}) {
		for i := range s.Words {
			forms = append(forms, s.Words[i].Form)
		}
		forms = append(forms, "|")
	}
	require.Equal(t, []string{"x看", "板y-ホッケー", "の。", "|", "a。", "|"}, forms)
}

func TestReaderWithoutWords(t *testing.T) {
	for _, text := range []string{"", " \n\t\n", "\ufeff"} {
		require.Empty(t, readAll(t, text, rulesOf(Rules{}), marks, how.Options{}), "%q", text)
	}
}

// checkReader checks what holds for any text, rules and tags.
func checkReader(t testing.TB, text string, rules *Rules, tag Tagger, o how.Options) {
	t.Helper()
	sentences := readAll(t, text, rules, tag, o)
	if strings.TrimFunc(text, isUnseen) == "" {
		require.Empty(t, sentences)
	}
	if len(sentences) == 0 {
		require.True(t, o.Markup != "" || o.Dehyphenate || strings.TrimFunc(text, isUnseen) == "")
		return
	}
	require.Equal(t, text, rebuilt(t, sentences))
	again, err := textfile.ReadAll(conll.NewReader(strings.NewReader(written(t, sentences)), "again.conllu").Read)
	require.NoError(t, err)
	require.Equal(t, text, rebuilt(t, again), "from a file")
	of, err := Of(again)
	require.NoError(t, err)
	require.Equal(t, text, of)
	runes := []rune(text)
	for _, s := range sentences {
		tokens, err := s.Tokens()
		require.NoError(t, err)
		for _, token := range tokens {
			if o.Ranges != nil {
				file := token.Form
				if escaped, ok := conll.MiscValue(token.Misc, spacesInToken); ok {
					file = unescape(escaped)
				}
				require.Equal(t, file, textAt(t, runes, token.Misc))
				for _, w := range s.Words[token.First:token.End] {
					if token.Multiword && w.Misc != "_" && file == token.Form {
						require.Equal(t, w.Form, textAt(t, runes, w.Misc))
					}
				}
			}
			require.LessOrEqual(t, len(token.Form), maxToken)
		}
		require.LessOrEqual(t, len(tokens), maxTokens)
	}
}

// textAt returns the text at a TokenRange, in characters.
func textAt(t testing.TB, text []rune, misc string) string {
	t.Helper()
	var start, end int
	value, _ := conll.MiscValue(misc, tokenRange)
	_, err := fmt.Sscanf(value, "%d:%d", &start, &end)
	require.NoError(t, err, misc)
	return string(text[start:end])
}

func FuzzReader(f *testing.F) {
	f.Add("The dog barked. It's loud!\n\n(Really) 3.5%…", "", uint64(1), true)
	f.Add("\ufeff \u200f\u05d0\u05d1 \u202b\ufeff\x00\x07 \u2028👨‍👩‍👧‍👦🇩🇰🇩 e\u0301\u0301 \u200d\u200b\v\f\u0085", "every|day", uint64(2), false)
	f.Add("# text = 1-2\t_\n_\r\n|\\s \\u00A0", "", uint64(3), true)
	f.Add("看似簡單，ホッケーにはデンジャ abc", "Han", uint64(4), true)
	f.Add(strings.Repeat("x", 3*maxUnblank)+strings.Repeat("é", maxUnblank)+strings.Repeat("-", maxUnblank), "marks", uint64(5), true)
	f.Add("0Aa-Ab😀\u202d", "a|b", uint64(6), false)
	f.Add("A. b x. 5 x.\n5 ‘A’ A. http://a.b/. \u200b", "x", uint64(7), false)
	f.Add("a ", "x", uint64(8), false)
	f.Add("\u200ea\u00adb\u200e \u200e \u202b(e\u0301a\u0300)\u202c x\u00adx \ufb01ne's\u2060\n\u200f\n", "e\u0301|à", uint64(10), true)
	f.Add("a\u2029b\n \nc東\n京 a\r\n 1\nไท \nย", "x", uint64(9), false)
	f.Fuzz(func(t *testing.T, text, rule string, seed uint64, lines bool) {
		if !utf8.ValidString(text) || strings.HasPrefix(text, "\x1f\x8b") {
			return
		}
		stored, err := json.Marshal(Rules{
			Single: []string{rule}, Cuts: []string{rule}, Words: []string{"看似", rule},
			Revision: int(seed % 3), Abbreviations: []string{rule, "a"}, Ambiguous: []string{"a"}, Lower: []string{rule},
			Multiword: Splits{"'s": " 's", "x": "y z", "^" + rule: "a b", strings.ToLower(rule): rule + " c"},
		})
		require.NoError(t, err)
		var rules Rules
		if json.Unmarshal(stored, &rules) != nil {
			return
		}
		o := how.Options{MaxWords: int(seed % 5), Ranges: utf8.RuneCountInString}
		if lines {
			o.Segmented = how.Paragraphs
		}
		checkReader(t, text, &rules, erratic(seed), o)
	})
}

// The tags of a window must not depend on how much of the text was available when it was read.
func TestReaderOfSlowStreams(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	var b strings.Builder
	for range 3000 {
		b.WriteString([]string{"a", "bc", ".", " ", "  ", "\n", "\n\n", "d "}[random.IntN(8)])
	}
	b.WriteString(strings.Repeat("long paragraph ", 3000))
	tag := func(windows []*conll.Sentence) error { // depends on a window's length and on places in it
		for _, w := range windows {
			for i := range w.Words {
				w.Words[i].XPOS = []string{tagInside, tagToken, tagToken, tagSentence}[(i*i+len(w.Words))%4]
			}
		}
		return nil
	}
	want := written(t, readAll(t, b.String(), rulesOf(Rules{}), tag, how.Options{}))
	for _, in := range []io.Reader{iotest.OneByteReader(strings.NewReader(b.String())), iotest.HalfReader(strings.NewReader(b.String()))} {
		got, err := textfile.ReadAll(NewReader(in, "f", rulesOf(Rules{}), tag, nil, how.Options{}).Read)
		require.NoError(t, err)
		require.Equal(t, want, written(t, got))
	}
}

func TestReaderRefuses(t *testing.T) {
	in := "first. second\nab \xe9t\xe9 x\nthird\n\n" + strings.Repeat(" ", maxBlank) + "x\nfourth"
	r := NewReader(strings.NewReader(in), "f.txt", rulesOf(Rules{}), marks, nil, how.Options{})
	var got []string
	for s, err := range r.All() {
		if err != nil {
			got = append(got, "! "+err.Error())
			require.True(t, textfile.Resumable(err))
			continue
		}
		got = append(got, strings.TrimSpace(rebuilt(t, []*conll.Sentence{s})))
	}
	require.Equal(t, []string{
		"first.", "! f.txt:2:4: bad character encoding: byte 0xE9 is not UTF-8; if the file is windows-1252: --encoding windows-1252",
		"third", "! f.txt:5:1048575: sentence too long: more than 1048576 bytes without a word, since line 3", "fourth",
	}, got)
	broken := errors.New("broken")
	_, err := textfile.ReadAll(NewReader(iotest.ErrReader(broken), "f.txt", rulesOf(Rules{}), marks, nil, how.Options{}).Read)
	require.ErrorIs(t, err, broken)
	_, err = textfile.ReadAll(NewReader(strings.NewReader("x"), "f.txt", rulesOf(Rules{}),
		func([]*conll.Sentence) error { return broken }, nil, how.Options{}).Read)
	require.ErrorIs(t, err, broken)
}

// repeated is a stream that repeats a text up to a number of bytes.
type repeated struct {
	text string
	left int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	for n+len(r.text) <= len(p) && r.left > 0 {
		n, r.left = n+copy(p[n:], r.text), r.left-len(r.text)
	}
	return n, nil
}

func TestReaderLimits(t *testing.T) {
	const size = 1 << 19
	for name, test := range map[string]struct {
		text string
		tag  Tagger
	}{
		"one token":    {"ab", inside},
		"marks":        {".-", inside},
		"one sentence": {"word ", erratic(1)},
		"characters":   {"看", inside},
	} {
		r := NewReader(&repeated{test.text, size}, "f", rulesOf(Rules{Single: []string{"Han"}}), test.tag, nil, how.Options{})
		read := 0
		for s, err := range r.All() {
			require.NoError(t, err, name)
			tokens, err := s.Tokens()
			require.NoError(t, err)
			require.LessOrEqual(t, len(tokens), maxTokens)
			read += len(rebuilt(t, []*conll.Sentence{s}))
		}
		require.InDelta(t, size, read, float64(len(test.text)), name)
		require.Less(t, cap(r.units), 2*(MaxSentence+maxToken+4*batchUnits), name)
	}
}

// The end of a text is like that of a line, whatever stands there.
func TestEndOfText(t *testing.T) {
	var seen []string
	tag := func(windows []*conll.Sentence) error {
		for _, w := range windows {
			seen = append(seen, columnsOf(w))
		}
		return marks(windows)
	}
	for _, end := range []string{"", " ", "\n", "\n\n", "\u00a0"} {
		for revision := range revision + 1 {
			readAll(t, "Dogs."+end, rulesOf(Rules{Revision: revision}), tag, how.Options{})
		}
	}
	for i, columns := range seen {
		require.Equal(t, seen[i%(revision+1)], columns)
	}
}

// The end of a text is restored, even where MISC need not say it elsewhere.
func TestTextComesBack(t *testing.T) {
	for _, text := range []string{"dog", "dog ", "dog\n", "dog \n", "dog\n\n", "a dog.\n\nb. ", "a\u2029b", "a\n \nb"} {
		checkReader(t, text, rulesOf(Rules{}), marks, how.Options{})
	}
	sentences := readAll(t, "dog ", rulesOf(Rules{}), marks, how.Options{})
	require.Contains(t, written(t, sentences), "\tSpacesAfter=\\s\n")
}

// An address ends before the mark after it.
func TestAddresses(t *testing.T) {
	for text, tokens := range map[string][]string{
		"See http://localhost:8080/.": {"See", "http://localhost:8080/", "."},
		"www.a.org, x":                {"www.a.org", ",", "x"},
		"a@b.org!":                    {"a@b.org", "!"},
		"see a.org/b?c=d.":            {"see", "a.org/b?c=d", "."},
		"at 2024-01-15T09:30:00Z.":    {"at", "2024-01-15T09:30:00Z", "."},
		"10.1000/x.y; 9":              {"10.1000/x.y", ";", "9"},
		"use 2.0.1-rc1, not 1.5-in.":  {"use", "2.0.1-rc1", ",", "not", "1.5-in."},
		"set x->next;":                {"set", "x->next", ";"},
		"and http://a.b/c.d":          {"and", "http://a.b/c.d"},
		"and a.b, c":                  {"and", "a.b,", "c"}, // no address
	} {
		var forms []string
		for _, s := range readAll(t, text, rulesOf(Rules{Revision: revision}), inside, how.Options{}) {
			for i := range s.Words {
				forms = append(forms, s.Words[i].Form)
			}
		}
		require.Equal(t, tokens, forms)
	}
}
