package oracle_test

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

var deepest = flag.Bool("deepest", false, "compare oracles with exhaustive search in all configurations of four words, too: takes a quarter of an hour")

// twins is a family of comparisons of a dynamic oracle with exhaustive search: every gold tree up
// to a number of words that the system derives, with every configuration that it reaches.
type twins struct {
	system transition.System
	words  int
	gold   int32 // labels of gold trees
	chain  int32 // maximal number of brackets over the same words in gold trees
	labels int32 // labels in configurations; one more is tried
	tower  int32 // maximal number of brackets over the same words in configurations
	deep   bool  // takes minutes
	pairs  int   // of gold tree and configuration
}

func (w twins) String() string {
	return fmt.Sprintf("%s: %d words, %d labels, chains of %d, configurations of %d labels and chains of %d",
		label(w.system), w.words, w.gold, w.chain, w.labels, w.tower)
}

// bracketTwins covers bounds that bind and others that do not; gold always keeps them.
func bracketTwins() []twins {
	const any = 9
	opens := func(k int32) transition.System { return transition.Bracket{MaxOpens: k} }
	noChain := func(k int32) transition.System { return transition.Bracket{MaxOpens: k, Unary: transition.NoChain} }
	strict := func(k int32) transition.System { return transition.Bracket{MaxOpens: k, Unary: transition.Strict} }
	inOrder := func(k int32) transition.System { return transition.InOrder{MaxUnary: k} }
	return []twins{
		{opens(1), 4, 2, 2, 3, any, false, 134005},
		{opens(2), 2, 2, 2, 3, any, false, 32714},
		{opens(2), 4, 1, 2, 1, any, false, 552679},
		{opens(3), 3, 1, 2, 1, any, false, 156770},
		{opens(4), 2, 2, 2, 2, any, false, 1294428},
		{opens(6), 2, 1, 3, 1, any, false, 42774},
		{noChain(1), 4, 2, 1, 2, any, false, 37000},
		{noChain(2), 3, 2, 1, 3, any, false, 127153},
		{noChain(2), 4, 1, 1, 1, any, false, 30848},
		{noChain(4), 3, 2, 1, 3, any, false, 203356},
		{noChain(5), 4, 1, 1, 1, any, false, 54724},
		{strict(1), 5, 2, 1, 2, any, false, 18723},
		{strict(2), 4, 2, 1, 3, any, false, 18208},
		{strict(2), 5, 1, 1, 1, any, false, 5855},
		{strict(5), 4, 2, 1, 3, any, false, 24455},
		{strict(5), 5, 2, 1, 2, any, false, 322715},
		{strict(5), 6, 1, 1, 1, any, false, 118053},
		{inOrder(5), 2, 2, 2, 3, 2, false, 74487},
		{inOrder(5), 3, 2, 1, 3, 2, false, 852524},
		{inOrder(5), 3, 1, 2, 2, 2, false, 360542},
		{inOrder(5), 4, 1, 2, 1, 1, false, 293212},
		{inOrder(5), 4, 2, 1, 1, 1, false, 146606},
		{inOrder(1), 3, 2, 1, 3, any, false, 105626},
		{inOrder(1), 4, 1, 1, 1, any, false, 38121},
		{inOrder(1), 4, 2, 1, 2, any, true, 732369},
		{inOrder(2), 2, 2, 2, 3, any, false, 92568},
		{inOrder(2), 3, 1, 2, 1, any, false, 60460},
		{inOrder(2), 3, 2, 1, 2, any, false, 277327},
		{inOrder(2), 3, 2, 2, 2, any, true, 4046066},
		{inOrder(3), 2, 2, 3, 2, any, false, 951545},
		{inOrder(3), 3, 1, 3, 1, any, true, 27320301},
		{transition.ShiftLabel{}, 5, 1, 1, 1, any, false, 1139579},

		{opens(2), 3, 2, 2, 2, any, true, 2135948},
		{opens(4), 3, 1, 2, 1, any, true, 803738},
		{opens(2), 4, 2, 1, 2, any, true, 43506103},
		{opens(3), 3, 2, 1, 2, any, true, 6387662},
		{transition.ShiftLabel{}, 4, 2, 1, 2, any, true, 1885216},
		{noChain(2), 4, 2, 1, 2, any, true, 3456124},
		{noChain(5), 4, 2, 1, 2, any, true, 8635912},
		{strict(5), 6, 2, 1, 2, any, true, 12748972},
		{inOrder(5), 3, 2, 2, 2, 2, true, 17735901},
		{inOrder(5), 4, 2, 1, 2, 2, true, 24441553},
	}
}

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

