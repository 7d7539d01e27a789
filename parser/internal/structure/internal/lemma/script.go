// Package lemma turns lemmas into classes that a tagger can learn: a class is a script that makes
// the lemma from a form, so that words that are inflected alike have the same class (Chrupała et
// al. 2008). Scripts are those of Straka (2018), except that one letter encodes case.
//
//	script := lemma.Script("Running", "run")       // "l:|----"
//	text, ok := lemma.Apply(script, "stopping")    // "stop", true
//
// Words that are in no Dictionary are better spelled letter by letter, with an edit for each, since no script suits a
// whole new word where lemmas have vowels that forms lack:
//
//	edits := lemma.Spelling("كتب", "كَتَب")          // ".", ".َ", ".َ", "."
//	text, ok := lemma.Spell("رفض", edits)          // "رَفَض", true
package lemma

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A script is a letter for the change of case, a colon, the edit of the beginning of the form, a
// bar, and the edit of its end; what lies between stays. An edit consists of '.' (a rune stays),
// '-' (it is deleted) and '+' before a rune that is inserted. An absolute script is its letter, a
// colon and the lemma.
const (
	lower    = 'l' // the form is put in lower case, then edited
	keep     = 'k' // the form is edited as it is
	capital  = 'c' // as lower; the first rune of the lemma is put in title case
	upper    = 'u' // as lower; the lemma is put in upper case
	absolute = 'a'
)

// A column can contain neither tab nor newline.
var (
	escaper   = strings.NewReplacer(`\`, `\\`, "\t", `\t`, "\n", `\n`)
	unescaper = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n")
)

// maxCells bounds the tables that Script fills; longer words have absolute scripts.
const maxCells = 1 << 16

// Script returns a script that makes the lemma from the form, for any two strings: Apply returns
// the lemma again. It is not empty and contains no tab and no newline.
//
// The first of the longest substrings that form and lemma share stays; as few insertions and deletions
// as possible change what is before and after it. Of the letters for case, Script uses the first that
// needs the fewest. If form and lemma share nothing, the script is absolute.
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
			from, to = []rune(strings.ToLower(form)), []rune(strings.ToLower(lemma))
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

// Apply returns the result of a script for a form. It is false if the script is malformed, or uses
// more runes than the form has.
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
	if letter != keep {
		form = strings.ToLower(form)
	}
	if edit == string(bar) && (letter == lower || letter == keep) { // as most often
		return form, true
	}
	made, ok := edited([]rune(form), []rune(edit))
	if !ok {
		return "", false
	}
	switch {
	case letter == capital && len(made) > 0:
		made[0] = unicode.ToTitle(made[0])
	case letter == upper:
		return strings.ToUpper(string(made)), true
	}
	return string(made), true
}
