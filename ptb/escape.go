package ptb

import "strings"

var (
	escaper = strings.NewReplacer(
		"(", "-LRB-", ")", "-RRB-",
		" ", "_", "\t", "_", "\r", "_", "\n", "_", "\v", "_", "\f", "_",
	)
	unescaper = strings.NewReplacer(
		"-LRB-", "(", "-RRB-", ")", "-LSB-", "[", "-RSB-", "]", "-LCB-", "{", "-RCB-", "}",
		`\/`, "/", `\*`, "*",
	)
)

// Escape returns a word as it can stand in Penn brackets: round brackets as -LRB-
// and -RRB-, wherever they stand in it. Square and curly ones stay, since
// treebanks differ in how they write them. What it returns for UTF-8 a [Writer] can write: each blank becomes
// "_", as the shared tasks joined words (U+00A0 is a blank to many programs), and
// so does the empty word, as in CoNLL files.
func Escape(form string) string {
	if form == "" {
		return "_"
	}
	return escaper.Replace(form)
}

// Unescape undoes -LRB-, -RRB-, -LSB-, -RSB- (square), -LCB-, -RCB- (curly), and
// "\/" and "\*", as Penn files write slash and asterisk. For a form without blanks, backslashes and these
// names of brackets, Unescape(Escape(form)) is form.
func Unescape(word string) string { return unescaper.Replace(word) }
