package lemma

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/parser/internal/flat"
)

// Dictionary has the script of the lemma that words have most often, by form and UPOS with a tab between them, and by
// form, UPOS, XPOS and FEATS where that is another one. It is one text in the order of keys, which is searched, since it
// takes less time to read than a map. It is immutable; nil is an empty one.
type Dictionary struct {
	texts flat.Texts // each key, and its script
}

// What stands for the tag of a word that has none, and between the parts of a key.
const none, separator = "_", "\t"

// NewDictionary returns the dictionary of scripts by key.
func NewDictionary(scripts map[string]string) *Dictionary {
	var texts []string
	for _, key := range slices.Sorted(maps.Keys(scripts)) {
		texts = append(texts, key, scripts[key])
	}
	return &Dictionary{flat.Of(texts...)}
}

// Len returns the number of keys.
func (d *Dictionary) Len() int {
	if d == nil {
		return 0
	}
	return d.texts.Len() / 2
}

// entry returns a key and its script.
func (d *Dictionary) entry(i int) (key, script string) { return d.texts.At(2 * i), d.texts.At(2*i + 1) }

// All yields the keys in ascending order, and their scripts.
func (d *Dictionary) All() iter.Seq2[string, string] {
	return func(yield func(key, script string) bool) {
		for i := range d.Len() {
			if !yield(d.entry(i)) {
				return
			}
		}
	}
}

// place returns the place of a key, or of the next one.
func (d *Dictionary) place(key []byte) int {
	low, high := 0, d.Len()
	for low < high {
		middle := (low + high) / 2
		if d.texts.At(2*middle) < string(key) {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low
}

// Forms yields the forms of the keys, in the order of these.
func (d *Dictionary) Forms() iter.Seq[string] {
	return func(yield func(form string) bool) {
		for key := range d.All() {
			if form, _, _ := strings.Cut(key, separator); !yield(form) {
				return
			}
		}
	}
}

// With returns a dictionary that also has the scripts of another one, which count where both have a key.
func (d *Dictionary) With(other *Dictionary) *Dictionary {
	all := maps.Collect(d.All())
	maps.Insert(all, other.All())
	return NewDictionary(all)
}

// Reads reports which of UPOS, XPOS and FEATS some key has. The others do not matter to the lemma of a word, and to
// Script they have to be "_".
func (d *Dictionary) Reads() (columns [3]bool) {
	for key := range d.All() {
		if columns == [3]bool{true, true, true} {
			break // as soon as nothing can be added
		}
		_, rest, more := strings.Cut(key, separator)
		for i := 0; more && i < len(columns); i++ { // three at most in a sound file
			var part string
			part, rest, more = strings.Cut(rest, separator)
			columns[i] = columns[i] || part != none
		}
	}
	return columns
}

// Script returns the script of the lemma of a word. It is false for unknown words.
func (d *Dictionary) Script(form, upos, xpos, feats string) (script string, ok bool) {
	var room [128]byte // for the keys of most words
	word := append(append(append(room[:0], form...), separator...), upos...)
	all := append(append(append(append(word, separator...), xpos...), separator...), feats...)
	for i := d.place(word); i < d.Len(); i++ { // the shorter key comes first
		switch key, own := d.entry(i); {
		case key == string(all):
			return own, true
		case key == string(word):
			script, ok = own, true
		case key > string(all):
			return script, ok
		}
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
func (c Counts) Dictionary() *Dictionary {
	d := map[string]string{}
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
	return NewDictionary(d)
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
