package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// exactBracketings are constituency systems with bounds that bind and others that do not.
func exactBracketings() []transition.System {
	return append(constituencySystems(),
		transition.Bracket{MaxOpens: 1},
		transition.Bracket{MaxOpens: 3},
		transition.Bracket{MaxOpens: 2, Unary: transition.NoChain},
		transition.Bracket{MaxOpens: 1, Unary: transition.Strict},
		transition.InOrder{MaxUnary: 1},
		transition.InOrder{MaxUnary: 2},
		transition.InOrder{MaxUnary: 100},
	)
}

// onRandomBracketings runs a test on random trees of up to 100 words with labels below manyLabels.
func onRandomBracketings(t *testing.T, s transition.System, trees int, test func(t *testing.T, random *rand.Rand, g *oracle.Gold)) {
	for seed := range trials(uint64(trees)) {
		random := rand.New(rand.NewPCG(seed, 11))
		n := 1 + random.IntN(100)
		if seed%2 == 0 {
			n = 1 + random.IntN(12)
		}
		g := randomGold(random, s, n, manyLabels)
		if !t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { test(t, random, g) }) {
			t.Fatalf("gold %v", g.Spans)
		}
	}
}

// wander parses with the oracle's best moves with probability care, otherwise with any moves, calls
// visit in each configuration, and returns the costs paid. All costs met are at least 0 and one is
// 0.
func wander(t *testing.T, o oracle.Oracle, s transition.System, c *transition.Config, random *rand.Rand, care float64, visit func()) int32 {
	paid := int32(0)
	for !s.Terminal(c) {
		least, lowest := int32(1), int32(0)
		eachCost(o, s, c, manyLabels+1, func(_ transition.Move, _, cost int32) {
			least, lowest = min(least, cost), min(lowest, cost)
		})
		if least != 0 || lowest != 0 {
			t.Fatalf("some move is free, none less: %d, %d: stack %v, b=%d", least, lowest, c.Stack, c.Next)
		}
		visit()
		m, l, cost := choose(o, s, c, manyLabels+1, random, care)
		paid += cost
		s.Apply(c, m, l)
	}
	return paid
}

// The costs paid on the way to the end are the loss of the tree, and in every
// configuration no cost is negative and one is 0. That says that costs are exact,
// on trees too large to search: see TestCostsAddUpToTheLoss.
func TestBracketCostsAddUpToTheLoss(t *testing.T) {
	for _, s := range exactBracketings() {
		t.Run(label(s), func(t *testing.T) {
			t.Parallel()
			o, err := oracle.New("dynamic", s)
			require.NoError(t, err)
			onRandomBracketings(t, s, 60, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
				require.NoError(t, o.Start(g))
				for _, care := range []float64{0.2, 0.7, 0.95, 1} {
					var c transition.Config
					s.Start(&c, g.Len())
					paid := wander(t, o, s, &c, random, care, func() {})
					require.Equal(t, bracketLoss(g, &c), paid, "care %v", care)
					require.True(t, care < 1 || paid == 0)
				}
			})
		})
	}
}

// value is the least loss that c can end with, found by following the oracle.
func value(t *testing.T, o oracle.Oracle, s transition.System, g *oracle.Gold, c *transition.Config) int32 {
	require.NoError(t, o.Start(g))
	var end transition.Config
	end.CopyFrom(c)
	require.Zero(t, wander(t, o, s, &end, rand.New(rand.NewPCG(1, 1)), 1, func() {}))
	return bracketLoss(g, &end)
}

