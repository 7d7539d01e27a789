package lemma

import (
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// Dictionary has the script of the lemma that words have most often, by form and UPOS with a tab between them, and by
// form, UPOS, XPOS and FEATS where that is another one.
type Dictionary map[string]string

// What stands for the tag of a word that has none, and between the parts of a key.
const none, separator = "_", "\t"

// Reads reports which of UPOS, XPOS and FEATS some key has. The others do not matter to the lemma of a word, and to
// Script they have to be "_".
func (d Dictionary) Reads() (columns [3]bool) {
	for key := range d {
		if columns == [3]bool{true, true, true} {
			break // as soon as nothing can be added
		}
		for i, part := range strings.Split(key, separator) {
			if i > 0 && i <= len(columns) { // as in a sound file
				columns[i-1] = columns[i-1] || part != none
			}
		}
	}
	return columns
}

// Script returns the script of the lemma of a word. It is false for unknown words.
func (d Dictionary) Script(form, upos, xpos, feats string) (script string, ok bool) {
	var room [128]byte // for the keys of most words
	word := append(append(append(room[:0], form...), separator...), upos...)
	all := append(append(append(append(word, separator...), xpos...), separator...), feats...)
	if script, ok = d[string(all)]; !ok {
		script, ok = d[string(word)]
	}
	return script, ok
}

// Counts counts words, to make a Dictionary: by form and UPOS, by XPOS and FEATS, by script.
type Counts map[string]map[string]map[string]int

// Add counts a word, unless it is not UTF-8, has no lemma or contains a tab.
func (c Counts) Add(form, upos, xpos, feats, lemma string) {
	word, rest := form+separator+upos, xpos+separator+feats
	if !utf8.ValidString(word+rest+lemma) || lemma == "" || strings.Count(word+rest, separator) > 2 {
		return
	}
	if c[word] == nil {
		c[word] = map[string]map[string]int{}
	}
	if c[word][rest] == nil {
		c[word][rest] = map[string]int{}
	}
	c[word][rest][Script(form, lemma)]++
}

// Dictionary returns the lemmas that words have most often, the first one by its script of several.
func (c Counts) Dictionary() Dictionary {
	d := Dictionary{}
	for word, rests := range c {
		all := map[string]int{}
		for _, counts := range rests {
			for script, n := range counts {
				all[script] += n
			}
		}
		d[word] = usual(all)
		for rest, counts := range rests {
			if script := usual(counts); script != d[word] {
				d[word+separator+rest] = script
			}
		}
	}
	return d
}

// usual returns the most frequent script.
func usual(counts map[string]int) (script string) {
	for _, s := range slices.Sorted(maps.Keys(counts)) {
		if counts[s] > counts[script] {
			script = s
		}
	}
	return script
}
