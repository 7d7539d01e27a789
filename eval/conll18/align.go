package conll18

import (
	"fmt"

	"parser/eval"
)

// unaligned is the partner of a word that has none.
const unaligned = -2

// alignment pairs the words of two documents over the same characters. A pair
// stands where neither side has a multiword token and the tokens are equal, or
// within a block of multiword tokens, where forms decide (see block and lcs).
type alignment struct {
	gold, system *document
	pairs        []wordPair // in text order
	partner      []int      // gold word of every system word, or unaligned
}

type wordPair struct{ gold, system int }

func (a *alignment) align() error {
	a.partner = make([]int, len(a.system.words))
	for i := range a.partner {
		a.partner[i] = unaligned
	}
	g, s := 0, 0
	for g < len(a.gold.words) && s < len(a.system.words) {
		gold, system := &a.gold.words[g], &a.system.words[s]
		switch {
		case gold.multiword || system.multiword:
			b := a.block(g, s)
			if err := a.alignBlock(b); err != nil {
				return err
			}
			g, s = b.goldEnd, b.systemEnd
		case gold.span == system.span:
			a.pair(g, s)
			g++
			s++
		case gold.start <= system.start:
			g++
		default:
			s++
		}
	}
	return nil
}

func (a *alignment) pair(g, s int) {
	a.pairs = append(a.pairs, wordPair{g, s})
	a.partner[s] = g
}

// block is a range of words on either side that are aligned by their forms.
type block struct{ gold, goldEnd, system, systemEnd int }

// block finds the words over the smallest stretch of text which begins with the
// multiword token at g or s and ends where no multiword token of either side
// goes on. Of the other side one token that begins too early is passed over
// (further ones get in, as they do in the official script); what ends too late
// is left out.
func (a *alignment) block(g, s int) block {
	gold, system := a.gold.words, a.system.words
	end := system[s].end
	if gold[g].multiword {
		end = gold[g].end
		if !system[s].multiword && system[s].start < gold[g].start {
			s++
		}
	} else if gold[g].start < system[s].start {
		g++
	}
	b := block{gold: g, system: s}
	for within(gold, g, end) || within(system, s, end) {
		if g < len(gold) && (s >= len(system) || gold[g].start <= system[s].start) {
			end = extended(gold[g], end)
			g++
		} else {
			end = extended(system[s], end)
			s++
		}
	}
	b.goldEnd, b.systemEnd = g, s
	return b
}

// within reports whether word i exists and belongs to the text up to end: with
// its start if it is part of a multiword token, else as a whole.
func within(words []word, i, end int) bool {
	switch {
	case i >= len(words):
		return false
	case words[i].multiword:
		return words[i].start < end
	}
	return words[i].end <= end
}

// extended moves the end of a block behind the multiword token of w.
func extended(w word, end int) int {
	if w.multiword {
		return max(end, w.end)
	}
	return end
}

// maxBlock bounds the product of the lengths of a block's sides: one bit each.
const maxBlock = 1 << 30

// alignBlock pairs words of a block that have the same form in lower case, as
// many as possible.
func (a *alignment) alignBlock(b block) error {
	if (b.goldEnd-b.gold)*(b.systemEnd-b.system) > maxBlock {
		first := &a.gold.words[b.gold]
		return eval.ErrorAt(first.sentence, first.index, fmt.Errorf("%w: %d words against %d",
			ErrSpan, b.goldEnd-b.gold, b.systemEnd-b.system))
	}
	numbers := map[string]int{} // of forms in lower case
	number := func(words []word) []int {
		forms := make([]int, len(words))
		for i, w := range words {
			form := lower(w.form)
			if _, ok := numbers[form]; !ok {
				numbers[form] = len(numbers)
			}
			forms[i] = numbers[form]
		}
		return forms
	}
	for _, p := range lcs(number(a.gold.words[b.gold:b.goldEnd]), number(a.system.words[b.system:b.systemEnd])) {
		a.pair(b.gold+p.gold, b.system+p.system)
	}
	return nil
}
