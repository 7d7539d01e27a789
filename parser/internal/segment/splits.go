package segment

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/parser/internal/lookup"
)

// Splits map the ending of a token of several words, in lower case, to the words, separated by
// blanks. The longest ending counts, which is the whole token with wholeMark before it. What is
// before the ending belongs to the first word. Where short words are written together with those that follow, as in Hebrew, it is
// the beginning, with beginMark after it, and what is after that belongs to the last word.
type Splits map[string]string

const wholeMark, beginMark = "^", "$"

// longestEnding is the length of the longest ending or beginning, in letters.
const longestEnding = 8

// learnSplits counts how tokens are split. An ending is kept if it differs from what shorter ones say.
func learnSplits(sentences []*conll.Sentence) Splits {
	counts := map[string]map[string]int{} // by ending and split
	type cut struct{ form, split string }
	var cuts []cut
	before, after := map[string]bool{}, map[string]bool{} // before the last word, and after the first
	see := func(ending, split string) {
		if counts[ending] == nil {
			counts[ending] = map[string]int{}
		}
		counts[ending][split]++
	}
	for _, s := range sentences {
		tokens, _ := s.Tokens() // which learnable has read
		for _, t := range tokens {
			if t.End-t.First < 2 {
				continue
			}
			words := make([]string, 0, t.End-t.First)
			for _, w := range s.Words[t.First:t.End] {
				words = append(words, strings.ToLower(lookup.Form(w.Form)))
			}
			split := strings.Join(words, " ")
			if strings.Count(split, " ") != len(words)-1 {
				continue // a word with blanks
			}
			form := strings.ToLower(lookup.Form(t.Form))
			see(wholeMark+form, split)
			cuts = append(cuts, cut{form, split})
			before[form[:len(form)-commonSuffix(form, split)]] = true
			after[form[commonPrefix(form, split):]] = true
		}
	}
	for _, c := range cuts {
		if 2*len(before) < len(after) { // there are a few of what words are put together with
			eachBeginning(c.form, c.split, see)
		} else {
			eachEnding(c.form, c.split, see)
		}
	}
	splits := Splits{}
	marks := func(ending string) int { return len(ending) - len(strings.TrimPrefix(ending, wholeMark)) }
	endings := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(marks(a), marks(b)), cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	for _, ending := range endings {
		best := ""
		for _, split := range slices.Sorted(maps.Keys(counts[ending])) {
			if counts[ending][split] > counts[ending][best] {
				best = split
			}
		}
		form, whole := strings.CutPrefix(ending, wholeMark)
		form = strings.TrimSuffix(form, beginMark)
		if words := splits.lower(form, whole); strings.Join(words, " ") != best {
			splits[ending] = best
		}
	}
	return splits
}

// eachEnding calls see with the endings of a token and their words: with 0, 1, 2 … letters less of what the first word has in
// common with the token.
func eachEnding(form, split string, see func(ending, split string)) {
	for start := commonPrefix(form, split); ; {
		if utf8.RuneCountInString(form[start:]) <= longestEnding && start < len(form) {
			see(form[start:], split[start:])
		}
		if start == 0 {
			return
		}
		_, size := utf8.DecodeLastRuneInString(form[:start])
		start -= size
	}
}

// eachBeginning calls see with the beginnings of a token and their words: with 0, 1, 2 … letters more of what the last word has
// in common with the token.
func eachBeginning(form, split string, see func(beginning, split string)) {
	for rest := commonSuffix(form, split); ; {
		end := len(form) - rest
		if utf8.RuneCountInString(form[:end]) <= longestEnding && end > 0 {
			see(form[:end]+beginMark, split[:len(split)-rest])
		}
		if rest == 0 {
			return
		}
		_, size := utf8.DecodeRuneInString(form[end:])
		rest -= size
	}
}

