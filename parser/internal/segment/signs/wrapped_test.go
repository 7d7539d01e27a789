package signs

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/text"
)

func TestWrapped(t *testing.T) {
	long := strings.Repeat("看", longestLine)
	for _, c := range []struct{ file, want string }{
		{"東\n京に", "東京に"},
		{"東\r\n京に", "東京に"},
		{"高\n  雄。\n住", "高雄。住"},
		{"ภา\nษา ไทย \nคน", "ภาษา ไทย คน"},
		{"ກາ\nນ ភា\nសា မြ\nန်", "ການ ភាសា မြန်"},
		{"在1\n995年 1\n9年", "在1995年 1 9年"},
		{"ปี 25\n50 ปี2\n5", "ปี 25 50 ปี2 5"},
		{"用 Go\n写\nGo", "用 Go 写 Go"},
		{"東\n\n京", "東|京"},
		{"東\n　京", "東　京"},
		{"한국\n어 東\n한", "한국 어 東 한"},
		{"a\nb 😀\n😀", "a b 😀 😀"},
		{long + "看\n東\n京", long + "看 東京"},
		{long + "\n東\n京", long + "東京"},
		{"東\n", "東"},
		{"東\n" + strings.Repeat(" ", longestEnd) + "京", "東 京"},
	} {
		checkText(t, c.file, text.Options{}, Words{}, strings.ReplaceAll(c.want, "　", " "))
	}
}

// Where line ends are given, they are shown.
func TestWrappedNot(t *testing.T) {
	for _, given := range []text.Segmented{text.Paragraphs, text.Sentences, text.Horizontal} {
		for _, c := range check(t, "東\n京", text.Options{Segmented: given}, Words{}) {
			require.Equal(t, c.File, c.Shown)
		}
	}
}

func TestWrappedMarkup(t *testing.T) {
	checkMarkup(t, "<p>東\n <b>京</b>\n<i>都</i><br>\n東\n<p>京", text.Options{Markup: text.HTML}, "¶ 東京都", "東", "¶ 京")
	checkMarkup(t, "> 東\n> *京*\n> 都  \n東\n\n京", text.Options{Markup: text.Markdown}, "¶ 東京都", "東", "¶ 京")
}

// Spaces without width are between words, but inside those of scripts with blanks they show where a line may end.
func TestSpacesWithoutWidth(t *testing.T) {
	for file, shown := range map[string]string{"a\u200bb \ufeffc": "ab \ufeffc", "ก\u200bข \ufeffc": "ก\u200bข \ufeffc"} {
		var got strings.Builder
		for _, c := range check(t, file, text.Options{}, Words{}) {
			if c.Shown >= 0 {
				got.WriteRune(c.Shown)
			}
		}
		require.Equal(t, shown, got.String())
	}
}
