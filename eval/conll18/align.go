package conll18

import (
	"fmt"
	"unique"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// maxBlock bounds the product of the lengths of a block's sides, which is the size of a bit set.
const maxBlock = 1 << 30

// align makes partners of the words of two documents over the same characters: words of equal tokens outside multiword
// tokens, and words of equal forms within a block of multiword tokens.
//
// A block is the smallest stretch of text that begins with a multiword token and ends where no multiword token of
// either side continues. On the other side, one token that begins too early is skipped (further ones get into the
// block, as in the official script), and tokens that end too late are left out.
func align(gold, system []*word) error {
	pair := func(g, s *word) { g.partner, s.partner = s, g }
	for len(gold) > 0 && len(system) > 0 {
		g, s := gold[0], system[0]
		if !g.multiword && !s.multiword {
			if g.span == s.span {
				pair(g, s)
				gold, system = gold[1:], system[1:]
			} else if g.start <= s.start {
				gold = gold[1:]
			} else {
				system = system[1:]
			}
			continue
		}
		end := s.end
		if g.multiword {
			end = g.end
			if !s.multiword && s.start < g.start {
				system = system[1:]
			}
		} else if g.start < s.start {
			gold = gold[1:]
		}
		restGold, restSystem := gold, system
		for within(restGold, end) || within(restSystem, end) {
			rest := &restSystem
			if len(restGold) > 0 && (len(restSystem) == 0 || restGold[0].start <= restSystem[0].start) {
				rest = &restGold
			}
			if next := (*rest)[0]; next.multiword {
				end = max(end, next.end)
			}
			*rest = (*rest)[1:]
		}
		inGold, inSystem := gold[:len(gold)-len(restGold)], system[:len(system)-len(restSystem)]
		if len(inGold)*len(inSystem) > maxBlock {
			return inGold[0].sentence.ErrorAt(inGold[0].index, fmt.Errorf("%w: %d words against %d", errSpan, len(inGold), len(inSystem)))
		}
		lcs(forms(inGold), forms(inSystem), func(g, s int) { pair(inGold[g], inSystem[s]) })
		gold, system = restGold, restSystem
	}
	return nil
}

// within reports whether the first of the words belongs to the text up to end:
// with its start if it is part of a multiword token, else as a whole.
func within(words []*word, end int) bool {
	switch {
	case len(words) == 0:
		return false
	case words[0].multiword:
		return words[0].start < end
	}
	return words[0].end <= end
}

// forms returns the words' forms in lower case by Unicode's full mapping, as in Python.
func forms(words []*word) []unique.Handle[string] {
	list, lower := make([]unique.Handle[string], len(words)), cases.Lower(language.Und)
	for i, w := range words {
		list[i] = unique.Make(lower.String(w.form))
	}
	return list
}

// lcs pairs the elements of a longest common subsequence of two lists, that of conll18_ud_eval.py: equal heads of both
// lists are paired at once; otherwise the head of gold is dropped if that costs nothing, else the head of system.
//
// Time is the product of the lengths without the common beginning, memory an eighth in bytes.
func lcs[T comparable](gold, system []T, pair func(g, s int)) {
	same := 0
	for same < min(len(gold), len(system)) && gold[same] == system[same] {
		pair(same, same)
		same++
	}
	gold, system = gold[same:], system[same:]
	// drop has a bit for every pair of suffixes: whether the head of the gold suffix can be
	// dropped without making their longest common subsequence shorter. Two rows of
	// the lengths of these subsequences are kept at a time, from the last to the first.
	drop := make([]uint64, (len(gold)*len(system)+63)/64)
	row, below := make([]int32, len(system)+1), make([]int32, len(system)+1)
	for g := len(gold) - 1; g >= 0; g-- {
		for s := len(system) - 1; s >= 0; s-- {
			row[s] = max(below[s], row[s+1])
			if gold[g] == system[s] {
				row[s] = max(row[s], 1+below[s+1])
			}
			if i := g*len(system) + s; row[s] == below[s] {
				drop[i/64] |= 1 << (i % 64)
			}
		}
		row, below = below, row
	}
	for g, s := 0, 0; g < len(gold) && s < len(system); {
		switch i := g*len(system) + s; {
		case gold[g] == system[s]:
			pair(same+g, same+s)
			g++
			s++
		case drop[i/64]&(1<<(i%64)) != 0:
			g++
		default:
			s++
		}
	}
}
