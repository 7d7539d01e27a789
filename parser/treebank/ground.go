package treebank

import (
	"regexp"
	"slices"
	"strings"

	"parser/conll"
)

// isoDate is a date in one word.
var isoDate = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)$`)

// ground returns the words of a sentence that a graph is made of: all but punctuation, unless
// there is nothing else. A date in digits becomes three words, the year with the month and
// the day below it (Goodman et al. 2016, supplement). Heads are those in the new list, and what
// had a head that is left out hangs from the next one above. A word without head is a root.
func ground(dst, words []conll.Word) []conll.Word {
	dst = dst[:0]
	punctuation := func(w *conll.Word) bool { return w.Deprel == "punct" || w.UPOS == "PUNCT" }
	all := !slices.ContainsFunc(words, func(w conll.Word) bool { return !punctuation(&w) })
	places := make([]int, len(words)+1) // in dst, from 1; 0 of what is left out
	for i, w := range words {
		if !all && punctuation(&w) {
			continue
		}
		dst = append(dst, w)
		places[i+1] = len(dst)
		if date := isoDate.FindStringSubmatch(w.Form); date != nil {
			for j, part := range date[1:] {
				d := w
				d.Form = strings.TrimLeft(part, "0")
				if d.Lemma = d.Form; j > 0 {
					d.Head = -len(places) // below the year
				}
				dst = append(dst[:places[i+1]-1+j], d)
			}
		}
	}
	year := 0
	for i := range dst {
		w := &dst[i]
		if w.Head == -len(places) {
			w.Head, w.Deprel = year, "nmod"
			continue
		}
		year = i + 1
		w.Head = kept(w.Head, words, places)
	}
	return dst
}

// kept returns the new place of a head or, if it is left out, of the next one above it.
func kept(head int, words []conll.Word, places []int) int {
	for range words {
		if head <= 0 || head > len(words) {
			return 0
		}
		if places[head] > 0 {
			return places[head]
		}
		head = words[head-1].Head
	}
	return 0
}

// isNumber reports whether a word is in digits.
func isNumber(form string) bool {
	return strings.Trim(form, "0123456789.,") == "" && strings.ContainsAny(form, "0123456789")
}

// lemmaOf returns the lemma by which the lexicon knows a word: "##" of a number.
func lemmaOf(w *conll.Word) string {
	switch {
	case isNumber(w.Form):
		return "##"
	case conll.Filled(w.Lemma):
		return strings.ToLower(w.Lemma)
	}
	return strings.ToLower(w.Form)
}
