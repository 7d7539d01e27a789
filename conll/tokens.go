package conll

import (
	"fmt"
	"strconv"
	"strings"
)

// Token is a stretch of text as it is written. It stands for one syntactic word or, as a multiword
// token ("1-2"), for several.
type Token struct {
	First, End int    // stands for Words[First:End]
	Form, Misc string // of the word, or of the line of the range
	Multiword  bool   // has a range, even if only of one word
}

// SpaceAfter reports whether a blank follows the token in the text.
func (t *Token) SpaceAfter() bool {
	value, _ := MiscValue(t.Misc, "SpaceAfter")
	return value != "No"
}

// MiscValue returns the value of the attribute name=value of a MISC column.
func MiscValue(misc, name string) (value string, ok bool) {
	for misc != "" {
		var pair string
		pair, misc, _ = strings.Cut(misc, "|")
		if value, ok := strings.CutPrefix(pair, name); ok && strings.HasPrefix(value, "=") {
			return value[1:], true
		}
	}
	return "", false
}

// Tokens returns the tokens of the sentence in their order: its multiword ranges, and the words
// outside all ranges. An error has the cause ErrRange; sentences from a [Reader] never have one.
func (s *Sentence) Tokens() ([]Token, error) {
	tokens := make([]Token, 0, len(s.Words))
	single := func(end int) {
		next := 0
		if n := len(tokens); n > 0 {
			next = tokens[n-1].End
		}
		for i := next; i < end; i++ {
			tokens = append(tokens, Token{First: i, End: i + 1, Form: s.Words[i].Form, Misc: s.Words[i].Misc})
		}
	}
	covered := 0
	for _, e := range s.Extras {
		from, to, isRange := strings.Cut(e.id(), "-")
		if !isRange {
			continue
		}
		first, err1 := strconv.Atoi(from)
		end, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || first != e.Before+1 || first <= covered || end < first || end > s.Len() {
			return nil, s.ErrorAt(e.Before, fmt.Errorf("%w %s", ErrRange, e.id()))
		}
		single(first - 1)
		columns := append(strings.Split(e.Text, "\t"), make([]string, columnsAll)...)
		tokens = append(tokens, Token{First: first - 1, End: end, Form: columns[1], Misc: columns[columnsAll-1], Multiword: true})
		covered = end
	}
	single(s.Len())
	return tokens, nil
}
