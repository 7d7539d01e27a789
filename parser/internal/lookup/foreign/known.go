// Package foreign tells whether a text is such as a model knows: whether most words, and the script, are.
//
//	known := foreign.Of(scorer, rate, dev, dictionaries...) // what the model knows
//	watch := foreign.NewWatch(ask, other)                  // of a text; ask returns known
//	why := watch.See(words)                                // "" unless what was read so far is foreign
package foreign

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/parser/internal/lookup"
	"parser/parser/internal/lookup/han"
	"parser/parser/internal/score"
)

// Known is what a model knows of its language. It is immutable.
type Known struct {
	words   map[string]bool // in lower case
	endings map[string]int  // of how many words
	scripts []string        // the main ones
	tables  []*unicode.RangeTable
	own     *han.Converter
	rate    float64 // of unknown words in text of the same kind; 0 if that is not known
}

// Endings are of this many letters. One that few words have does not count.
const (
	ending      = 4
	leastEnding = 2
)

// Of returns what a model knows that has a scorer, and dictionaries of lemmas with these forms.
// The rate is that of unknown words in its own dev, whose SHA-256 may tell that of a model that does not know its rate. It
// is nil for a model without words.
func Of(s score.Scorer, rate float64, dev string, dictionaries ...iter.Seq[string]) *Known {
	k := &Known{words: map[string]bool{}, endings: map[string]int{}, rate: cmp.Or(rate, rates()[dev])}
	var all []string
	letters, scripts := map[string]int{}, map[rune]string{}
	add := func(form string) {
		word := strings.ToLower(form)
		if k.words[word] || !hasLetter(word) {
			return
		}
		k.words[word] = true
		all = append(all, word)
		if end := endOf(word); end != "" {
			k.endings[end]++
		}
		for _, c := range word {
			if _, met := scripts[c]; !met && unicode.IsLetter(c) {
				scripts[c] = scriptOf(c)
			}
			letters[scripts[c]]++
		}
	}
	if l, ok := s.(score.Lexical); ok {
		for form := range l.Forms() {
			add(form)
		}
	}
	for _, forms := range dictionaries {
		for form := range forms {
			add(form)
		}
	}
	if len(all) == 0 {
		return nil
	}
	delete(letters, "")
	sum := 0
	for _, n := range letters {
		sum += n
	}
	const share = 10 // a main script has this part of all letters
	for _, name := range slices.Sorted(maps.Keys(letters)) {
		if share*letters[name] >= sum && unicode.Scripts[name] != nil {
			k.scripts, k.tables = append(k.scripts, name), append(k.tables, unicode.Scripts[name])
		}
	}
	k.own = han.New(slices.Values(all))
	return k
}

// Rate returns the share of unknown words in sentences.
func (k *Known) Rate(sentences iter.Seq[[]conll.Word]) float64 {
	words, unknown := 0, 0
	for s := range sentences {
		for i := range s {
			if form := lookup.Form(s[i].Form); counts(form) {
				words++
				if !k.knows(form) {
					unknown++
				}
			}
		}
	}
	return float64(unknown) / float64(max(1, words))
}

// counts reports whether a word matters: one with letters that is no name, as far as the first letter shows.
func counts(form string) bool {
	c, _ := utf8.DecodeRuneInString(form)
	return !unicode.IsUpper(c) && hasLetter(form)
}

// knows reports whether a model knows a word: the word itself, or at least words with the same ending, as it may know
// how they are inflected and derived.
func (k *Known) knows(form string) bool {
	word := strings.ToLower(k.own.Convert(form))
	if k.words[word] || k.endings[endOf(word)] >= leastEnding {
		return true
	}
	digits := strings.Map(func(c rune) rune { // as networks know them
		if unicode.IsDigit(c) {
			return '0'
		}
		return c
	}, word)
	return digits != word && k.words[digits]
}

// endOf returns the last letters of a word that has more.
func endOf(word string) string {
	at := len(word)
	for range ending {
		_, size := utf8.DecodeLastRuneInString(word[:at])
		at -= size
	}
	if at == 0 {
		return ""
	}
	return word[at:]
}

func hasLetter(form string) bool { return strings.ContainsFunc(form, unicode.IsLetter) }

// scriptOf returns the name of the script of a letter.
func scriptOf(c rune) string {
	if c < utf8.RuneSelf {
		return latin
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, c) {
			return name
		}
	}
	return ""
}

const latin = "Latin"
