package oracle_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"parser/oracle"
	"parser/testdata/testkit"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// goldTrees returns the trees over n words that the oracle accepts, one of those that differ only
// in a permutation of labels.
func goldTrees(o oracle.Oracle, n, labels, chain int32) []*oracle.Gold {
	var all []*oracle.Gold
	for _, g := range oracletest.Bracketings(n, labels, chain) {
		if g.Spans[0].Label == 0 && o.Start(g) == nil {
			all = append(all, g)
		}
	}
	return all
}

// quick reports whether tests take fewer trees: more were not requested, or every move takes long
// because it is verified.
func quick() bool { return !testkit.Deep() || transition.Invariants }

// trials is how many of n random trees a test takes: a quarter in a quick run. Their seeds are the
// first numbers.
func trials(n uint64) uint64 {
	if quick() {
		return (n + 3) / 4
	}
	return n
}

// requireBracketCosts compares the costs of all moves with all labels, including one that gold
// lacks, and thereby the best moves: the least cost is 0.
func requireBracketCosts(t *testing.T, o oracle.Oracle, x *oracle.Exhaustive, g *oracle.Gold, c *transition.Config) {
	if x.System.Terminal(c) {
		return
	}
	least, value := int32(math.MaxInt32), x.Value(c)
	eachCost(o, x.System, c, x.LabelCount, func(m transition.Move, l, got int32) {
		if want := x.Through(c, m, l) - value; got != want {
			t.Fatalf("%s %+v: gold %v, stack %v, nodes %+v, b=%d: cost of %v-%d is %d, want %d",
				x.System.Name(), x.System.Params(), g.Spans, c.Stack, c.Nodes[c.N+1:], c.Next, m, l, got, want)
		}
		least = min(least, got)
	})
	if least != 0 {
		t.Fatalf("%s: gold %v, stack %v, b=%d: the least cost is %d", label(x.System), g.Spans, c.Stack, c.Next, least)
	}
}

// eachCost calls visit with the cost of every legal move with every label below k.
func eachCost(o oracle.Oracle, s transition.System, c *transition.Config, k int32, visit func(m transition.Move, l, cost int32)) {
	var costs oracle.Costs
	var labels oracle.LabelCosts
	legal := s.Legal(c)
	oracletest.Must(o.Moves(&costs, c, legal))
	for m := range transition.NumMoves {
		switch {
		case legal.Has(m) && m.Labelled():
			oracletest.Must(o.Labels(&labels, c, m))
			for l := range k {
				visit(m, l, costs[m]+labels.Of(l))
			}
		case legal.Has(m):
			visit(m, transition.None, costs[m])
		}
	}
}

// randomGold returns a random tree over n words with labels below k that s
// derives, with few unary chains.
func randomGold(random *rand.Rand, s transition.System, n int, k int32) *oracle.Gold {
	p := s.Params()
	from, chain := transition.Bracket{MaxOpens: 3, Unary: p.Unary}, int32(2)
	if p.MaxOpens > 0 {
		from.MaxOpens = min(p.MaxOpens, 3)
	}
	if s.Chains() == transition.JoinChains || p.Unary != transition.AnyUnary || p.MaxUnary == 1 {
		chain = 1
	}
	return oracletest.RandomBracketing(random, from, n, k, chain)
}

// compareOnWalk makes a parse that follows the oracle in half of its steps, and compares all costs
// in each configuration.
func compareOnWalk(t *testing.T, o oracle.Oracle, s transition.System, g *oracle.Gold, random *rand.Rand, labels int32) int {
	x := &oracle.Exhaustive{System: s, LabelCount: labels}
	if err := o.Start(g); err != nil {
		t.Fatal(err)
	}
	if err := x.Start(g); err != nil {
		t.Fatal(err)
	}
	var c transition.Config
	steps := 0
	for s.Start(&c, g.Len()); !s.Terminal(&c); steps++ {
		requireBracketCosts(t, o, x, g, &c)
		m, l, _ := choose(o, s, &c, labels, random, 0.5)
		s.Apply(&c, m, l)
	}
	return steps
}

// choose returns a random legal move with a label below k, and its cost; with probability care it
// is one of the best.
func choose(o oracle.Oracle, s transition.System, c *transition.Config, k int32, random *rand.Rand, care float64) (move transition.Move, label, cost int32) {
	careful := random.Float64() < care
	cost = math.MaxInt32
	ties := 0
	eachCost(o, s, c, k, func(m transition.Move, l, price int32) {
		switch {
		case careful && price > cost:
			return
		case careful && price < cost:
			ties = 0
		}
		if ties++; random.IntN(ties) == 0 {
			move, label, cost = m, l, price
		}
	})
	return move, label, cost
}
