package text

import (
	"strings"
	"testing"
)

func TestDehyphenate(t *testing.T) {
	rules := Rules{Lower: []string{"well", "known", "system", "in", "form", "inform"}}
	for _, c := range []struct{ text, want string }{
		{"the sys-\ntem", "the system"},
		{"the sys-  \r\n\t tem, sys\u00ad\ntem sys\u2010\ntem", "the system, system system"},
		{"pol\u00adicy \u00ad x", "policy x"},
		{"a well-\nknown in-\nform", "a well-known inform"},
		{"the co-opted and co-\nopted co\u00ad\nopted", "the co-opted and co-opted coopted"},
		{"her mother-in-\nlaw, five-\nyear-old e-\nmail", "her mother-in-law, five-year-old e-mail"},
		{"Anglo-\nSaxon SYS-\nTEM 20-\nyear covid-\n19", "Anglo-Saxon SYSTEM 20-year covid-19"},
		{"one -\ntwo three--\nfour five-\n(six) seven-\n\neight nine- ten", "one - two three-- four five- (six) seven-|eight nine- ten"},
		{"x-\n" + strings.Repeat(" ", longestEnd) + "y", "x- y"},
		{"gov-\n" + strings.Repeat("e", longestPart+1), "gov- " + strings.Repeat("e", longestPart+1)},
		{"sys-", "sys-"},
		{"sys-\n", "sys-"},
	} {
		got := strings.Join(texts(readAll(t, c.text, rulesOf(rules), inside, Options{Dehyphenate: true})), "|")
		if got != c.want {
			t.Errorf("%q: %q, not %q", c.text, got, c.want)
		}
		checkReader(t, c.text, rulesOf(rules), inside, Options{Dehyphenate: true})
	}
}

// Markup can stand in a divided word, and where it ends a line the word ends, too.
func TestDehyphenateMarkup(t *testing.T) {
	checkMarkup(t, "the <b>sys-</b>\n<i>tem</i> pol&shy;icy rea&#45;\nson, sys-<br>tem", Options{Markup: HTML, Dehyphenate: true}, "¶ the system policy reason, sys-", "tem")
	checkMarkup(t, "> the *sys-\n> tem* sys-  \ntem\n\n- so-\n- me", Options{Markup: Markdown, Dehyphenate: true}, "¶ the system sys-", "tem", "¶ so-", "me")
}
