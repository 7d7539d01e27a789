package subword

import (
	"container/heap"
	"fmt"
	"strings"
	"unicode/utf8"
)

// bpe merges pairs of neighbours, those that were learned first before others, and the left one of equals (Sennrich,
// Haddow & Birch 2016). It begins with bytes if the vocabulary is spelled in them, with characters otherwise.
type bpe struct {
	ids            map[string]int32
	merges         map[[2]int32]merge
	unknown        int32 // -1: what is not in the vocabulary is left out
	fuse           bool  // unknown neighbours are one piece
	whole          bool  // a word that is in the vocabulary is not merged
	bytes          bool
	single         []int32 // see bytePieces
	prefix, suffix string  // of what is within a word, and of what ends it
}

// merge is the result of merging two pieces, and when.
type merge struct{ rank, id int32 }

func newBPE(m *description, bytes bool) (model, error) {
	b := &bpe{ids: m.ids, merges: map[[2]int32]merge{}, unknown: -1, fuse: m.Fuse, whole: m.IgnoreMerges, bytes: bytes,
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
	var err error
	if b.single, err = m.bytePieces(); err != nil {
		return nil, err
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
	if bytes {
		b.ids = map[string]int32{}
		for text, id := range m.ids {
			if spelled, ok := spell(text); ok {
				b.ids[spelled] = id
			}
		}
	}
	return b, nil
}

// bytePieces returns the ids of <0x00> to <0xFF>, which stand for the bytes of what is not in the vocabulary; nil if nothing
// does.
func (m *description) bytePieces() (ids []int32, err error) {
	for x := 0; x < 256 && m.ByteFallback; x++ {
		text := fmt.Sprintf("<0x%02X>", x)
		id, ok := m.ids[text]
		if !ok {
			return nil, fmt.Errorf("byte_fallback is not supported if %s is not in the vocabulary", text)
		}
		ids = append(ids, id)
	}
	return ids, nil
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

// merging is a word that is being merged.
type merging struct {
	*bpe
	list []symbol
	queue
}

// symbol is a piece for the time being, between its neighbours.
type symbol struct {
	id            int32 // -1 if it is a part of the one before it
	before, after int   // -1 at the ends
}

// candidate is a pair that can be merged: its left one, and the result.
type candidate struct {
	merge
	left int
}

// queue is a heap.
type queue []candidate

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(candidate)) }

func (q queue) Less(i, j int) bool {
	return q[i].rank < q[j].rank || q[i].rank == q[j].rank && q[i].left < q[j].left
}

func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}

func (b *bpe) pieces(dst []int32, word string) []int32 {
	if id, known := b.ids[word]; b.whole && known {
		return append(dst, id)
	}
	for _, s := range b.merge(word, func(int32) {}) {
		if s.id >= 0 {
			dst = append(dst, s.id)
		}
	}
	return dst
}

// merge returns the symbols that are left of a word, and tells the ids that there have been.
func (b *bpe) merge(word string, met func(id int32)) []symbol {
	m := merging{bpe: b, list: b.symbols(word)}
	for i := range m.list {
		met(m.list[i].id)
		m.offer(i)
	}
	for len(m.queue) > 0 {
		c := heap.Pop(&m.queue).(candidate)
		left := &m.list[c.left]
		if left.id < 0 || left.after < 0 {
			continue
		}
		right := &m.list[left.after]
		if result, ok := b.merges[[2]int32{left.id, right.id}]; !ok || result.id != c.id {
			continue // one of the two has become another since
		}
		met(c.id)
		left.id, right.id, left.after = c.id, -1, right.after
		if left.after >= 0 {
			m.list[left.after].before = c.left
		}
		m.offer(c.left)
		if left.before >= 0 {
			m.offer(left.before)
		}
	}
	return m.list
}

// symbols returns those of a word.
func (b *bpe) symbols(word string) (list []symbol) {
	fused, add := false, func(id int32) { list = append(list, symbol{id, len(list) - 1, len(list) + 1}) }
	for i := 0; i < len(word); {
		n := 1
		if !b.bytes {
			_, n = utf8.DecodeRuneInString(word[i:])
		}
		text := word[i : i+n]
		if i > 0 {
			text = b.prefix + text
		}
		if i += n; i == len(word) {
			text += b.suffix
		}
		id, known := b.ids[text]
		if !known && b.single != nil {
			for _, x := range []byte(text) {
				add(b.single[x])
			}
			continue
		}
		if !known {
			id = b.unknown
		}
		if id >= 0 && !(fused && !known && b.fuse) {
			add(id)
		}
		fused = !known && id >= 0
	}
	if len(list) > 0 {
		list[len(list)-1].after = -1
	}
	return list
}

// offer puts a symbol and the one after it into the queue, if they can be merged.
func (m *merging) offer(left int) {
	if s := m.list[left]; s.after >= 0 {
		if result, ok := m.merges[[2]int32{s.id, m.list[s.after].id}]; ok {
			heap.Push(&m.queue, candidate{result, left})
		}
	}
}
