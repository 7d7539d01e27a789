package signs

import (
	"slices"
	"strings"
	"unicode"

	"parser/conll/textfile"
	"parser/parser/internal/lookup"
)

// Words are what is known of a language, in lower case, about words that are divided at the ends of lines. All of it may be
// missing.
type Words struct {
	Known        map[string]bool
	Conjunctions map[string]bool
	KeepsHyphen  func(word string, known bool) bool // reports whether the hyphen stays in a word; known: what is before it is a word
}

// hyphens join the parts of words that are divided at the ends of lines: the line end shows nothing, and neither does a
// hyphen that is there because of it. In "well-⏎known" it belongs to the word. Soft hyphens never show anything.
//
// The hyphen is taken away unless the word is known to have one: if it had one before in a line ("well-known"), if it
// has several ("mother-in-⏎law"), if a digit or a capital comes next to it ("Anglo-⏎Saxon") or a single letter before
// ("e-⏎mail"), or if the whole is no known word and both parts are, or the second is a clitic ("vont-⏎ils"). Known are the
// words of the treebank and of the lines so far. Before a conjunction the line end stays, too: "pre-⏎and post-war".
type hyphens struct {
	lookahead
	words Words

	word    []rune // the letters, digits and hyphens before the next sign
	guessed bool   // it was divided
	seen    map[string]bool
}

const (
	longestPart = 32      // of a divided word, in characters
	mostSeen    = 1 << 16 // number of words of a text that are remembered, which bounds memory
)

func (h *hyphens) Next(in *textfile.Reader) (Sign, error) {
	c, err := h.peek(in, 0)
	if err != nil {
		return c, err
	}
	if n := len(h.word); isHyphen(c.Shown) && 0 < n && n <= longestPart && !isHyphen(h.word[n-1]) {
		h.join(in)
	}
	switch c = h.take(); {
	case c.Shown == lookup.SoftHyphen:
		c.Shown = nothing
	case isHyphen(c.Shown) || inWord(c.Shown):
		if len(h.word) <= longestPart {
			h.word = append(h.word, c.Shown)
		}
	case c.Shown >= 0:
		h.remember()
	}
	return c, nil
}

// join changes what the next signs show if they are a hyphen and a line end that divide a word.
func (h *hyphens) join(in *textfile.Reader) {
	end, lines := h.lineEnd(in, 1)
	var part []rune
	several := slices.ContainsFunc(h.word, isHyphen)
	for n := end; len(part) <= longestPart; n++ {
		c, err := h.peek(in, n)
		if err != nil || c.Shown >= 0 && !inWord(c.Shown) {
			several = several || err == nil && isHyphen(c.Shown) && c.Shown != lookup.SoftHyphen
			break
		}
		if c.Shown >= 0 {
			part = append(part, c.Shown)
		}
	}
	if lines != 1 || len(part) == 0 || len(part) > longestPart || !several && h.conjoins(part) {
		return
	}
	for i := range h.coming()[:end] {
		if i > 0 || h.coming()[0].Shown == lookup.SoftHyphen || !several && !h.belongs(part) {
			h.coming()[i].Shown = nothing
		}
	}
	h.guessed = true
}

// belongs reports whether the hyphen between the word so far and its second part belongs to the word.
func (h *hyphens) belongs(part []rune) bool {
	before, after := h.word[len(h.word)-1], part[0]
	first, second := known(h.word), known(part)
	switch {
	case len(h.word) == 1, unicode.IsDigit(before), unicode.IsDigit(after):
		return true
	case unicode.IsUpper(after) && !unicode.IsUpper(before), h.seen[first+"-"+second]:
		return true
	}
	if h.knows(first + second) {
		return false
	}
	return h.knows(second) && (h.knows(first) || h.knows(first+"-")) || h.words.KeepsHyphen != nil && h.words.KeepsHyphen(first+"-"+second, h.knows(first))
}

// conjoins reports whether the second part is a conjunction, after which comes what both words have in common, as in
// "pre- and post-war": the hyphen and the blank stay.
func (h *hyphens) conjoins(part []rune) bool {
	first, second := known(h.word), known(part)
	return h.coming()[0].Shown != lookup.SoftHyphen && h.words.Conjunctions[second] && !h.knows(first+second)
}

func (h *hyphens) knows(word string) bool { return h.seen[word] || h.words.Known[word] }

// remember notes the word, which is complete, and begins another.
func (h *hyphens) remember() {
	if n := len(h.word); n > 1 && n <= longestPart && !h.guessed && len(h.seen) < mostSeen {
		if h.seen == nil {
			h.seen = map[string]bool{}
		}
		h.seen[known(h.word)] = true
	}
	h.word, h.guessed = h.word[:0], false
}

// known returns a word as it is looked up.
func known(word []rune) string { return strings.ToLower(lookup.Form(string(word))) }

// isHyphen reports whether a character can divide a word at the end of a line.
func isHyphen(c rune) bool { return c == '-' || c == '\u2010' || c == lookup.SoftHyphen }

// inWord reports whether a character can stand next to a hyphen in a word.
func inWord(c rune) bool { return unicode.IsLetter(c) || unicode.IsMark(c) || unicode.IsDigit(c) }
