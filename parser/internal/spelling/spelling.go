// Package spelling writes words as people also write them.
//
//	forms := spelling.Typeset(words) // "Don't" as “Don’t”
//
// Treebanks show one or two spellings, so what learns from one also learns from copies of its sentences in others.
package spelling

import (
	"strings"

	"parser/conll"
)

// Way returns the forms of the words of a sentence in a spelling.
type Way func(words []conll.Word) []string

// Lower writes in lower case.
func Lower(words []conll.Word) []string { return each(words, strings.ToLower) }

// Upper writes in capitals.
func Upper(words []conll.Word) []string { return each(words, strings.ToUpper) }

// Typeset writes apostrophes, quotes, dashes and ellipses as printers do, not as typewriters. Straight quotes open and
// close in turns; a particle is an apostrophe, as of a possessive.
func Typeset(words []conll.Word) []string { return typeset(words, curly) }

// Single writes as Typeset does, but with single quotes instead of double ones.
func Single(words []conll.Word) []string { return typeset(words, singly) }

func typeset(words []conll.Word, curly map[string][2]string) []string {
	forms := each(words, printed.Replace)
	seen := map[string]int{}
	for i := range words {
		form := words[i].Form
		if quotes, mark := curly[form]; mark && words[i].UPOS != "PART" {
			forms[i] = quotes[seen[form]%2]
			seen[form]++
		}
	}
	return forms
}

var (
	curly   = map[string][2]string{`"`: {"“", "”"}, "'": {"‘", "’"}}
	singly  = map[string][2]string{`"`: {"‘", "’"}, "'": {"‘", "’"}, "“": {"‘", "‘"}, "”": {"’", "’"}, "``": {"‘", "‘"}, "''": {"’", "’"}}
	printed = strings.NewReplacer("``", "“", "''", "”", "`", "‘", "'", "’", "---", "—", "--", "—", "...", "…")
)

func each(words []conll.Word, spell func(string) string) []string {
	forms := make([]string, len(words))
	for i := range words {
		forms[i] = spell(words[i].Form)
	}
	return forms
}
