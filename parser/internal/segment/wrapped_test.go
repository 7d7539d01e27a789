package segment

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	how "parser/parser/text"
)

func TestWrapped(t *testing.T) {
	long := strings.Repeat("看", longestLine)
	for _, c := range []struct{ text, want string }{
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
		want := strings.Split(strings.ReplaceAll(c.want, "　", " "), "|")
		require.Equal(t, want, texts(readAll(t, c.text, rulesOf(Rules{}), inside, how.Options{})), "%q", c.text)
		checkReader(t, c.text, rulesOf(Rules{Single: []string{"Han", "Thai"}}), inside, how.Options{Ranges: utf8.RuneCountInString})
	}
}

// Where line ends are given, they end sentences.
func TestWrappedNot(t *testing.T) {
	for _, given := range []how.Segmented{how.Paragraphs, how.Sentences, how.Horizontal} {
		require.Equal(t, []string{"東", "京"}, texts(readAll(t, "東\n京", rulesOf(Rules{}), inside, how.Options{Segmented: given})))
	}
}

func TestWrappedMarkup(t *testing.T) {
	checkMarkup(t, "<p>東\n <b>京</b>\n<i>都</i><br>\n東\n<p>京", how.Options{Markup: how.HTML}, "¶ 東京都", "東", "¶ 京")
	checkMarkup(t, "> 東\n> *京*\n> 都  \n東\n\n京", how.Options{Markup: how.Markdown}, "¶ 東京都", "東", "¶ 京")
}

// Errors name the line of the sentence, even if several lines are a single stretch of text.
func TestWrappedLine(t *testing.T) {
	sentences := readAll(t, "東\n京.都\n東.京", rulesOf(Rules{Single: []string{"Han"}}), marks, how.Options{})
	require.Equal(t, []string{"東京.", "都東.", "京"}, texts(sentences))
	require.Equal(t, []int{1, 2, 3}, []int{sentences[0].Line, sentences[1].Line, sentences[2].Line})
}

// Spaces without width are between words, but inside those of scripts with blanks they show where a line may end.
func TestSpacesWithoutWidth(t *testing.T) {
	for text, words := range map[string]int{"a\u200bb \ufeffc": 2, "ก\u200bข \ufeffc": 3} {
		sentences := readAll(t, text, rulesOf(Rules{}), inside, how.Options{})
		require.Equal(t, words, sentences[0].Len())
		require.Equal(t, text, rebuilt(t, sentences))
	}
}
