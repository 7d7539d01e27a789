package subword

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// bpe merges pairs of neighbours, those that were learned first before others, and the left one of equals (Sennrich,
// Haddow & Birch 2016). It begins with bytes if the vocabulary is spelled in them, with characters otherwise.
type bpe struct {
	texts          trie
	merges         map[[2]int32]merge
	unknown        int32 // -1: what is not in the vocabulary is left out
	fuse           bool  // unknown neighbours are one piece
	whole          bool  // a word that is in the vocabulary is not merged
	bytes          bool
	prefix, suffix string // of what is within a word, and of what ends it
}

// merge is the result of merging two pieces, and when.
type merge struct{ rank, id int32 }

func newBPE(m *description, bytes bool) (model, error) {
	b := &bpe{merges: map[[2]int32]merge{}, unknown: -1, fuse: m.Fuse, whole: m.IgnoreMerges, bytes: bytes,
		prefix: m.Prefix, suffix: m.Suffix}
	if m.Dropout != 0 {
		return nil, fmt.Errorf("dropout %g is not supported", m.Dropout)
	}
	if m.Unknown != "" {
		id, ok := m.ids[m.Unknown]
		if !ok {
			return nil, fmt.Errorf("unk_token %q is not in the vocabulary", m.Unknown)
		}
		b.unknown = id
	}
	for rank, pair := range m.merges {
		within, ok := strings.CutPrefix(pair[1], m.Prefix)
		if !ok {
			return nil, fmt.Errorf("merges[%d]: %q lacks the prefix %q", rank, pair[1], m.Prefix)
		}
		var ids [3]int32
		for i, text := range []string{pair[0], pair[1], pair[0] + within} {
			if ids[i], ok = m.ids[text]; !ok {
				return nil, fmt.Errorf("merges[%d]: %q is not in the vocabulary", rank, text)
			}
		}
		b.merges[[2]int32{ids[0], ids[1]}] = merge{int32(rank), ids[2]}
	}
	ids := m.ids
	if bytes {
		ids = map[string]int32{}
		for text, id := range m.ids {
			if spelled, ok := spell(text); ok {
				ids[spelled] = id
			}
		}
	}
	b.texts = newTrie(ids)
	return b, nil
}

// spell returns the bytes that the characters of a piece stand for (Radford et al. 2019): visible ones of Latin 1 stand
// for themselves, those from U+0100 for the other bytes in turn.
func spell(piece string) (string, bool) {
	var b []byte
	for _, r := range piece {
		switch {
		case r > ' ' && r < 0x7F || r > 0xA0 && r < 0x100 && r != 0xAD:
			b = append(b, byte(r))
		case r >= 0x100 && r <= 0x120:
			b = append(b, byte(r-0x100))
		case r >= 0x121 && r <= 0x142:
			b = append(b, byte(r-0x121+0x7F))
		case r == 0x143:
			b = append(b, 0xAD)
		default:
			return "", false
		}
	}
	return string(b), true
}

// symbols is the memory of a word that is being merged.
type symbols struct {
	list  []symbol
	queue []candidate // a heap
	spelt []byte
}

// symbol is a piece for the time being, between its neighbours.
type symbol struct {
	Piece
	before, after int // -1 at the ends
}

// candidate is a pair that can be merged: its left one, and the result.
type candidate struct {
	merge
	left int
}

func (c candidate) less(d candidate) bool {
	return c.rank < d.rank || c.rank == d.rank && c.left < d.left
}

func (b *bpe) pieces(w *work, word span) {
	if b.whole {
		if n, id := b.texts.longest(w.text[word.from:word.to]); n == word.to-word.from {
			w.pieces = append(w.pieces, Piece{id, word.from, word.to})
			return
		}
	}
	b.begin(w, word)
	w.queue = w.queue[:0]
	for i := 1; i < len(w.list); i++ {
		b.offer(w, i-1)
	}
	for len(w.queue) > 0 {
		c := w.pop()
		left := &w.list[c.left]
		if left.Start == left.End || left.after < 0 {
			continue
		}
		right := &w.list[left.after]
		if m, ok := b.merges[[2]int32{left.ID, right.ID}]; !ok || m.id != c.id {
			continue // one of the two has become another since
		}
		left.ID, left.End, left.after = c.id, right.End, right.after
		right.Start = right.End
		if left.after >= 0 {
			w.list[left.after].before = c.left
			b.offer(w, c.left)
		}
		if left.before >= 0 {
			b.offer(w, left.before)
		}
	}
	for _, s := range w.list {
		if s.Start < s.End {
			w.pieces = append(w.pieces, s.Piece)
		}
	}
}

// begin makes symbols of a word.
func (b *bpe) begin(w *work, word span) {
	w.list = w.list[:0]
	fused := false
	for i := word.from; i < word.to; {
		n := 1
		if !b.bytes {
			_, n = utf8.DecodeRune(w.text[i:word.to])
		}
		text := w.text[i : i+n]
		if i > word.from && b.prefix != "" || i+n == word.to && b.suffix != "" {
			w.spelt = w.spelt[:0]
			if i > word.from {
				w.spelt = append(w.spelt, b.prefix...)
			}
			w.spelt = append(w.spelt, text...)
			if i+n == word.to {
				w.spelt = append(w.spelt, b.suffix...)
			}
			text = w.spelt
		}
		length, id := b.texts.longest(text)
		known := length == len(text)
		if !known {
			id = b.unknown
		}
		if last := len(w.list) - 1; !known && fused && b.fuse {
			w.list[last].End = i + n
		} else if id >= 0 {
			w.list = append(w.list, symbol{Piece{id, i, i + n}, last, last + 2})
		}
		fused = !known && id >= 0
		i += n
	}
	if len(w.list) > 0 {
		w.list[len(w.list)-1].after = -1
	}
}

// offer puts a symbol and the one after it into the queue, if they can be merged.
func (b *bpe) offer(w *work, left int) {
	s := &w.list[left]
	m, ok := b.merges[[2]int32{s.ID, w.list[s.after].ID}]
	if !ok {
		return
	}
	at := len(w.queue)
	w.queue = append(w.queue, candidate{m, left})
	for up := (at - 1) / 2; at > 0 && w.queue[at].less(w.queue[up]); up = (at - 1) / 2 {
		w.queue[at], w.queue[up] = w.queue[up], w.queue[at]
		at = up
	}
}

// pop takes the first candidate out of the queue.
func (w *work) pop() candidate {
	first, last := w.queue[0], len(w.queue)-1
	w.queue[0] = w.queue[last]
	w.queue = w.queue[:last]
	for at := 0; ; {
		least := at
		for down := 2*at + 1; down <= 2*at+2 && down < last; down++ {
			if w.queue[down].less(w.queue[least]) {
				least = down
			}
		}
		if least == at {
			return first
		}
		w.queue[at], w.queue[least] = w.queue[least], w.queue[at]
		at = least
	}
}
