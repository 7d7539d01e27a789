package subword

import (
	"unicode"
	"unicode/utf8"
)

// token is an entry of added_tokens: a text that is one piece wherever it stands.
type token struct {
	ID         *int32
	Content    string
	SingleWord bool `json:"single_word"` // only where no character of a word is next to it
	Lstrip     bool // with the blanks before it
	Rstrip     bool // with the blanks after it
	Normalized bool // found in the normalised text, and normalised itself
}

// tokens finds added tokens in a text: from the left, the longest first.
type tokens struct {
	list  []token
	texts trie
	first [256]bool // bytes that one begins with
}

func newTokens(list []token) tokens {
	t := tokens{list: list}
	values := map[string]int32{}
	for i, x := range list {
		values[x.Content] = int32(i)
		if x.Content != "" {
			t.first[x.Content[0]] = true
		}
	}
	t.texts = newTrie(values)
	return t
}

// split appends the tokens in a text to w.pieces and calls between for what is between them, in order.
func (t *tokens) split(w *work, s span, between func(span)) {
	done := s.from
	for i := s.from; i < s.to; {
		if !t.first[w.text[i]] {
			i++
			continue
		}
		n, which := t.texts.longest(w.text[i:s.to])
		if n == 0 {
			i++
			continue
		}
		x, from, to := t.list[which], i, i+n
		i = to
		before, after := w.text[s.from:from], w.text[to:s.to]
		if x.SingleWord && (isWord(utf8.DecodeLastRune(before)) || isWord(utf8.DecodeRune(after))) {
			continue
		}
		for x.Lstrip && from > done {
			r, n := utf8.DecodeLastRune(w.text[done:from])
			if !unicode.IsSpace(r) {
				break
			}
			from -= n
		}
		for x.Rstrip && to < s.to {
			r, n := w.rune(to)
			if !unicode.IsSpace(r) {
				break
			}
			to += n
		}
		if done < from {
			between(span{done, from})
		}
		w.pieces = append(w.pieces, Piece{*x.ID, from, to})
		done, i = to, max(i, to)
	}
	if done < s.to {
		between(span{done, s.to})
	}
}

// isWord reports whether a character is one of words (Unicode Technical Standard 18, \w): n is its length, 0 for none.
func isWord(r rune, n int) bool {
	return n > 0 && (unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic,
		unicode.Join_Control))
}
