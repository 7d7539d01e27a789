package subword

import (
	"unicode"
	"unicode/utf8"
)

// work is the memory of one call. Text passes through it in the forms it takes between a sentence and its pieces: each
// step reads one area of it and appends another.
type work struct {
	text   []byte // UTF-8
	at     []int  // for each byte of text, where in the sentence it comes from; never falls within an area
	pieces []Piece
	words  [3][]span
	hits   []hit
	marks  []mark
	symbols
	lattice []node
}

// span is a part of work.text. at[to] is known, too: an area ends with a byte that belongs to none.
type span struct{ from, to int }

// load begins with a sentence. A byte that is not UTF-8 becomes U+FFFD.
func (w *work) load(sentence string) span {
	w.text, w.at, w.pieces = w.text[:0], w.at[:0], w.pieces[:0]
	if utf8.ValidString(sentence) {
		w.text = append(w.text, sentence...)
		for i := range len(sentence) {
			w.at = append(w.at, i)
		}
	} else {
		for i, r := range sentence {
			w.put(r, i)
		}
	}
	return w.seal(0, len(sentence))
}

// put appends a character that comes from a place of the sentence.
func (w *work) put(r rune, at int) {
	w.text = utf8.AppendRune(w.text, r)
	for len(w.at) < len(w.text) {
		w.at = append(w.at, at)
	}
}

// putAll appends a text that stands for what is at i.
func (w *work) putAll(text string, i int) {
	for _, r := range text {
		w.put(r, w.at[i])
	}
}

// keep appends a part of an area as it is.
func (w *work) keep(from, to int) {
	w.text = append(w.text, w.text[from:to]...)
	w.at = append(w.at, w.at[from:to]...)
}

// seal ends the area that began at from; the sentence goes on at next.
func (w *work) seal(from, next int) span {
	to := len(w.text)
	w.text, w.at = append(w.text, 0), append(w.at, next)
	return span{from, to}
}

// each makes an area of what do appends for each character of another one: r, at w.text[i:i+n].
func (w *work) each(s span, do func(r rune, i, n int)) span {
	from := len(w.text)
	for i := s.from; i < s.to; {
		r, n := w.rune(i)
		do(r, i, n)
		i += n
	}
	return w.seal(from, w.at[s.to])
}

// rune returns the character at i and its length in bytes.
func (w *work) rune(i int) (rune, int) {
	if b := w.text[i]; b < utf8.RuneSelf {
		return rune(b), 1
	}
	return utf8.DecodeRune(w.text[i:])
}

// source returns which bytes of the sentence a part of an area comes from, without blanks at its ends. blank is the
// character that stands for a blank in the area.
func (w *work) source(s span, blank rune, sentence string) (start, end int) {
	for s.from < s.to {
		r, n := utf8.DecodeRune(w.text[s.from:s.to])
		if r != blank && !unicode.IsSpace(r) {
			break
		}
		s.from += n
	}
	if s.from == s.to {
		return w.at[s.to], w.at[s.to]
	}
	start, last := w.at[s.from], w.at[s.to-1]
	next := s.to
	for w.at[next] <= last {
		next++ // the character was cut apart
	}
	_, n := utf8.DecodeRuneInString(sentence[last:])
	least := last + n
	for end = w.at[next]; end > start; end -= n {
		var r rune
		r, n = utf8.DecodeLastRuneInString(sentence[start:end])
		if !unicode.IsSpace(r) && (end <= least || !isControl(r) && r != utf8.RuneError) {
			break
		}
	}
	return start, end
}
