package subword

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Needs has, by id, how often a text needs each piece: as one into which a word is cut, as a part of which such a piece is
// merged, and as a single character, into which words can be cut where longer pieces lack.
type Needs []int

// Needs returns needs of no text.
func (t *Tokenizer) Needs() Needs { return make(Needs, t.size) }

// Add adds those of a word that occurs so often.
func (n Needs) Add(t *Tokenizer, word string, times int) {
	own := *t
	own.model = needing{t.model, func(id int32) { n[id] += times }}
	own.Word(nil, word)
}

// needing is a model that tells which pieces words need.
type needing struct {
	model
	use func(id int32)
}

func (m needing) pieces(dst []int32, word string) []int32 {
	m.needs(word, m.use)
	return m.model.pieces(dst, word)
}

// Most returns the ids of the pieces that are needed most, in ascending order: this many, those with a meaning of their own,
// printable characters of ASCII and single bytes always among them. Of pieces that are needed equally often, such as those
// that are not needed at all, the first of the vocabulary are taken, where more frequent ones stand. If most is 0, these are
// all that are needed.
func (t *Tokenizer) Most(n Needs, most int) ([]int32, error) {
	kept := map[int32]bool{}
	keep := func(id int32) { kept[id] = true }
	for _, x := range slices.Concat(t.raw, t.normalized) {
		keep(*x.ID)
	}
	for _, id := range []int32{t.special.First, t.special.Last, t.special.Unknown} {
		if id >= 0 {
			keep(id)
		}
	}
	t.model.basic(keep)
	if most > 0 && most < len(kept) {
		return nil, fmt.Errorf("special tokens and single characters are %d subwords, more than %d", len(kept), most)
	}
	order, useless := t.model.order(), t.useless()
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(n[b], n[a]) })
	for _, id := range order {
		if n[id] == 0 && most == 0 || most > 0 && len(kept) == most {
			break
		}
		if n[id] > 0 || !useless[id] {
			keep(id)
		}
	}
	return slices.Sorted(maps.Keys(kept)), nil
}

// useless returns the pieces that no text can have: BERT's vocabularies have some, such as [unused1].
func (t *Tokenizer) useless() map[int32]bool {
	ids := map[int32]bool{}
	if p, ok := t.model.(*wordPiece); ok {
		for text, id := range p.ids {
			ids[id] = len(t.cut(strings.TrimPrefix(text, p.prefix), false)) != 1
		}
	}
	return ids
}

// needs implements model.
func (p *wordPiece) needs(word string, use func(id int32)) {
	for _, id := range p.pieces(nil, word) {
		use(id)
	}
	prefix := ""
	for _, r := range word {
		if id, known := p.ids[string(r)]; known {
			use(id)
		}
		if id, known := p.ids[prefix+string(r)]; known && prefix != "" {
			use(id)
		}
		prefix = p.prefix
	}
}

// needs implements model.
func (u *unigram) needs(word string, use func(id int32)) {
	for _, id := range u.pieces(nil, word) {
		use(id)
	}
	for _, r := range word {
		if id, known := u.ids[string(r)]; known {
			use(id)
		}
	}
}

// needs implements model.
func (b *bpe) needs(word string, use func(id int32)) {
	if id, known := b.ids[word]; b.whole && known {
		use(id)
	}
	b.merge(word, use)
}

// ascii yields the printable characters of ASCII.
func ascii(yield func(text string) bool) {
	for r := '!'; r <= '~' && yield(string(r)); r++ {
	}
}

// basic implements model.
func (p *wordPiece) basic(keep func(id int32)) {
	for text := range ascii {
		for _, text := range []string{text, p.prefix + text} {
			if id, known := p.ids[text]; known {
				keep(id)
			}
		}
	}
}

// basic implements model. The piece with the lowest score is kept, since that of unknown characters depends on it.
func (u *unigram) basic(keep func(id int32)) {
	keep(int32(slices.Index(u.scores, slices.Min(u.scores))))
	for _, id := range u.single {
		keep(id)
	}
	for text := range ascii {
		if id, known := u.ids[text]; known {
			keep(id)
		}
	}
}

// basic implements model.
func (b *bpe) basic(keep func(id int32)) {
	for _, id := range b.single {
		keep(id)
	}
	for text, id := range b.ids {
		if b.bytes && len(text) == 1 {
			keep(id)
		}
	}
	for text := range ascii {
		for _, text := range []string{text, b.prefix + text, text + b.suffix, b.prefix + text + b.suffix} {
			if id, known := b.ids[text]; known && !b.bytes {
				keep(id)
			}
		}
	}
}

// order implements model.
func (v *vocabulary) order() []int32 { return slices.Sorted(maps.Values(v.ids)) }

// order implements model: what nothing is merged to comes first, and then each piece after its parts.
func (b *bpe) order() []int32 {
	ids := slices.Sorted(maps.Values(b.ids))
	rank := map[int32]int32{}
	for _, m := range b.merges {
		if r, there := rank[m.id]; !there || m.rank+1 < r {
			rank[m.id] = m.rank + 1
		}
	}
	slices.SortStableFunc(ids, func(a, c int32) int { return cmp.Compare(rank[a], rank[c]) })
	return ids
}
