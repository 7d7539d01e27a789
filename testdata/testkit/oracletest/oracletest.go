// Package oracletest draws gold trees and moves for tests of oracles, systems and
// decoders: each tree is one that some system derives.
//
//	random := rand.New(rand.NewPCG(1, 2))
//	g := oracletest.Random(random, 4, transition.SingleRoot, 2)
package oracletest

import (
	"math/rand/v2"
	"slices"

	"parser/oracle"
	"parser/transition"
)

// Random returns a projective tree over n words with labels below k, drawn by random moves of
// arc-hybrid, which derives every projective tree. The tendency to shift is drawn as well, so that
// there are flat trees and deep ones.
func Random(random *rand.Rand, n int, roots transition.Roots, k int32) *oracle.Gold {
	g := &oracle.Gold{Heads: make([]int32, n+1), Labels: make([]int32, n+1)}
	s, shifts := transition.ArcHybrid{Roots: roots}, random.Float64()
	var c transition.Config
	for s.Start(&c, n); !s.Terminal(&c); {
		m, legal := transition.Shift, s.Legal(&c)
		if !legal.Has(transition.Shift) || random.Float64() >= shifts {
			m = AnyOf(random, legal)
		}
		s.Apply(&c, m, random.Int32N(k))
	}
	for d := 1; d <= n; d++ {
		g.Heads[d], g.Labels[d] = c.Nodes[d].Head, c.Nodes[d].Label
	}
	return g
}

// AnyOf returns one of the moves of a set that is not empty.
func AnyOf(random *rand.Rand, set transition.Moves) transition.Move {
	moves := slices.Collect(set.All())
	return moves[random.IntN(len(moves))]
}

// Must panics if err is not nil, for oracles that cannot fail.
func Must(err error) {
	if err != nil {
		panic("oracletest: " + err.Error())
	}
}

// Bracketings returns every constituency tree over n words with labels below k
// and at most chain brackets over the same words. A single word needs none.
func Bracketings(n, k, chain int32) []*oracle.Gold {
	var all []*oracle.Gold
	for _, spans := range bracketings(0, n, k, chain) {
		if len(spans) > 0 {
			all = append(all, &oracle.Gold{Spans: spans})
		}
	}
	return all
}

// bracketings returns the trees over the words from+1..to; for a single word
// also the one without a bracket.
func bracketings(from, to, k, chain int32) [][]oracle.Span {
	var all [][]oracle.Span
	inner := [][]oracle.Span{nil}
	if to-from > 1 {
		inner = sequences(from, to, to-1, k, chain)
	} else {
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

// sequences returns the ways to cover the words from+1..to by consecutive trees, the first of which
// ends at last or before it.
func sequences(from, to, last, k, chain int32) [][]oracle.Span {
	if from == to {
		return [][]oracle.Span{nil}
	}
	var all [][]oracle.Span
	for end := from + 1; end <= last; end++ {
		for _, first := range bracketings(from, end, k, chain) {
			for _, rest := range sequences(end, to, to, k, chain) {
				all = append(all, slices.Concat(first, rest))
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
		full := len(g.Spans) - int(chain) // the first of chain brackets over the same words
		if full < 0 || g.Spans[full].Start != b.Start || g.Spans[full].End != b.End {
			g.Spans = append(g.Spans, b)
		}
	}
	return g
}

// Tree returns the brackets of the complete tree c, each before those inside it,
// as gold trees have them.
func Tree(c *transition.Config) []oracle.Span {
	children := make([][]int32, len(c.Nodes))
	for parent, child := range c.Children {
		children[parent] = append(children[parent], child)
	}
	var spans []oracle.Span
	var add func(node int32)
	add = func(node int32) {
		if n := &c.Nodes[node]; n.Label != transition.None {
			spans = append(spans, oracle.Span{Label: n.Label, Start: n.First - 1, End: n.Last})
		}
		for _, child := range children[node] {
			add(child)
		}
	}
	add(0)
	return spans
}
