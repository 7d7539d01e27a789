// Package spelling writes words, and the blanks around marks, as people also write them.
//
//	spelling.Typeset(words) // "Don't" becomes “Don’t”
//
// Treebanks show one or two spellings, so what learns from one also learns from copies of its sentences in others.
package spelling

import (
	"strings"

	"parser/conll"
)

// Way changes the words of a sentence to a spelling.
type Way func(words []conll.Word)

// Lower writes in lower case.
func Lower(words []conll.Word) { each(words, strings.ToLower) }

// Upper writes in capitals.
func Upper(words []conll.Word) { each(words, strings.ToUpper) }

// Typeset writes apostrophes, quotes, dashes and ellipses as printers do, not as typewriters. Straight quotes open and
// close in turns; a particle is an apostrophe, as of a possessive.
func Typeset(words []conll.Word) { typeset(words, curly) }

// Single writes as Typeset does, but with single quotes instead of double ones.
func Single(words []conll.Word) {
	for i := range words {
		if words[i].Lemma == `"` {
			words[i].Lemma = "'"
		}
	}
	typeset(words, singly)
}

func typeset(words []conll.Word, curly map[string][2]string) {
	seen := map[string]int{}
	for i := range words {
		w := &words[i]
		quotes, mark := curly[w.Form]
		if !mark || w.UPOS == "PART" {
			w.Form = printed.Replace(w.Form)
			continue
		}
		seen[w.Form]++
		w.Form = quotes[(seen[w.Form]-1)%2]
	}
}

var (
	curly   = map[string][2]string{`"`: {"“", "”"}, "'": {"‘", "’"}}
	singly  = map[string][2]string{`"`: {"‘", "’"}, "'": {"‘", "’"}, "“": {"‘", "‘"}, "”": {"’", "’"}, "``": {"‘", "‘"}, "''": {"’", "’"}}
	printed = strings.NewReplacer("``", "“", "''", "”", "`", "‘", "'", "’", "---", "—", "--", "—", "...", "…")
)

func each(words []conll.Word, spell func(string) string) {
	for i := range words {
		words[i].Form = spell(words[i].Form)
	}
}