func TestBracketCostsEqualExhaustive(t *testing.T) {
	for _, w := range bracketTwins() {
		t.Run(w.String(), func(t *testing.T) {
			switch {
			case w.deep && !*deepest:
				t.Skip("with -deepest only")
			case quick() && w.pairs > 130_000:
				t.Skip("too many for a quick run")
			}
			t.Parallel()
			w.run(t)
		})
	}
}

// quick reports whether to skip the long twins: they were not requested, or every move takes long
// because it is verified.
func quick() bool { return !testkit.Deep() || transition.Invariants }

func (w *twins) run(t *testing.T) {
	o, err := oracle.New("dynamic", w.system)
	require.NoError(t, err)
	trees, pairs := 0, 0
	for n := 1; n <= w.words; n++ {
		configs := distinct(w.system, n, w.labels, w.tower)
		for _, g := range goldTrees(o, int32(n), w.gold, w.chain) {
			trees, pairs = trees+1, pairs+len(configs)
			x := &oracle.Exhaustive{System: w.system, LabelCount: w.gold + 1}
			require.NoError(t, o.Start(g))
			require.NoError(t, x.Start(g))
			for _, c := range configs {
				requireBracketCosts(t, o, x, g, c)
			}
		}
	}
	t.Logf("%d gold trees, %d pairs of gold tree and configuration", trees, pairs)
	require.Equal(t, w.pairs, pairs)
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

// walks is a family of comparisons where there are too many gold trees or configurations to compare
// them all: along one parse for each tree, which errs in half of its steps.
type walks struct {
	system transition.System
	every  int // takes one in this many trees of four words with two labels
	five   int // takes this many random trees of five words with three labels
}

func TestBracketCostsEqualExhaustiveOnWalks(t *testing.T) {
	families := []walks{
		{transition.Bracket{MaxOpens: 2}, 1, 30},
		{transition.Bracket{MaxOpens: 3}, 80, 0},
		{transition.Bracket{MaxOpens: 2, Unary: transition.NoChain}, 1, 30},
		{transition.Bracket{MaxOpens: 5, Unary: transition.NoChain}, 1, 30},
		{transition.Bracket{MaxOpens: 2, Unary: transition.Strict}, 1, 300},
		{transition.Bracket{MaxOpens: 5, Unary: transition.Strict}, 1, 300},
		{transition.InOrder{MaxUnary: 1}, 1, 60},
		{transition.InOrder{MaxUnary: 2}, 1, 60},
		{transition.InOrder{MaxUnary: 5}, 1, 60},
		{transition.ShiftLabel{}, 1, 300},
	}
	if *deepest {
		families = append(families, walks{transition.Bracket{MaxOpens: 3}, 1, 50}, walks{transition.InOrder{MaxUnary: 5}, 1, 3000})
	}
	for _, w := range families {
		switch {
		case quick():
			w.every, w.five = 8*w.every, w.five/8
		case !*deepest && w.every == 1: // all walks take a minute, and are much alike
			w.every = 3
		}
		t.Run(label(w.system), func(t *testing.T) {
			t.Parallel()
			o, err := oracle.New("dynamic", w.system)
			require.NoError(t, err)
			random := rand.New(rand.NewPCG(1, 5))
			pairs := 0
			for i, g := range goldTrees(o, 4, 2, 1) {
				if i%w.every == 0 {
					pairs += compareOnWalk(t, o, w.system, g, random, 3)
				}
			}
			for range w.five {
				pairs += compareOnWalk(t, o, w.system, randomGold(random, w.system, 5, 3), random, 4)
			}
			t.Logf("%d pairs of gold tree and configuration", pairs)
			require.True(t, pairs > 400 || quick())
		})
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
	if s.Name() == "shift-label" || p.Unary != transition.AnyUnary || p.MaxUnary == 1 {
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
	for s.Start(&c, g.Len()); !s.Terminal(&c) && tallest(&c) <= 2; steps++ {
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