// commonSuffix returns the length in bytes of the common suffix of two texts, of whole letters.
func commonSuffix(a, b string) (n int) {
	for {
		x, size := utf8.DecodeLastRuneInString(a[:len(a)-n])
		y, _ := utf8.DecodeLastRuneInString(b[:len(b)-n])
		if size == 0 || x != y {
			return n
		}
		n += size
	}
}

// commonPrefix returns the length in bytes of the common prefix of two texts, up to a whole letter.
func commonPrefix(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return n
}

// begins reports whether beginnings count.
func (s Splits) begins() bool {
	for key := range s {
		if strings.HasSuffix(key, beginMark) && key != beginMark && !strings.HasPrefix(key, wholeMark) {
			return true
		}
	}
	return false
}

// lower splits a token in lower case, or part of one; nil if no rule does. A first word that ends in a contraction is split
// again, since treebanks hardly have contractions of contractions, such as "she'd've".
func (s Splits) lower(form string, whole bool) []string {
	if split, ok := s[wholeMark+form]; ok && whole {
		return strings.Split(split, " ")
	}
	start := len(form)
	for range longestEnding {
		_, size := utf8.DecodeLastRuneInString(form[:start])
		start -= size
	}
	for ; start < len(form); start++ {
		split, ok := s[form[start:]]
		if !ok || !utf8.RuneStart(form[start]) {
			continue
		}
		words := strings.Split(form[:start]+split, " ")
		if len(words) > 1 && strings.Contains(words[0], "'") && len(words[0]) < len(form) { // or this would not end
			more := s.lower(words[0], true)
			if len(more) > 1 && strings.Contains(more[len(more)-1], "'") && strings.Join(more, "") == words[0] {
				return append(more, words[1:]...)
			}
		}
		return words
	}
	for end := len(form); end > 0; end-- {
		if split, ok := s[form[:end]+beginMark]; ok {
			return strings.Split(split+form[end:], " ")
		}
	}
	return nil
}

// split returns the words of a token of several words, or nil if no rule applies. They have the case of the token:
// letters that occur in it are taken from there, and other words are in upper case if it is, or begin with a capital if
// the token does and they are the first. Curly apostrophes are like straight ones, and
// words that together are the token spell it as it is written.
func (s Splits) split(form string) []string {
	if strings.Contains(form, " ") { // which is between words here
		return nil
	}
	if normal := lookup.Form(form); normal != form {
		words := s.split(normal)
		if strings.Join(words, "") == normal {
			return lookup.Pieces(form, words)
		}
		return words
	}
	lower := strings.ToLower(form)
	words := s.lower(lower, true)
	if plain := lookup.Straight(lower); plain != lower {
		if others := s.lower(plain, true); strings.Join(others, "") == plain {
			words = alike(lower, others)
		}
	}
	if len(words) < 2 || slices.Contains(words, "") {
		return nil
	}
	if len(lower) == len(form) && strings.Join(words, "") == lower {
		return alike(form, words)
	}
	return inCaseOf(form, words)
}

// inCaseOf writes the words of a token, which are in lower case, in the case of its form.
func inCaseOf(form string, words []string) []string {
	if lower := strings.ToLower(form); len(lower) == len(form) {
		same := commonPrefix(lower, words[0])
		words[0] = form[:same] + words[0][same:]
	}
	switch c, size := utf8.DecodeRuneInString(form); {
	case !unicode.IsUpper(c):
	case strings.ToUpper(form) == form && len(form) > size:
		for i, w := range words {
			words[i] = strings.ToUpper(w)
		}
	default:
		c, size := utf8.DecodeRuneInString(words[0])
		words[0] = string(unicode.ToTitle(c)) + words[0][size:]
	}
	return words
}

// alike cuts a form into pieces with as many letters as the words, which together have as many as the form.
func alike(form string, words []string) []string {
	pieces := make([]string, len(words))
	letters, at := []rune(form), 0
	for i, w := range words {
		n := utf8.RuneCountInString(w)
		pieces[i], at = string(letters[at:at+n]), at+n
	}
	return pieces
}
