package signs

import (
	"bufio"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/parser/text"
)

// read returns the signs of a file.
func read(t testing.TB, file io.Reader, o text.Options, words Words) (all []Sign) {
	t.Helper()
	in := &textfile.Reader{Reader: bufio.NewReaderSize(file, textfile.BufferSize)}
	require.NoError(t, in.Decode("utf-8")) // whatever a page says
	r, err := Of(o, words)
	require.NoError(t, err)
	for {
		c, err := r.Next(in)
		if err != nil {
			require.Equal(t, io.EOF, err)
			return all
		}
		all = append(all, c)
	}
}

// check checks what holds for every file: its signs are all of it, the same if it comes byte by byte, and show a character or not.
func check(t testing.TB, file string, o text.Options, words Words) []Sign {
	t.Helper()
	all, left := read(t, strings.NewReader(file), o, words), file
	for _, c := range all {
		whole := strings.HasPrefix(left, string(c.File)) && c.Size == len(string(c.File)) || !c.IsUTF8() && c.Size == 1
		if !whole || c.Shown < Joined {
			require.Fail(t, "an unsound sign", "%+v before %.20q", c, left)
		}
		left = left[c.Size:]
	}
	require.Empty(t, left)
	require.True(t, slices.Equal(all, read(t, iotest.OneByteReader(strings.NewReader(file)), o, words)), "%q comes byte by byte", file)
	return all
}

var paragraphs = regexp.MustCompile(`\n\s*\n|\x{2029}`)

// lines returns what signs show: a line for each, if they have markup that ends lines, and "¶" before a paragraph.
func lines(all []Sign, markup string) (lines []string) {
	var shown strings.Builder
	for _, c := range all {
		if c.Shown >= 0 {
			shown.WriteRune(c.Shown)
		}
	}
	for _, paragraph := range paragraphs.Split(shown.String(), -1) {
		before, parts := "¶ ", []string{paragraph}
		if markup != "" {
			parts = strings.Split(paragraph, "\n")
		}
		for _, line := range parts {
			if words := strings.FieldsFunc(line, IsBlank); len(words) > 0 {
				lines, before = append(lines, before+strings.Join(words, " ")), ""
			}
		}
	}
	return lines
}

// checkMarkup checks what a file with markup shows, and what holds for every file.
func checkMarkup(t *testing.T, file string, o text.Options, want ...string) {
	t.Helper()
	require.Equal(t, want, lines(check(t, file, o, Words{}), o.Markup), file)
}

// checkText checks what plain text shows: paragraphs with "|" between them.
func checkText(t *testing.T, file string, o text.Options, words Words, want string) {
	t.Helper()
	require.Equal(t, strings.Split("¶ "+strings.ReplaceAll(want, "|", "|¶ "), "|"), lines(check(t, file, o, words), ""), "%q", file)
}

func FuzzSigns(f *testing.F) {
	f.Add("<p title='a>b'>It&#8217;s <b>W</b>ord&nbsp;&fjlig;<!-- x --><br>sys-\n<i>tem</i> <script>a<b</script>&shy;y &#0; <pre>")
	f.Add("---\nx: y\n---\n# *a* `b`\n\n- [x] c\\*\n  d  \ne [f](g \"h\")[^1]\n\n|i|j\n|-|-\n|k|l\\|\n\n> <div>\nm\n\n[^1]: well-\nknown\n```\nz")
	f.Add("a\u00ad\n\tb mother-in-\r\nlaw -\nc--\nd e-\n\nf &amp;-\n1 東\n 京\u200b\xff\n<svg>a<p>\xe9")
	f.Fuzz(func(t *testing.T, file string) {
		words := Words{Known: map[string]bool{"a": true, "b": true}, Conjunctions: map[string]bool{"and": true}}
		for _, markup := range []string{"", text.HTML, text.Markdown} {
			for _, dehyphenate := range []bool{false, true} {
				check(t, file, text.Options{Markup: markup, Dehyphenate: dehyphenate}, words)
			}
		}
	})
}
