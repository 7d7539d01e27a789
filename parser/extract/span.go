package extract

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"parser/conll"
)

// text is a sentence with what parts need of it.
type text struct {
	*conll.Sentence
	children [][]int
	spaces   []bool // a blank follows the word
	start    []int  // of each word, in characters
	end      []int
}

// textOf prepares a sentence.
func textOf(s *conll.Sentence) *text {
	n := s.Len()
	t := &text{Sentence: s, children: make([][]int, n), spaces: make([]bool, n), start: make([]int, n), end: make([]int, n)}
	for i := range s.Words {
		if h := s.Words[i].Head; h > 0 && h <= n {
			t.children[h-1] = append(t.children[h-1], i)
		}
	}
	tokens, err := s.Tokens()
	if err != nil {
		tokens = nil
	}
	at := 0
	for _, token := range tokens {
		end := at + utf8.RuneCountInString(token.Form)
		from, to := at, end
		if a, b, ok := rangeOf(token.Misc); ok {
			from, to = a, b
		}
		for i := token.First; i < token.End; i++ {
			t.start[i], t.end[i] = from, to
			if a, b, ok := rangeOf(s.Words[i].Misc); ok {
				t.start[i], t.end[i] = a, b
			}
		}
		t.spaces[token.End-1] = token.SpaceAfter()
		if at = end; token.SpaceAfter() {
			at++
		}
	}
	return t
}

// rangeOf returns what TokenRange in MISC says.
func rangeOf(misc string) (start, end int, ok bool) {
	value, _ := conll.MiscValue(misc, "TokenRange")
	a, b, _ := strings.Cut(value, ":")
	start, err1 := strconv.Atoi(a)
	end, err2 := strconv.Atoi(b)
	return start, end, err1 == nil && err2 == nil
}

// part returns the part with a role that has a head.
func (t *text) part(r role, head int) Part {
	words := []int{head}
	if r.span.quoted {
		words = t.quoted(head)
	} else {
		for _, child := range t.children[head] {
			if r.span.has(t.Words[child].Deprel) {
				words = t.below(words, child)
			}
		}
	}
	slices.Sort(words)
	words = t.trimmed(words, head, r.span.quoted)
	p := Part{Role: r.name, Head: head, Words: words, Start: t.start[words[0]], End: t.end[words[len(words)-1]]}
	p.Text = t.spell(words)
	return p
}

// has reports whether the span has the children with a label.
func (s span) has(label string) bool {
	matches := false
	for _, e := range s.labels {
		matches = matches || e.MatchString(label)
	}
	return matches != s.but
}

// below adds a word and all below it. The tree may have cycles if it is made by hand: each word is added once.
func (t *text) below(words []int, at int) []int {
	if slices.Contains(words, at) {
		return words
	}
	words = append(words, at)
	for _, child := range t.children[at] {
		words = t.below(words, child)
	}
	return words
}

// trimmed leaves out punctuation at both ends, of quotations commas only.
func (t *text) trimmed(words []int, head int, quoted bool) []int {
	isPunct := func(w int) bool {
		return w != head && t.Words[w].UPOS == "PUNCT" && (!quoted || strings.Contains(",،、，", t.Words[w].Form))
	}
	for len(words) > 1 && isPunct(words[0]) {
		words = words[1:]
	}
	for len(words) > 1 && isPunct(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

// spell returns the text of some words: tokens as they are written, where all their words are there.
func (t *text) spell(words []int) string {
	var b strings.Builder
	tokens, err := t.Tokens()
	for i := 0; i < len(words); i++ {
		if i > 0 && words[i] != words[i-1]+1 {
			b.WriteString(" … ")
		} else if i > 0 && t.spaces[words[i]-1] {
			b.WriteByte(' ')
		}
		form, whole := t.Words[words[i]].Form, 1
		if err == nil {
			k, _ := slices.BinarySearchFunc(tokens, words[i], func(token conll.Token, w int) int { return token.First - w })
			if k < len(tokens) && tokens[k].First == words[i] && tokens[k].Multiword {
				n := tokens[k].End - tokens[k].First
				if i+n <= len(words) && words[i+n-1] == words[i]+n-1 {
					form, whole = tokens[k].Form, n
				}
			}
		}
		b.WriteString(form)
		i += whole - 1
	}
	return b.String()
}

// marks are quotation marks, as they are in texts. Single ones are apostrophes, too.
const marks, singleMarks = "\"“”„‟«»‹›「」『』〝〞＂", "'‘’‚`"

// isMark reports whether a word is a quotation mark.
func isMark(w *conll.Word) bool {
	return w.Form != "" && (strings.Trim(w.Form, marks) == "" || w.UPOS == "PUNCT" && strings.Trim(w.Form, singleMarks) == "")
}

// quoted returns the words between quotation marks around a word or, if there is no pair of them, all below it.
func (t *text) quoted(head int) (words []int) {
	first, last := -1, -1
	for i := head; i >= 0 && first < 0; i-- {
		if isMark(&t.Words[i]) {
			first = i
		}
	}
	for i := head + 1; i < len(t.Words) && last < 0; i++ {
		if isMark(&t.Words[i]) {
			last = i
		}
	}
	if first < 0 || last < 0 || last-first < 2 {
		return t.below(nil, head)
	}
	for i := first + 1; i < last; i++ {
		words = append(words, i)
	}
	return words
}
