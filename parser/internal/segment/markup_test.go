package segment

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	how "parser/parser/text"
	"parser/testdata/testkit"
)

// shownBy returns what sentences show: a line for each, "¶" before a paragraph.
func shownBy(sentences []*conll.Sentence) (lines []string) {
	for _, s := range sentences {
		line := ""
		if has(s, "newpar") {
			line = "¶ "
		}
		lines = append(lines, line+texts([]*conll.Sentence{s})[0])
	}
	return lines
}

// checkMarkup checks what a text with markup shows, and what holds for every text, also if it comes byte by byte.
func checkMarkup(t *testing.T, text string, o how.Options, want ...string) {
	t.Helper()
	o.Ranges = utf8.RuneCountInString
	rules := rulesOf(Rules{})
	sentences := readAll(t, text, rules, marks, o)
	require.Equal(t, want, shownBy(sentences), text)
	checkReader(t, text, rules, marks, o)
	slow, err := textfile.ReadAll(NewReader(iotest.OneByteReader(strings.NewReader(text)), "f", rules, marks, nil, o).Read)
	require.NoError(t, err)
	require.Equal(t, written(t, sentences), written(t, slow))
}

// Where markup ends a paragraph or a line, or a script or a divided word goes on in the next line, sentences do.
func TestMarkup(t *testing.T) {
	checkMarkup(t, "<p>One <b>t</b>wo.<br>\n3 &lt;&#8217;&fjlig;<p hidden>x<p>y", how.Options{Markup: how.HTML}, "¶ One two.", "3 <’fj", "¶ y")
	checkMarkup(t, "# One *two* #\n- a  \n  b\n\n> c\\*\n> `x` d", how.Options{Markup: how.Markdown}, "¶ One two", "¶ a", "b", "¶ c* d")
	checkMarkup(t, "the <b>sys-</b>\n<i>tem</i> pol&shy;icy", how.Options{Markup: how.HTML, Dehyphenate: true}, "¶ the system policy")
	checkMarkup(t, "> 東\n> *京*\n> 都  \n東", how.Options{Markup: how.Markdown}, "¶ 東京都", "東")
}

// Errors name the line of the sentence, even if several lines are a single stretch of text.
func TestWrappedLine(t *testing.T) {
	sentences := readAll(t, "東\n京.都\n東.京", rulesOf(Rules{Single: []string{"Han"}}), marks, how.Options{})
	require.Equal(t, []string{"東京.", "都東.", "京"}, texts(sentences))
	require.Equal(t, []int{1, 2, 3}, []int{sentences[0].Line, sentences[1].Line, sentences[2].Line})
}

// endless repeats a text without end.
type endless struct {
	text string
	at   int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		k := copy(p[n:], e.text[e.at:])
		n, e.at = n+k, (e.at+k)%len(e.text)
	}
	return n, nil
}

// Memory is bounded whatever the markup, and what cannot be kept is an error after which the reader continues.
func TestEndlessMarkup(t *testing.T) {
	for _, c := range []struct{ markup, start, more string }{
		{how.HTML, "a <!-- ", "x > "}, {how.HTML, "a <b ", "c='d' "}, {how.HTML, "a <script>", "<p>x\n"}, {how.HTML, "a <code>", "<code>x"},
		{how.HTML, "", "<b>x</b>"}, {how.HTML, "", "x<i y='" + strings.Repeat("z", 100_000) + "'>"}, {how.HTML, "", "x <!-- " + strings.Repeat("- ", 7_000) + "-->"},
		{how.HTML, "", "x&amp;"}, {how.Markdown, "", "*x "}, {how.Markdown, "a\n```\n", "x\n"}, {how.Markdown, "a\n\n", "<!-- x\n"},
		{how.Markdown, "---\nx: y\n", "z\n"},
		{"", "", "x-\n"}, {"", "", "x- "},
	} {
		size := int64(3 * maxBlank / 2)
		if c.start == "" && !testkit.Deep() { // there are words everywhere
			size /= 16
		}
		in := io.MultiReader(strings.NewReader(c.start), io.LimitReader(&endless{text: c.more}, size))
		r := NewReader(in, "f", rulesOf(Rules{}), inside, nil, how.Options{Markup: c.markup, Dehyphenate: true})
		sentences, bad := 0, 0
		for s, err := range r.All() {
			waits := len(r.units) - r.decided
			require.True(t, waits <= stride+margin || waits <= batchUnits && r.waiting <= batchBytes+maxBlank, "%d units, %d bytes", waits, r.waiting)
			if err != nil {
				require.True(t, errors.Is(err, conll.ErrTooLong), err)
				require.ErrorContains(t, err, "without a word, since line")
				bad++
				continue
			}
			text, err := AppendText(nil, s)
			require.NoError(t, err)
			require.Less(t, len(text), MaxSentence+2*maxBlank)
			sentences++
		}
		require.Positive(t, sentences, "%q %.20q", c.start, c.more)
		require.Equal(t, bad > 0, strings.HasPrefix(c.start, "a"), "%q", c.start)
	}
}

func TestMarkupErrors(t *testing.T) {
	_, err := NewReader(strings.NewReader("x"), "f", nil, nil, nil, how.Options{Markup: "rtf"}).Read()
	require.EqualError(t, err, `text: there is no markup "rtf", but html and markdown`)
	r := NewReader(strings.NewReader("<p>a. <!--\n\xe9 -->\nb <b>c</b>"), "f", rulesOf(Rules{}), marks, nil, how.Options{Markup: how.HTML})
	s, err := r.Read()
	require.NoError(t, err)
	require.Equal(t, []string{"¶ a."}, shownBy([]*conll.Sentence{s}))
	_, err = r.Read()
	require.ErrorIs(t, err, conll.ErrEncoding)
	require.ErrorContains(t, err, "f:2:1: ")
	s, err = r.Read()
	require.NoError(t, err)
	require.Equal(t, []string{"b c"}, shownBy([]*conll.Sentence{s}), "the comment ends in the line that is passed")
}

// The text to learn from is what a file shows.
func TestLearnFromMarkup(t *testing.T) {
	all := readAll(t, "<p>It&#8217;s <b>so</b>.<br>no</p>", rulesOf(Rules{}), marks, how.Options{Markup: how.HTML})
	documents, err := learnable(all)
	require.NoError(t, err)
	require.Equal(t, "It’s so. no ", documents[0].text)
}

// The words of a token are where they say.
func TestRangesInMarkup(t *testing.T) {
	rules := rulesOf(Rules{Multiword: Splits{"n’t": " n’t"}})
	tag := func(windows []*conll.Sentence) error {
		for _, w := range windows {
			for i := range w.Words {
				w.Words[i].XPOS = tagInside
			}
			w.Words[len(w.Words)-1].XPOS = tagMultiword
		}
		return nil
	}
	all := readAll(t, "é<p><b>D</b>&ocirc;n&rsquo;<i>t", rules, tag, how.Options{Markup: how.HTML, Ranges: utf8.RuneCountInString})
	require.Len(t, all, 2)
	require.Equal(t, []string{"TokenRange=7:19", "TokenRange=19:31"}, []string{all[1].Words[0].Misc, all[1].Words[1].Misc})
}
