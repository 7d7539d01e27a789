package oracle_test

import (
	"math/rand/v2"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// allTrees calls visit with every tree over n words (ROOT may have any number of
// dependents), all labels 0. The tree is reused between calls.
func allTrees(n int, visit func(*oracle.Gold)) {
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

// labellings calls visit with every assignment of k labels to the words of g.
func labellings(g *oracle.Gold, k int32, visit func(*oracle.Gold)) {
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

// acyclic reports whether no word is below itself. An unknown head ends the way up.
func acyclic(heads []int32) bool {
	for d := 1; d < len(heads); d++ {
		w := int32(d)
		for range len(heads) {
			w = max(0, heads[w]*min(w, 1))
		}
		if w != 0 {
			return false
		}
	}
	return true
}

// projective reports whether no two arcs of the tree cross, ROOT standing before
// the first word: the definition, by comparing all pairs.
func projective(g *oracle.Gold) bool {
	for d := range int32(len(g.Heads)) {
		for e := int32(1); e < d; e++ {
			left, right := min(g.Heads[d], d), max(g.Heads[d], d)
			side := func(k int32) int32 { return (k - left) * (right - k) } // positive inside the arc, 0 at its ends
			if side(e)*side(g.Heads[e]) < 0 {
				return false
			}
		}
	}
	return true
}

// rootCount counts the dependents of ROOT.
func rootCount(g *oracle.Gold) int {
	count := 0
	for _, h := range g.Heads[1:] {
		if h == 0 {
			count++
		}
	}
	return count
}

// tangled returns a tree over n words with labels below k whose arcs cross at random: a random
// share of the words hang from any word that makes no cycle, the rest as in a projective tree.
func tangled(random *rand.Rand, n int, roots transition.Roots, k int32) *oracle.Gold {
	g, share := oracletest.Random(random, n, roots, k), random.Float64()
	for d := int32(1); d <= int32(n); d++ {
		if old := g.Heads[d]; old != 0 && random.Float64() < share {
			if g.Heads[d] = 1 + random.Int32N(int32(n)); g.Heads[d] == d || !acyclic(g.Heads) {
				g.Heads[d] = old
			}
		}
	}
	return g
}

// freeLabel returns the label that adds nothing to the cost of m where others do, or
// transition.None if all labels cost the same.
func freeLabel(o oracle.Oracle, c *transition.Config, m transition.Move) int32 {
	if !m.Labelled() {
		return transition.None
	}
	var k oracle.LabelCosts
	oracletest.Must(o.Labels(&k, c, m))
	return k.First()
}
