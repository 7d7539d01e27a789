package signs

import (
	"strings"
	"testing"

	"parser/parser/text"
)

func TestDehyphenate(t *testing.T) {
	known := map[string]bool{"well": true, "known": true, "system": true, "in": true, "form": true, "inform": true}
	for _, c := range []struct{ file, want string }{
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
		checkText(t, c.file, text.Options{Dehyphenate: true}, Words{Known: known}, c.want)
	}
}

// A hyphen stays before a conjunction, with the line end, and before what the language joins by one.
func TestDehyphenateHyphens(t *testing.T) {
	words := Words{
		Known:        map[string]bool{"dit": true, "island": true},
		Conjunctions: map[string]bool{"and": true},
		KeepsHyphen: func(word string, known bool) bool {
			return known && strings.HasSuffix(word, "-il") || word == "vont-ils"
		},
	}
	for file, want := range map[string]string{
		"pre-\nand post-\nwar, pre-\nAND x, isl-\nand": "pre- and postwar, pre- AND x, island",
		"thous\u00ad\nand pre-\nand-post":              "thousand pre-and-post",
		"Vont-\nils? Dit-\nil. Ma-\nil":                "Vont-ils? Dit-il. Mail",
	} {
		checkText(t, file, text.Options{Dehyphenate: true}, words, want)
	}
}

// Markup can stand in a divided word, and where it ends a line the word ends, too.
func TestDehyphenateMarkup(t *testing.T) {
	checkMarkup(t, "the <b>sys-</b>\n<i>tem</i> pol&shy;icy rea&#45;\nson, sys-<br>tem", text.Options{Markup: text.HTML, Dehyphenate: true},
		"¶ the system policy reason, sys-", "tem")
	checkMarkup(t, "> the *sys-\n> tem* sys-  \ntem\n\n- so-\n- me", text.Options{Markup: text.Markdown, Dehyphenate: true},
		"¶ the system sys-", "tem", "¶ so-", "me")
}
