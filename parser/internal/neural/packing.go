package neural

import (
	"cmp"
	"slices"

	"parser/conll"
)

// packing lays the positions of a batch of sentences out as the rows of matrices: first position 0
// of all sentences, then position 1, and so on, the longest sentence first. So one step of a
// recurrence, in either direction, is a product with adjacent rows. A sentence of n words has the
// positions 0 (ROOT), 1 … n, and n + 1 (its end).
type packing struct {
	rank   []int // of each sentence, by length
	order  []int // the sentences by rank
	start  []int // the first row of each position, and the number of all rows
	active []int // how many sentences have each position
}

func (p *packing) pack(sentences [][]conll.Word) {
	p.order, p.rank, p.start, p.active = p.order[:0], p.rank[:0], p.start[:0], p.active[:0]
	for s := range sentences {
		p.order, p.rank = append(p.order, s), append(p.rank, 0)
	}
	slices.SortStableFunc(p.order, func(a, b int) int { return cmp.Compare(len(sentences[b]), len(sentences[a])) })
	for rank, s := range p.order {
		p.rank[s] = rank
	}
	rows, active := 0, len(sentences)
	for position := 0; ; position++ {
		for active > 0 && len(sentences[p.order[active-1]])+2 <= position {
			active--
		}
		p.start = append(p.start, rows)
		if active == 0 {
			return
		}
		p.active = append(p.active, active)
		rows += active
	}
}

func (p *packing) rows() int { return p.start[len(p.active)] }

func (p *packing) row(sentence, position int) int { return p.start[position] + p.rank[sentence] }

// eachPosition goes in the order of the rows.
func (p *packing) eachPosition(yield func(sentence, position int)) {
	for position, active := range p.active {
		for _, sentence := range p.order[:active] {
			yield(sentence, position)
		}
	}
}