// Adding or removing a gold bracket changes the loss of every tree by one, hence the least loss
// that a configuration can end with by at most one; another label changes it by at most two, and by
// an even number. And an oracle that may open more brackets in a row never loses more.
func TestBracketValuesAreMonotone(t *testing.T) {
	for _, s := range exactBracketings() {
		t.Run(label(s), func(t *testing.T) {
			o, err := oracle.New("dynamic", s)
			require.NoError(t, err)
			onRandomBracketings(t, s, 20, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
				c := somewhere(t, o, s, g, random)
				before := value(t, o, s, g, c)
				requireMoreRoom(t, s, g, c, before)
				other := &oracle.Gold{Spans: slices.Clone(g.Spans)}
				i := random.IntN(len(g.Spans))
				other.Spans[i].Label = manyLabels
				require.LessOrEqual(t, max(before, value(t, o, s, other, c))-min(before, value(t, o, s, other, c)), int32(2))
				if i > 0 {
					other.Spans = slices.Delete(other.Spans, i, i+1)
					after := value(t, o, s, other, c)
					require.LessOrEqual(t, max(before, after)-min(before, after), int32(1))
				}
			})
		})
	}
}

// somewhere returns a configuration in the middle of a parse that errs.
func somewhere(t *testing.T, o oracle.Oracle, s transition.System, g *oracle.Gold, random *rand.Rand) *transition.Config {
	require.NoError(t, o.Start(g))
	var c, kept transition.Config
	s.Start(&c, g.Len())
	steps := 0
	wander(t, o, s, &c, random, 0.8, func() {})
	nodes := len(c.Nodes)
	s.Start(&c, g.Len())
	kept.CopyFrom(&c)
	wander(t, o, s, &c, random, 0.8, func() {
		if steps++; random.IntN(nodes) < 3 {
			kept.CopyFrom(&c)
		}
	})
	return &kept
}

// requireMoreRoom compares the value of c with that where one more bracket may be opened in a row.
func requireMoreRoom(t *testing.T, s transition.System, g *oracle.Gold, c *transition.Config, before int32) {
	b, ok := s.(transition.Bracket)
	if !ok {
		return
	}
	b.MaxOpens++
	o, err := oracle.New("dynamic", b)
	require.NoError(t, err)
	require.LessOrEqual(t, value(t, o, b, g, c), before)
}

// An oracle answers for configurations in any order and after any other sentence as a fresh one
// does: this checks what it keeps from one call to the next.
func TestBracketOraclesRememberNothingWrong(t *testing.T) {
	for _, s := range exactBracketings() {
		for _, name := range seriousNames(s) {
			used, err := oracle.New(name, s)
			require.NoError(t, err)
			fresh, err := oracle.New(name, s)
			require.NoError(t, err)
			guide, err := oracle.New("dynamic", s)
			require.NoError(t, err)
			onRandomBracketings(t, s, 10, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
				require.NoError(t, used.Start(randomGold(random, s, 20, 2)))
				require.ErrorIs(t, used.Start(&oracle.Gold{}), oracle.ErrNotNested)
				require.NoError(t, guide.Start(g))
				require.NoError(t, used.Start(g))
				for _, c := range bothWays(s, guide, g, random) {
					require.NoError(t, fresh.Start(g))
					require.Equal(t, costsOf(fresh, s, c), costsOf(used, s, c))
				}
			})
		}
	}
}

// bothWays returns configurations of parses that err, in random order.
func bothWays(s transition.System, guide oracle.Oracle, g *oracle.Gold, random *rand.Rand) []*transition.Config {
	var all []*transition.Config
	for range 3 {
		var c transition.Config
		for s.Start(&c, g.Len()); !s.Terminal(&c); {
			kept := &transition.Config{}
			kept.CopyFrom(&c)
			all = append(all, kept)
			m, l, _ := choose(guide, s, &c, manyLabels, random, 0.8)
			s.Apply(&c, m, l)
		}
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(len(all), 40)]
}

func costsOf(o oracle.Oracle, s transition.System, c *transition.Config) []int32 {
	var all []int32
	eachCost(o, s, c, manyLabels+1, func(_ transition.Move, _, cost int32) { all = append(all, cost) })
	return all
}

