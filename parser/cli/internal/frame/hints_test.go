package frame

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Lines are short where their writer ended them, not where the page did.
func TestShortLines(t *testing.T) {
	page := `The ferry leaves the island at seven in the morning and comes back at
noon, unless the wind blows from the north, in which case it stays in the
harbour until the evening. A traveller who takes a bicycle along pays two
coins more, and one who takes a goat pays nothing at all, since the captain
likes goats and has never been able to say no to one that looked at him.
`
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"nothing", "", false},
		{"a list", "apples\npears\nplums\nfigs\ndates\nlemons\n", true},
		{"a list that is too short", "apples\npears\nplums\nfigs\ndates\n", false},
		{"a list whose last line may go on", "apples\npears\nplums\nfigs\ndates\nlemons", false},
		{"a list with blank lines between", "apples\n\npears\n\nplums\n\nfigs\n\ndates\n\nlemons\n", false},
		{
			"verse",
			"The moon hangs low above the bay,\nthe nets are drying on the sand,\na lantern swings and shows the way,\nand someone waits with lifted hand,\nas " +
				"every night, as every year,\nuntil the boats are here\nand moored\n",
			true,
		},
		{"a chat", "ann: are you coming\nbob: in a minute\nann: we are at the gate\nbob: which one\nann: the green one\nbob: ok\nann: hurry\n", true},
		{"a table", "Year  Boats\n1901  17\n1902  19\n1903  12\n1904  23\n1905  30\n", true},
		{"sentences, one a line", strings.Repeat("It rains.\n", 20), false},
		{"a page", page, false},
		{"a page, quoted", "> " + strings.ReplaceAll(page, "\n", "\n> ") + "\n", false},
		{"a page with lines of a Windows file", strings.ReplaceAll(page, "\n", "\r\n"), false},
		{"paragraphs, one a line", strings.Repeat(strings.ReplaceAll(page, "\n", " ")+"\n", 9), false},
		{"a page with some addresses", page + "Anna Berg\n3 Mill Lane\nNorthport\n" + page, false},
		{"a page without blanks", strings.Repeat(strings.Repeat("海", 40)+"\n", 9), false},
		{"verse without blanks", strings.Repeat("海上生明月\n", 9), true},
		{"bytes", strings.Repeat("\xff\n", 9), true},
	} {
		require.Equal(t, c.want, shortLines(c.text), c.name)
	}
}
