package subword

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is an entry of added_tokens: a text that is one piece wherever it stands.
type token struct {
	ID         *int32 `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"` // only where no character of a word is next to it
	Lstrip     bool   `json:"lstrip"`      // with the blanks before it
	Rstrip     bool   `json:"rstrip"`      // with the blanks after it
	Normalized bool   `json:"normalized"`  // found in the normalised text, and normalised itself
}

// tokens finds added tokens in a text: from the left, the longest first.
type tokens []token

// newTokens returns what finds some tokens. Of several with the same text the last one counts.
func newTokens(list []token) tokens {
	list = slices.DeleteFunc(list, func(x token) bool { return x.Content == "" })
	slices.Reverse(list)
	slices.SortStableFunc(list, func(a, b token) int { return cmp.Compare(len(b.Content), len(a.Content)) })
	return list
}

// split appends the ids of the tokens in a text and what between makes of the texts between them, in order.
func (t tokens) split(dst []int32, text string, between func(dst []int32, part string) []int32) []int32 {
	done := 0
	for i := 0; i < len(text); {
		k := slices.IndexFunc(t, func(x token) bool { return strings.HasPrefix(text[i:], x.Content) })
		if k < 0 {
			i++
			continue
		}
		x, from, to := t[k], i, i+len(t[k].Content)
		i = to
		if x.SingleWord && (isWord(utf8.DecodeLastRuneInString(text[:from])) || isWord(utf8.DecodeRuneInString(text[to:]))) {
			continue
		}
		if x.Lstrip {
			from = done + len(strings.TrimRightFunc(text[done:from], unicode.IsSpace))
		}
		if x.Rstrip {
			to = len(text) - len(strings.TrimLeftFunc(text[to:], unicode.IsSpace))
		}
		if done < from {
			dst = between(dst, text[done:from])
		}
		dst = append(dst, *x.ID)
		done, i = to, to
	}
	if done < len(text) {
		dst = between(dst, text[done:])
	}
	return dst
}

// isWord reports whether a character is one of words (Unicode Technical Standard 18, \w): n is its length, 0 for none.
func isWord(r rune, n int) bool {
	return n > 0 && (unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic,
		unicode.Join_Control))
}
