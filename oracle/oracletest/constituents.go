package oracletest

import (
	"math/rand/v2"
	"slices"

	"parser/oracle"
	"parser/transition"
)

// Bracketings returns every constituency tree over n words with labels below k
// and at most chain brackets over the same words. A single word needs none.
func Bracketings(n, k, chain int32) []*oracle.Gold {
	var all []*oracle.Gold
	for _, spans := range bracketings(0, n, k, chain) {
		if len(spans) > 0 && spans[0].Start == 0 && spans[0].End == n {
			all = append(all, &oracle.Gold{Spans: spans})
		}
	}
	return all
}

// bracketings returns the trees over the words from+1..to; for a single word
// also the one without a bracket.
func bracketings(from, to, k, chain int32) [][]oracle.Span {
	inner := [][]oracle.Span{nil}
	if to-from > 1 {
		inner = sequences(from, to, to-from-1, k, chain)
	}
	var all [][]oracle.Span
	if to-from == 1 {
		all = append(all, nil)
	}
	for range chain {
		var next [][]oracle.Span
		for _, spans := range inner {
			for label := range k {
				next = append(next, append([]oracle.Span{{Label: label, Start: from, End: to}}, spans...))
			}
		}
		all, inner = append(all, next...), next
	}
	return all
}

// sequences returns the ways to cover the words from+1..to by trees one behind
// the other, none over more than longest words.
func sequences(from, to, longest, k, chain int32) [][]oracle.Span {
	if from == to {
		return [][]oracle.Span{nil}
	}
	var all [][]oracle.Span
	for end := from + 1; end <= min(to, from+longest); end++ {
		for _, first := range bracketings(from, end, k, chain) {
			for _, rest := range sequences(end, to, to-end, k, chain) {
				all = append(all, append(slices.Clone(first), rest...))
			}
		}
	}
	return all
}

// Walk calls visit with the configurations of a random parse of n words, labels
// below k, from the first to the last.
func Walk(random *rand.Rand, s transition.System, n int, k int32, visit func(*transition.Config)) {
	var c transition.Config
	for s.Start(&c, n); !s.Terminal(&c); s.Apply(&c, AnyOf(random, s.Legal(&c)), random.Int32N(k)) {
		visit(&c)
	}
}

// ReachableLabelled is Reachable with every label below k. The configurations
// whose towers are higher than the bound are left out.
func ReachableLabelled(s transition.System, n int, k, tower int32, visit func(*transition.Config)) {
	var c transition.Config
	s.Start(&c, n)
	reachLabelled(s, &c, k, tower, visit)
}

func reachLabelled(s transition.System, c *transition.Config, k, tower int32, visit func(*transition.Config)) {
	visit(c)
	if s.Terminal(c) {
		return
	}
	for m := range transition.NumMoves {
		for label := range k {
			if !s.Legal(c).Has(m) || label > 0 && !m.Labelled() {
				break
			}
			var next transition.Config
			next.CopyFrom(c)
			s.Apply(&next, m, label)
			if Tower(&next) <= tower {
				reachLabelled(s, &next, k, tower, visit)
			}
		}
	}
}

// Tower returns the largest number of brackets of c over the same words.
func Tower(c *transition.Config) int32 {
	most := int32(0)
	for node := range c.Nodes {
		most = max(most, c.Tower(int32(node)))
	}
	return most
}
