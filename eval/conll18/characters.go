package conll18

import (
	"fmt"
	"slices"

	"parser/conll"
	"parser/eval"
)

// differingCharacters is how much an ErrCharacters shows of both sides.
const differingCharacters = 20

// sameCharacters refuses documents that are not about the same text.
func sameCharacters(gold, system *document) error {
	if gold.text == system.text {
		return nil
	}
	i := firstDifference(gold.text, system.text)
	cause := fmt.Errorf("%w: the next are %q, but %q at %s",
		ErrCharacters, beginning(gold.text[i:]), beginning(system.text[i:]), system.place(i))
	if s, word := gold.at(i); s != nil {
		return eval.ErrorAt(s, word, cause)
	}
	return cause
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

// beginning returns the first few characters of a text.
func beginning(s string) string {
	n := 0
	for i := range s {
		if n == differingCharacters {
			return s[:i]
		}
		n++
	}
	return s
}

// at returns the sentence and the word in it to which byte i of the text
// belongs, or the last ones if the text ends before; nil if there are none.
func (d *document) at(i int) (s *conll.Sentence, word int) {
	w, _ := slices.BinarySearchFunc(d.words, i, func(w udWord, i int) int {
		if w.end <= i {
			return -1
		}
		return 1
	})
	return d.sentenceOf(min(w, len(d.words)-1))
}

// place names the line of byte i of the text.
func (d *document) place(i int) string {
	s, word := d.at(i)
	if s == nil {
		return "an empty file"
	}
	return eval.Place(s, word)
}

// sentenceOf returns the sentence of a word of the document and its number
// there, from 0.
func (d *document) sentenceOf(word int) (*conll.Sentence, int) {
	for _, s := range d.origin {
		if word < s.Len() {
			return s, max(word, 0)
		}
		word -= s.Len()
	}
	return nil, 0
}
