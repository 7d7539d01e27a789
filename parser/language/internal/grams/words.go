package grams

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Longest is the length of the longest n-grams, in letters. Cavnar and Trenkle (1994) take 5.
const Longest = 5

// edge stands before and after a word in n-grams.
const edge = '_'

// Words are the words of a text in the script that most of its letters have.
type Words struct {
	Script  Script // Other if the text has no words
	Letters int    // of the script
	Foreign int    // of other scripts
	runes   []rune
}

// WordsOf returns the words of a text: runs of letters in lower case, in the script that most of its letters have.
// Addresses, digits and letters of other scripts are left out, since they say little of the language.
func WordsOf(text string) Words {
	if !norm.NFC.IsNormalString(text) {
		text = norm.NFC.String(text)
	}
	var count [Scripts]int
	for _, c := range text {
		if s, is := scriptOf(c); is {
			count[s] += s.weight()
		}
	}
	w, all := Words{}, 0
	for s, n := range count {
		all += n
		if n > count[w.Script] {
			w.Script = Script(s)
		}
	}
	w.Letters, w.Foreign = count[w.Script], all-count[w.Script]
	if w.Script == Other {
		return w
	}
	w.runes = make([]rune, 0, len(text)+2)
	for field := range strings.FieldsSeq(text) {
		if !isAddress(field) {
			w.add(field)
		}
	}
	if len(w.runes) == 0 {
		return Words{}
	}
	return w
}

// isAddress reports whether a field is an address of a page, of mail or of a user, or part of a program.
func isAddress(field string) bool {
	return strings.ContainsAny(field, "@\\<>{}=") || strings.Contains(field, "://") || strings.HasPrefix(field, "www.")
}

// add adds the words of a field without blanks, an edge before and after each.
func (w *Words) add(field string) {
	inside := false
	for _, c := range field {
		s, letter := scriptOf(c)
		if letter = letter && s == w.Script; letter != inside {
			w.runes, inside = append(w.runes, edge), letter
		}
		if letter {
			w.runes = append(w.runes, unicode.ToLower(c))
		}
	}
	if inside {
		w.runes = append(w.runes, edge)
	}
}

// Each calls do with a hash of each n-gram of the words, of 1 to [Longest] letters and edges of words.
func (w Words) Each(do func(gram uint32)) {
	const seed, factor = 2166136261, 0x9E3779B1 // of FNV-1a and of Fibonacci hashing
	for i := range w.runes {
		if w.runes[i] == edge && (i == len(w.runes)-1 || w.runes[i+1] == edge) {
			continue // an edge after a word
		}
		hash := uint32(seed)
		for j := i; j < len(w.runes) && j < i+Longest; j++ {
			hash = (hash ^ uint32(w.runes[j])) * factor
			hash ^= hash >> 15
			if i < j || w.runes[i] != edge { // which alone says nothing
				do(hash)
			}
			if i < j && w.runes[j] == edge {
				break
			}
		}
	}
}
