package lemma

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Dictionary has the script of the lemma of each word that was counted, by its form and UPOS, with a tab between them.
// Where words with the same ones have several lemmas, it has them by form, UPOS and FEATS.
type Dictionary map[string]string

// none is a tag that a word does not have.
const none = "_"

// Lemma returns the lemma of a word. It is false for unknown words. Words that were counted without UPOS have the same
// lemma whatever their UPOS is.
func (d Dictionary) Lemma(form, upos, feats string) (lemma string, ok bool) {
	for _, key := range []string{keyOf(form, upos), keyOf(form, upos, feats), keyOf(form, none)} {
		if script, known := d[key]; known {
			return Apply(script, form)
		}
	}
	return "", false
}

func keyOf(parts ...string) string { return strings.Join(parts, "\t") }

// Counts counts words, to make a Dictionary.
type Counts map[string]map[string]map[string]int // by form and UPOS, by FEATS, by script

// Add counts a word, unless it is not UTF-8 or has no lemma.
func (c Counts) Add(form, upos, feats, lemma string) {
	if !utf8.ValidString(keyOf(form, upos, feats, lemma)) || lemma == "" {
		return
	}
	key := keyOf(form, upos)
	if c[key] == nil {
		c[key] = map[string]map[string]int{}
	}
	if c[key][feats] == nil {
		c[key][feats] = map[string]int{}
	}
	c[key][feats][Script(form, lemma)]++
}

// Dictionary returns the lemma that words have most often, the first one by its script of several.
func (c Counts) Dictionary() Dictionary {
	d := Dictionary{}
	for key, all := range c {
		scripts := map[string]bool{}
		for feats, counts := range all {
			best, most := "", 0
			for _, script := range slices.Sorted(maps.Keys(counts)) {
				if n := counts[script]; n > most {
					best, most = script, n
				}
			}
			scripts[best], d[keyOf(key, feats)] = true, best
		}
		if len(scripts) > 1 {
			continue
		}
		for feats := range all {
			d[key] = d[keyOf(key, feats)]
			delete(d, keyOf(key, feats))
		}
	}
	return d
}