// Renamed labels are asked for by their new names; nothing else changes.
func TestRenamedBracketLabels(t *testing.T) {
	for _, s := range exactBracketings() {
		o, err := oracle.New("dynamic", s)
		require.NoError(t, err)
		p, err := oracle.New("dynamic", s)
		require.NoError(t, err)
		onRandomBracketings(t, s, 10, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
			renamed := &oracle.Gold{Spans: slices.Clone(g.Spans)}
			rename := func(l int32) int32 { return manyLabels - l }
			for i := range renamed.Spans {
				renamed.Spans[i].Label = rename(renamed.Spans[i].Label)
			}
			require.NoError(t, o.Start(g))
			require.NoError(t, p.Start(renamed))
			var c, d transition.Config
			s.Start(&d, g.Len())
			for s.Start(&c, g.Len()); !s.Terminal(&c); {
				eachCost(o, s, &c, manyLabels+1, func(m transition.Move, l, cost int32) {
					if m.Labelled() {
						l = rename(l)
					}
					require.Equal(t, cost, price(p, s, &d, m, l))
				})
				m, l, _ := choose(o, s, &c, manyLabels+1, random, 0.7)
				s.Apply(&c, m, l)
				s.Apply(&d, m, rename(l))
			}
		})
	}
}

func TestNoBracketCostAllocates(t *testing.T) {
	for _, s := range exactBracketings() {
		for _, name := range seriousNames(s) {
			o, err := oracle.New(name, s)
			require.NoError(t, err)
			guide, err := oracle.New("dynamic", s)
			require.NoError(t, err)
			random := rand.New(rand.NewPCG(3, 3))
			long, short := randomGold(random, s, 100, manyLabels), randomGold(random, s, 10, manyLabels)
			require.NoError(t, guide.Start(long))
			require.NoError(t, o.Start(long))
			configs := bothWays(s, guide, long, random)
			var costs oracle.Costs
			var labels oracle.LabelCosts
			ask := func() {
				for _, c := range configs {
					oracletest.Must(o.Moves(&costs, c, s.Legal(c)))
					for m := range transition.NumMoves {
						if m.Labelled() && s.Legal(c).Has(m) {
							oracletest.Must(o.Labels(&labels, c, m))
						}
					}
				}
			}
			for range 3 {
				ask() // buffers that change places have to grow both
			}
			require.Zero(t, testing.AllocsPerRun(3, ask), "%s %s", name, label(s))
			require.Zero(t, testing.AllocsPerRun(10, func() {
				if o.Start(short) != nil || o.Start(long) != nil {
					panic("refused")
				}
			}), "%s %s", name, label(s))
		}
	}
}

// The costs of all moves and labels of a configuration, throughout parses of 25 words that err now
// and then.
func BenchmarkBracketMoves(b *testing.B) {
	for _, s := range constituencySystems() {
		o, err := oracle.New("dynamic", s)
		require.NoError(b, err)
		random := rand.New(rand.NewPCG(9, 9))
		g := randomGold(random, s, 25, manyLabels)
		require.NoError(b, o.Start(g))
		var all []*transition.Config
		for range 20 {
			var c transition.Config
			for s.Start(&c, g.Len()); !s.Terminal(&c); {
				kept := &transition.Config{}
				kept.CopyFrom(&c)
				all = append(all, kept)
				m, l, _ := choose(o, s, &c, manyLabels, random, 0.9)
				s.Apply(&c, m, l)
			}
		}
		b.Run(label(s), func(b *testing.B) {
			var costs oracle.Costs
			var labels oracle.LabelCosts
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				c := all[i%len(all)]
				oracletest.Must(o.Moves(&costs, c, s.Legal(c)))
				for m := range transition.NumMoves {
					if m.Labelled() && s.Legal(c).Has(m) {
						oracletest.Must(o.Labels(&labels, c, m))
					}
				}
			}
		})
	}
}
