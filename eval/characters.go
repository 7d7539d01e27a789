package eval

import (
	"fmt"
	"slices"

	"parser/conll"
)

// differingCharacters is how much an ErrCharacters shows of both sides.
const differingCharacters = 20

// sameCharacters refuses documents that are not about the same text.
func sameCharacters(gold, system *document) error {
	if gold.text == system.text {
		return nil
	}
	i := firstDifference(gold.text, system.text)
	return fmt.Errorf("%s: %w: the next are %q, but %q at %s", gold.place(i), ErrCharacters,
		prefix(gold.text[i:]), prefix(system.text[i:]), system.place(i))
}

// firstDifference returns the byte at which the first character that differs
// begins.
func firstDifference(a, b string) int {
	for i, c := range a {
		n := i + len(string(c))
		if n > len(b) || n > len(a) || a[i:n] != b[i:n] {
			return i
		}
	}
	return len(a)
}

// prefix returns the first few characters of a text.
func prefix(s string) string {
	n := 0
	for i := range s {
		if n == differingCharacters {
			return s[:i]
		}
		n++
	}
	return s
}

// place names the line of the token with byte i of the text, or of the last
// token if the text ends before.
func (d *document) place(i int) string {
	if len(d.words) == 0 {
		return "an empty file"
	}
	w, _ := slices.BinarySearchFunc(d.words, i, func(w udWord, i int) int {
		if w.end <= i {
			return -1
		}
		return 1
	})
	w = min(w, len(d.words)-1)
	s, first := d.sentenceOf(w)
	return place(s, w-first)
}

// sentenceOf returns the sentence of a word of the document, and the word with
// which it begins.
func (d *document) sentenceOf(word int) (s *conll.Sentence, first int) {
	for _, s := range d.origin {
		if word < first+s.Len() {
			return s, first
		}
		first += s.Len()
	}
	return nil, first
}
