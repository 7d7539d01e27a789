package segment

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	how "parser/parser/text"
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
		got := strings.Join(texts(readAll(t, c.text, rulesOf(rules), inside, how.Options{Dehyphenate: true})), "|")
		if got != c.want {
			t.Errorf("%q: %q, not %q", c.text, got, c.want)
		}
		checkReader(t, c.text, rulesOf(rules), inside, how.Options{Dehyphenate: true})
	}
}

// A hyphen stays before a conjunction, with the line end, and before what the language joins by one.
func TestDehyphenateHyphens(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "pre-\nand post-\nwar", "pre- and postwar"},
		{"en", "an isl-\nand, PRE-\nOR x", "an island, PRE- OR x"},
		{"en", "thous\u00ad\nand pre-\nand-post", "thousand pre-and-post"},
		{"da", "Syd-\nog Nordjylland, pre-\nand", "Syd- og Nordjylland, preand"},
		{"de", "Vor-\n  und Nach-\nteil", "Vor- und Nachteil"},
		{"fr", "Où vont-\nils ? Dit-\nil. Une vil-\nle. Un rendez-\nvous mal-\nle.", "Où vont-ils ?|Dit-il. Une ville.|Un rendez-vous malle."},
		{"pt", "Vê-\nlo, diz-\nse, mas-\nse", "Vê-lo, diz-se, masse"},
		{"mt", "il-\nkitba, il-\nma", "il-kitba, ilma"},
		{"", "pre-\nand", "preand"},
	} {
		rules := rulesOf(Rules{Lang: c.lang, Lower: []string{"island", "dit", "ville", "diz", "mas", "masse", "mal", "malle", "il-", "kitba"}})
		got := strings.Join(texts(readAll(t, c.text, rules, inside, how.Options{Dehyphenate: true})), "|")
		require.Equal(t, c.want, got, c.lang)
		checkReader(t, c.text, rules, inside, how.Options{Dehyphenate: true})
	}
}

// Markup can stand in a divided word, and where it ends a line the word ends, too.
func TestDehyphenateMarkup(t *testing.T) {
	checkMarkup(t, "the <b>sys-</b>\n<i>tem</i> pol&shy;icy rea&#45;\nson, sys-<br>tem", how.Options{Markup: how.HTML, Dehyphenate: true},
		"¶ the system policy reason, sys-", "tem")
	checkMarkup(t, "> the *sys-\n> tem* sys-  \ntem\n\n- so-\n- me", how.Options{Markup: how.Markdown, Dehyphenate: true},
		"¶ the system sys-", "tem", "¶ so-", "me")
}
