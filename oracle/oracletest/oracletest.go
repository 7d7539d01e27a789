// Package oracletest holds what the tests of all oracles share: the small gold
// trees and the reachable configurations over which an oracle is compared with
// exhaustive search.
package oracletest

import (
	"math/rand/v2"

	"parser/oracle"
	"parser/transition"
)

// Trees calls visit with every tree over n words (ROOT may have any number of
// dependents), all labels 0. The tree is reused between calls.
func Trees(n int, visit func(*oracle.Gold)) {
	g := &oracle.Gold{Heads: make([]int32, n+1), Labels: make([]int32, n+1)}
	var choose func(d int)
	choose = func(d int) {
		if d > n {
			if acyclic(g.Heads) {
				visit(g)
			}
			return
		}
		for h := range n + 1 {
			if h != d {
				g.Heads[d] = int32(h)
				choose(d + 1)
			}
		}
	}
	choose(1)
}

// Labellings calls visit with every assignment of k labels to the words of g.
func Labellings(g *oracle.Gold, k int32, visit func(*oracle.Gold)) {
	n := len(g.Labels) - 1
	total := 1
	for range n {
		total *= int(k)
	}
	for code := range total {
		for d := 1; d <= n; d++ {
			g.Labels[d] = int32(code) % k
			code /= int(k)
		}
		visit(g)
	}
}

func acyclic(heads []int32) bool {
	for d := 1; d < len(heads); d++ {
		w := int32(d)
		for range len(heads) {
			w = heads[w] * min(w, 1)
		}
		if w != 0 {
			return false
		}
	}
	return true
}

// Projective reports whether no two arcs of the tree cross, ROOT standing before
// the first word: the definition, by comparing all pairs.
func Projective(g *oracle.Gold) bool {
	for d := 1; d < len(g.Heads); d++ {
		for e := 1; e < d; e++ {
			if crosses(span(g.Heads[d], int32(d)), span(g.Heads[e], int32(e))) {
				return false
			}
		}
	}
	return true
}

func span(a, b int32) [2]int32 { return [2]int32{min(a, b), max(a, b)} }

func crosses(x, y [2]int32) bool {
	inside := func(k int32) bool { return x[0] < k && k < x[1] }
	outside := func(k int32) bool { return k < x[0] || x[1] < k }
	return inside(y[0]) && outside(y[1]) || inside(y[1]) && outside(y[0])
}

// Roots counts the dependents of ROOT.
func Roots(g *oracle.Gold) int {
	count := 0
	for _, h := range g.Heads[1:] {
		if h == 0 {
			count++
		}
	}
	return count
}

// Reachable calls visit with every configuration that s reaches over n words by
// any legal moves with label 0, by depth-first search.
func Reachable(s transition.System, n int, visit func(*transition.Config)) {
	var c transition.Config
	s.Start(&c, n)
	reach(s, &c, visit)
}

func reach(s transition.System, c *transition.Config, visit func(*transition.Config)) {
	visit(c)
	if s.Terminal(c) {
		return
	}
	for m := range transition.NumMoves {
		if s.Legal(c).Has(m) {
			var next transition.Config
			next.CopyFrom(c)
			s.Apply(&next, m, 0)
			reach(s, &next, visit)
		}
	}
}

// Random returns a projective tree over n words with labels below k, drawn by
// random moves of arc-hybrid, which derives every projective tree. The tendency
// to shift is drawn as well, so that there are flat trees and deep ones.
func Random(random *rand.Rand, n int, roots transition.Roots, k int32) *oracle.Gold {
	g := &oracle.Gold{Heads: make([]int32, n+1), Labels: make([]int32, n+1)}
	s, shifts := transition.ArcHybrid{Roots: roots}, random.Float64()
	var c transition.Config
	for s.Start(&c, n); !s.Terminal(&c); {
		s.Apply(&c, randomMove(random, s.Legal(&c), shifts), random.Int32N(k))
	}
	for d := 1; d <= n; d++ {
		g.Heads[d], g.Labels[d] = c.Nodes[d].Head, c.Nodes[d].Label
	}
	return g
}

// randomMove returns a legal move, Shift with the given probability.
func randomMove(random *rand.Rand, legal transition.Moves, shifts float64) transition.Move {
	if legal.Has(transition.Shift) && random.Float64() < shifts {
		return transition.Shift
	}
	return AnyOf(random, legal)
}

// AnyOf returns one of the moves of a set that is not empty.
func AnyOf(random *rand.Rand, set transition.Moves) transition.Move {
	for {
		if m := transition.Move(random.IntN(int(transition.NumMoves))); set.Has(m) {
			return m
		}
	}
}

// Must panics if an oracle failed where none can.
func Must(err error) {
	if err != nil {
		panic("oracletest: " + err.Error())
	}
}

// Free returns the label that adds nothing to the cost of m where others do, or
// transition.None if all labels cost the same.
func Free(o oracle.Oracle, c *transition.Config, m transition.Move) int32 {
	var k oracle.LabelCosts
	Must(o.Labels(&k, c, m))
	return k.First()
}

// Tangled returns a tree over n words with labels below k whose arcs cross as
// chance has it: a random share of the words hang from any word that makes no
// cycle, the rest as in a projective tree.
func Tangled(random *rand.Rand, n int, roots transition.Roots, k int32) *oracle.Gold {
	g, share := Random(random, n, roots, k), random.Float64()
	for d := int32(1); d <= int32(n); d++ {
		if old := g.Heads[d]; old != 0 && random.Float64() < share {
			if g.Heads[d] = 1 + random.Int32N(int32(n)); g.Heads[d] == d || !acyclic(g.Heads) {
				g.Heads[d] = old
			}
		}
	}
	return g
}
