package fsa

import "math/rand/v2"

// Pair is a pair of strings: what a machine reads and what it writes.
type Pair struct{ In, Out []Symbol }

// Sample draws n pairs of strings that t accepts, from paths of up to maxLen arcs of
// finite weight; none if there are no such paths. A path goes on by any arc after
// which enough arcs are left to get to a final state, or ends where it can, each as
// likely as the next. The same state of r gives the same pairs.
//
// Precondition: none. O(states + arcs) time, and for each pair one step for each arc
// of each state on its path.
func Sample(t *Transducer, r *rand.Rand, n, maxLen int) []Pair {
	need := t.fewestArcs(Backward)
	if !t.started || need[t.start] < 0 || need[t.start] > maxLen {
		return nil
	}
	pairs := make([]Pair, n)
	for i := range pairs {
		pairs[i] = t.randomPair(r, need, maxLen)
	}
	return pairs
}

// randomPair draws a path of up to so many arcs from the start to a final state.
func (t *Transducer) randomPair(r *rand.Rand, need []int, maxLen int) Pair {
	var p Pair
	q := t.start
	for left := maxLen; ; left-- {
		var ways []Arc
		for _, a := range t.arcs[q] {
			if !a.Weight.IsZero() && need[a.To] >= 0 && need[a.To] < left {
				ways = append(ways, a)
			}
		}
		choices := len(ways)
		if need[q] == 0 {
			choices++
		}
		choice := r.IntN(choices)
		if choice == len(ways) {
			return p
		}
		p.In, p.Out = join(p.In, ways[choice].In), join(p.Out, ways[choice].Out)
		q = ways[choice].To
	}
}

func join(word []Symbol, x Symbol) []Symbol {
	if x == Epsilon {
		return word
	}
	return append(word, x)
}
