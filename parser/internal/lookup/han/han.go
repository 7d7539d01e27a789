// Package han writes Chinese text in the characters that a model knows, so that a model of traditional characters can look
// up simplified ones, or the other way round.
//
//	c := han.New(slices.Values(words)) // 國家, 頭髮, 發展, 公里 …
//	c.Convert("国家发展")                  // 國家發展
//
// A simplified character can stand for several traditional ones. What is chosen makes a known word with the characters
// round it, or one that OpenCC knows, or else is the most frequent of those that the known words have.
package han

import (
	_ "embed"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed pairs.txt
var pairs string

//go:embed phrases.txt
var phrases string

// tables say what characters are in the other script, frequent ones first: those that both scripts have are among them. Of
// phrases, the usual characters are not the right ones.
type tables struct {
	traditional, simplified map[rune][]rune
	phrases                 map[string]string // by how they are in simplified characters
}

var read = sync.OnceValue(func() tables {
	t := tables{map[rune][]rune{}, map[rune][]rune{}, map[string]string{}}
	for line := range strings.Lines(pairs) {
		c := []rune(strings.TrimSpace(line))
		t.traditional[c[0]] = c[1:]
		for _, other := range c[1:] {
			t.simplified[other] = append(t.simplified[other], c[0])
		}
	}
	for phrase := range strings.Lines(phrases) {
		phrase = strings.TrimSpace(phrase)
		t.phrases[written(phrase, t.simplified)] = phrase
	}
	return t
})

// written returns a text in another script, with the most frequent characters.
func written(text string, to map[rune][]rune) string {
	return strings.Map(func(c rune) rune {
		if all := to[c]; len(all) > 0 {
			return all[0]
		}
		return c
	}, text)
}

// Converter writes text in the script of the words that it knows. It is immutable.
type Converter struct {
	known    map[rune]bool     // characters of the words
	words    map[string]string // of several characters, by how they are written in the other script
	longest  int               // of them, in characters; at least 2
	phrases  map[string]string // of two characters, in the same way
	to, from map[rune][]rune   // the script, the other script
}

// New returns a converter to the script of words, which are in the order of their importance. It is nil unless nearly all
// characters that only one of the scripts has are of the same one; words of Japanese have both.
func New(words iter.Seq[string]) *Converter {
	const least, share = 20, 10 // characters, and how many times as many as of the other script
	known := map[rune]bool{}
	for word := range words {
		for _, c := range word {
			if IsHan(c) {
				known[c] = true
			}
		}
	}
	if len(known) < least {
		return nil
	}
	t, traditional, simplified := read(), 0, 0
	for c := range known {
		if foreign(t.traditional, c) {
			simplified++
		} else if foreign(t.simplified, c) {
			traditional++
		}
	}
	c := &Converter{known: known, words: map[string]string{}, longest: 2, to: t.traditional, from: t.simplified, phrases: t.phrases}
	switch {
	case traditional >= least && traditional >= share*simplified:
	case simplified >= least && simplified >= share*traditional:
		c.to, c.from, c.phrases = c.from, c.to, nil
	default:
		return nil
	}
	for word := range words {
		c.add(word)
	}
	return c
}

// foreign reports whether a character has to be written otherwise in a script.
func foreign(to map[rune][]rune, c rune) bool {
	others, ok := to[c]
	return ok && !slices.Contains(others, c)
}

// add notes how a word is written in the other script.
func (c *Converter) add(word string) {
	n := utf8.RuneCountInString(word)
	if n < 2 {
		return
	}
	other := written(word, c.from)
	if _, taken := c.words[other]; !taken || word == strings.Map(c.usual, other) {
		c.words[other], c.longest = word, max(c.longest, n)
	}
}

// usual returns what a character is without context.
func (c *Converter) usual(r rune) rune {
	all, ok := c.to[r]
	if !ok {
		return r
	}
	for _, own := range all {
		if c.known[own] {
			return own
		}
	}
	if c.known[r] {
		return r
	}
	return all[0]
}

// Convert returns a text in the script of the words. It has the same number of bytes, and is the text itself unless more
// of its characters are only of the other script than only of this one: those that both have are then left alone.
func (c *Converter) Convert(text string) string {
	if c == nil || !c.isForeign(text) || !utf8.ValidString(text) {
		return text
	}
	runes := []rune(text)
	var converted strings.Builder
	for i := 0; i < len(runes); {
		n := min(c.longest, len(runes)-i)
		for ; n > 1; n-- {
			if word, ok := c.words[string(runes[i:i+n])]; ok {
				converted.WriteString(word)
				break
			}
		}
		if n < 2 {
			n = 1
			if phrase, ok := c.phrases[string(runes[i:min(i+2, len(runes))])]; ok {
				n = 2
				converted.WriteString(c.phrase(phrase, runes[i:]))
			} else {
				converted.WriteRune(c.usual(runes[i]))
			}
		}
		i += n
	}
	return converted.String()
}

// phrase returns a phrase, some of whose characters are not the usual ones, in variants that are known.
func (c *Converter) phrase(phrase string, runes []rune) string {
	i := -1
	return strings.Map(func(own rune) rune {
		i++
		all, usual := c.to[runes[i]], c.usual(runes[i])
		switch variant := slices.IndexFunc(all, func(r rune) bool { return c.known[r] && r != usual }); {
		case len(all) == 0 || own == all[0]:
			return usual
		case !c.known[own] && variant >= 0:
			return all[variant]
		}
		return own
	}, phrase)
}

// Pieces converts the n pieces of a text together; set is told those that become others.
func (c *Converter) Pieces(n int, get func(i int) string, set func(i int, piece string)) {
	if c == nil {
		return
	}
	var text strings.Builder
	for i := range n {
		text.WriteString(get(i))
	}
	own := c.Convert(text.String())
	if own == text.String() {
		return
	}
	for i := range n {
		piece := get(i)
		if made := own[:len(piece)]; made != piece {
			set(i, made)
		}
		own = own[len(piece):]
	}
}

// isForeign reports whether a text is in the other script.
func (c *Converter) isForeign(text string) bool {
	other := 0
	for _, r := range text {
		switch {
		case r < firstHan:
		case foreign(c.to, r) && !c.known[r]:
			other++
		case foreign(c.from, r):
			other--
		}
	}
	return other > 0
}

// IsHan reports whether a character is a Chinese one.
func IsHan(c rune) bool { return c >= firstHan && unicode.Is(unicode.Han, c) }

// firstHan is the first character of the tables, before which are all alphabets.
const firstHan = 0x3400
