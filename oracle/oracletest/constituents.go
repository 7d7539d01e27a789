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

// RandomBracketing returns a random tree over n words with labels below k that s
// derives, drawn by its moves, with at most chain brackets over the same words.
// The tendencies to open and to close are drawn as well, so that there are flat
// trees and deep ones.
func RandomBracketing(random *rand.Rand, s transition.Bracket, n int, k, chain int32) *oracle.Gold {
	opens, closes := random.Float64(), random.Float64()
	var c transition.Config
	for s.Start(&c, n); !s.Terminal(&c); {
		m, legal := transition.Shift, s.Legal(&c)
		switch {
		case legal.Has(transition.Open) && random.Float64() < opens:
			m = transition.Open
		case legal.Has(transition.Close) && random.Float64() < closes:
			m = transition.Close
		}
		if !legal.Has(m) {
			m = AnyOf(random, legal)
		}
		s.Apply(&c, m, random.Int32N(k))
	}
	g := &oracle.Gold{}
	for _, node := range c.Nodes[n+1:] {
		b := oracle.Span{Label: node.Label, Start: node.First - 1, End: node.Last}
		if over(g.Spans, b) < chain {
			g.Spans = append(g.Spans, b)
		}
	}
	return g
}

// over counts the last brackets of the list that cover the same words as b.
func over(spans []oracle.Span, b oracle.Span) int32 {
	count := int32(0)
	for i := len(spans) - 1; i >= 0 && spans[i].Start == b.Start && spans[i].End == b.End; i-- {
		count++
	}
	return count
}

// Tree returns the brackets of the complete tree c, each before those inside it,
// as gold trees have them.
func Tree(c *transition.Config) []oracle.Span {
	children := make([][]int32, len(c.Nodes))
	for parent, child := range c.Children {
		children[parent] = append(children[parent], child)
	}
	var spans []oracle.Span
	for agenda := slices.Clone(children[0]); len(agenda) > 0; {
		node := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		if n := &c.Nodes[node]; n.Label != transition.None {
			spans = append(spans, oracle.Span{Label: n.Label, Start: n.First - 1, End: n.Last})
		}
		for _, child := range slices.Backward(children[node]) {
			agenda = append(agenda, child)
		}
	}
	return spans
}
