package signs

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/text"
)

func TestMarkdown(t *testing.T) {
	for _, c := range []struct {
		file string
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
		checkMarkup(t, c.file, text.Options{Markup: text.Markdown}, c.want...)
	}
}

// Markdown is parsed in pieces, between blocks where there are several.
func TestLongMarkdown(t *testing.T) {
	block := "Some *text* with `code`.\n- a\n- b\n\n"
	all := lines(check(t, strings.Repeat(block, 10_000), text.Options{Markup: text.Markdown}, Words{}), text.Markdown)
	require.Equal(t, slices.Repeat([]string{"¶ Some text with .", "¶ a", "b"}, 10_000), all)
	fenced := "a\n\n~~~~ sh\n" + strings.Repeat("code # _x_\n", 20_000) + "~~~~\nb *c*\n"
	checkMarkup(t, fenced, text.Options{Markup: text.Markdown}, "¶ a", "¶ b c")
	check(t, strings.Repeat("x*y* ", 50_000)+"\xc3\xa9", text.Options{Markup: text.Markdown}, Words{})
}
