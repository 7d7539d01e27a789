package ptb

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Empty reports whether a leaf is an empty element: one that stands in the tree
// and not in the text. By one rule for all treebanks, it is if
//
//   - its tag is -NONE-, as in the Penn Treebank;
//   - or its word is a trace: an asterisk, perhaps with a name and another
//     asterisk, and an index or a case, as in *T*-1, *con*, *-2, *pro*-D;
//   - or its word is an asterisk alone, unless its tag is of symbols or
//     punctuation (SYM, LS, NFP, ":", …);
//   - or its word is 0 and its tag one of a complementizer, a preposition or a
//     wh-phrase (C, P or with a W in front), so that a number is none.
//
// In IcePaHC from 1830 on, 10,493 words are 0 and 14,552 begin with an asterisk.
// The rule takes all of them for empty but two 0 that are tagged as a comma and
// as a break of the text, and one "*-*" that is tagged as a full stop. In GUM,
// where 13 words are 0 and 3 are "*", it takes none.
func Empty(leaf *Tree) bool {
	tag := Category(leaf.Label)
	switch word := leaf.Word; {
	case leaf.Label == "-NONE-":
		return true
	case word == "0":
		return tag == "C" || tag == "P" || strings.HasPrefix(tag, "W")
	case word == "*":
		return !Punctuation(tag) && tag != "SYM" && tag != "LS"
	default:
		return strings.HasPrefix(word, "*") && trace.MatchString(word)
	}
}

// trace is *name* or *, with an index or a case: one or more of -1, =2, -D.
var trace = regexp.MustCompile(`^\*(?:[A-Za-z?]+\*(?:[-=][-=0-9A-Za-z]*[0-9A-Za-z])?|\*?[-=][-=0-9A-Za-z]*[0-9A-Za-z])$`)

// Punctuation reports whether a tag is one of punctuation: without letters and
// digits, except those of currency, $ and #; the names of brackets; HYPH and
// NFP of later Penn treebanks; PUNCT and its kind.
func Punctuation(tag string) bool {
	switch tag {
	case "$", "#", "":
		return false
	case "-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-", "HYPH", "NFP", "PUNCT", "PUNC", "PONCT", "PU":
		return true
	}
	return !strings.ContainsFunc(tag, func(c rune) bool { return c >= utf8.RuneSelf || unicode.IsLetter(c) || unicode.IsDigit(c) })
}
