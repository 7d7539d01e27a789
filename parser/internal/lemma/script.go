// Package lemma turns lemmas into classes that a tagger can learn: a class is a script that
// makes the lemma of a form, so that words that are inflected alike have the same one
// (Chrupała et al. 2008). Scripts are those of Straka (2018), but tell case by one letter.
//
//	script := lemma.Script("Running", "run")       // "l:|----"
//	text, ok := lemma.Apply(script, "stopping")    // "stop", true
package lemma

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A script is a letter that says what becomes of case, a colon, what is done to the
// beginning of the form, a bar, and what is done to its end; what lies between them stays. To
// do are '.' (a rune stays), '-' (it goes) and '+' before a rune that is put in. An absolute
// script is its letter, a colon and the lemma.
const (
	lower    = 'l' // the form is put in lower case, then edited
	keep     = 'k' // the form is edited as it is
	capital  = 'c' // as lower; the first rune of the lemma is put in title case
	upper    = 'u' // as lower; the lemma is put in upper case
	absolute = 'a'
)

// No tab and no newline can stand in a column.
var (
	escaper   = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`)
	unescaper = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n")
)

// maxCells bounds the tables that Script fills; longer words have absolute scripts.
const maxCells = 1 << 16

// Script returns a script that makes the lemma of the form, whatever the two are: Apply returns
// the lemma again. It is not empty and holds no tab and no newline.
//
// The first of the longest substrings that form and lemma share stays; what is before it and
// behind it becomes the lemma's by as few insertions and deletions as can be. Of the letters
// for case it is the first that needs fewest. Where nothing is shared, the script is absolute.
func Script(form, lemma string) string {
	best := string(absolute) + ":" + escaper.Replace(lemma)
	if !utf8.ValidString(form) || !utf8.ValidString(lemma) {
		return best
	}
	fewest := utf8.RuneCountInString(form) + utf8.RuneCountInString(lemma)
	for _, letter := range []rune{lower, keep, capital, upper} {
		from, to := []rune(form), []rune(lemma)
		if len(from)*len(to) > maxCells {
			break
		}
		if letter != keep {
			mapAll(from, unicode.ToLower)
			mapAll(to, unicode.ToLower)
		}
		edit, n := edits(from, to)
		if n >= fewest {
			continue
		}
		script := string(letter) + ":" + escaper.Replace(edit)
		if made, ok := Apply(script, form); ok && made == lemma {
			best, fewest = script, n
		}
	}
	return best
}

// Apply returns what a script makes of a form. It is false where the script is none, or takes
// hold of more runes than the form has.
func Apply(script, form string) (lemma string, ok bool) {
	if len(script) < 2 || script[1] != ':' {
		return "", false
	}
	letter, edit := script[0], script[2:]
	if strings.IndexByte(edit, '\\') >= 0 {
		edit = unescaper.Replace(edit)
	}
	if letter == absolute {
		return edit, true
	}
	if strings.IndexByte("lkcu", letter) < 0 || !utf8.ValidString(form) {
		return "", false
	}
	from := []rune(form)
	if letter != keep {
		mapAll(from, unicode.ToLower)
	}
	made, ok := edited(from, []rune(edit))
	if !ok {
		return "", false
	}
	switch {
	case letter == capital && len(made) > 0:
		made[0] = unicode.ToTitle(made[0])
	case letter == upper:
		mapAll(made, unicode.ToUpper)
	}
	return string(made), true
}

func mapAll(runes []rune, mapping func(rune) rune) {
	for i, r := range runes {
		runes[i] = mapping(r)
	}
}
