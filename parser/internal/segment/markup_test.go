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

func TestHTML(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"<p>One <b>t</b>wo</p>three", []string{"¶ One two", "¶ three"}},
		{"<title>A</title><body class='a>b' id=c>x\n\n y<br/>z<BR>w", []string{"¶ x y", "z", "w"}},
		{"a<!-- <p> -->b<!---->c<!-->d<!-- x --!>e<!- f>g<?php x ?>h</ i>j</>k", []string{"¶ abcdeghjk"}},
		{"<ul><li>one<li>two</ul><table><tr><td>x<td>y</table>", []string{"¶ one", "two", "¶ x", "y"}},
		{"a <script>if (x < y && '</p>') { \"</scrip\" }</SCRIPT >b<style>p{}</style> c", []string{"¶ a b c"}},
		{"a<pre>x <code>y</code> &amp; z</pre>b <code>c<code>d</code>e</code>f", []string{"¶ a", "¶ b f"}},
		{"&lt;b&gt; &amp;amp; &#8217;&#x41;&eacute;&fjlig; a&nbsp;b &nosuch; &notit; & &; &#; c&semi;",
			[]string{"¶ <b> &amp; ’Aéfj a b &nosuch; &notit; & &; &#; c;"}},
		{"1 < 2 <3 a<b c>d</b>", []string{"¶ 1 < 2 <3 ad"}},
		{"<a href=x title=\"y > z\" z=it's>t</a>", []string{"¶ t"}},
		{"sys&shy;tem pol\u00adicy <img src=x>y&#10;&#10;z", []string{"¶ system policy y z"}},
		{"a<p", []string{"¶ a"}},
		{"a<p title='x>b", []string{"¶ a"}},
		{"a<", []string{"¶ a<"}},
		{"a<script>b", []string{"¶ a"}},
		{"<p> <!-- x", nil},
	} {
		checkMarkup(t, c.text, how.Options{Markup: how.HTML}, c.want...)
	}
}

func TestMarkdown(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"# One *two* #\nthree __four__\nfive\n\nSix\n===\n***\nseven", []string{"¶ One two", "¶ three four five", "¶ Six", "¶ seven"}},
		{"\ufeff---\ntitle: \"x\"\n\ntags: y\n---\nText", []string{"¶ Text"}},
		{"+++\nx = 1\n+++\r\nText", []string{"¶ Text"}},
		{"---\n\nx\n\n---\n", []string{"¶ x"}},
		{"---\nx: 1", []string{"¶ x: 1"}},
		{"a [b *c*](d \"e\")f, ![g](h) [i][j] [k] [l][m]\n\n[j]: <x> 'y'", []string{"¶ a b cf, i [k] [l][m]"}},
		{"s*y*s_tem_ \\*x\\* &lt;&copy; a\\b 2 * 3 ~~z~~ <b>W</b>ord <x@y> <http://a/c>d", []string{"¶ sys_tem_ *x* <© a\\b 2 * 3 z Word x@y http://a/cd"}},
		{"use `a ``b` here\n```go\nx := 1\n\n# y\n```\nnow\n\n    code\n\nend `", []string{"¶ use here", "¶ now", "¶ end `"}},
		{"- [x] a\n  b\n- c\n\n  d\n\n      code\n1. e\n2) f", []string{"¶ a b", "¶ c", "¶ d", "¶ e", "¶ f"}},
		{"* a\n  * b\n* c\n", []string{"¶ a", "¶ b", "c"}},
		{"> a\n> b\nc\n>\n> d", []string{"¶ a b c", "¶ d"}},
		{"|a|b \\| c|\n|-|:-:|\n| `x` | d |\n\ne|f", []string{"¶ a", "b | c", "d", "¶ e|f"}},
		{"a  \nb\\\nc<br>d\ne", []string{"¶ a", "b", "c", "d e"}},
		{"a[^1] b[^2]\n\n[^1]: c\n\n    d\n\ne", []string{"¶ a b[^2]", "¶ c", "¶ d", "¶ e"}},
		{"a\n\n<div class='x'>\nb <i>c</i>\n</div>\n\n<!-- d\n\n e -->\n\nf <code>g</code> h", []string{"¶ a", "¶ b c", "¶ f h"}},
		{"a\r\nb\r\n\r\nc\r\n", []string{"¶ a b", "¶ c"}},
		{"[a]: b\n", nil},
	} {
		checkMarkup(t, c.text, how.Options{Markup: how.Markdown}, c.want...)
	}
}

// Markdown is parsed in pieces, between blocks where there are several.
func TestLongMarkdown(t *testing.T) {
	block := "Some *text* with `code`.\n- a\n- b\n\n"
	all := readAll(t, strings.Repeat(block, 10_000), rulesOf(Rules{}), marks, how.Options{Markup: how.Markdown})
	require.Len(t, all, 30_000)
	for i, want := range []string{"¶ Some text with .", "¶ a", "b"} {
		for k := i; k < len(all); k += 3 {
			require.Equal(t, []string{want}, shownBy(all[k:k+1]), k)
		}
	}
	fenced := "a\n\n~~~~ sh\n" + strings.Repeat("code # _x_\n", 20_000) + "~~~~\nb *c*\n"
	checkMarkup(t, fenced, how.Options{Markup: how.Markdown}, "¶ a", "¶ b c")
	checkReader(t, strings.Repeat("x*y* ", 50_000)+"\xc3\xa9", rulesOf(Rules{}), marks, how.Options{Markup: how.Markdown})
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
