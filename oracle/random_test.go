package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

const manyLabels = 6

// onRandomTrees runs a test on random trees of up to 30 words with one root and, where the mode of
// the gold tree is MultiRoot, with several.
func onRandomTrees(t *testing.T, trees int, roots transition.Roots, test func(t *testing.T, random *rand.Rand, g *oracle.Gold)) {
	onTrees(t, oracletest.Random, trees, 30, roots, test)
}

// onTrees runs a test on trees from draw, of up to longest words.
func onTrees(t *testing.T, draw func(*rand.Rand, int, transition.Roots, int32) *oracle.Gold, trees, longest int, roots transition.Roots,
	test func(t *testing.T, random *rand.Rand, g *oracle.Gold)) {
	for seed := range trials(uint64(trees)) {
		random := rand.New(rand.NewPCG(seed, uint64(roots)))
		g := draw(random, 1+random.IntN(longest), roots, manyLabels)
		if !t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) { test(t, random, g) }) {
			t.Fatalf("heads %v labels %v", g.Heads[1:], g.Labels[1:])
		}
	}
}

// In every configuration of every trajectory, costs are not negative, some move costs nothing, and
// the costs paid on the way to the end add up to the final loss minus the loss that was unavoidable
// from the start. The three together say that costs are exact, on trees too large to search: from
// any configuration the loss of a completion is a constant plus the costs paid from there on, and
// there is a completion that pays nothing.
func TestCostsAddUpToTheLoss(t *testing.T) {
	for _, s := range exactSystems() {
		for _, roots := range []transition.Roots{transition.SingleRoot, transition.MultiRoot} {
			t.Run(fmt.Sprint(label(s), " gold ", roots), func(t *testing.T) {
				o, err := oracle.New("dynamic", s)
				require.NoError(t, err)
				draw := oracletest.Random
				if transition.Crossing(s) {
					draw = tangled
				}
				onTrees(t, draw, 300, 30, roots, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
					require.NoError(t, o.Start(g))
					for _, care := range []float64{0, 0.5, 0.9, 1} {
						paid, lost := pay(t, s, o, g, random, care, func(*transition.Config, transition.Move, int32) {})
						require.Equal(t, lost, paid+unavoidable(s, g), "care %v", care)
						require.True(t, care < 1 || paid == 0)
					}
				})
			})
		}
	}
}

// unavoidable is the loss of the best parse: ROOT takes one of the gold roots.
func unavoidable(s transition.System, g *oracle.Gold) int32 {
	if s.Params().Roots == transition.MultiRoot {
		return 0
	}
	return int32(oracle.WrongHead * (rootCount(g) - 1))
}

// pay parses, following the oracle with probability care and otherwise any move, shows each move
// before it is made, and returns the costs paid and the loss of the tree.
func pay(t *testing.T, s transition.System, o oracle.Oracle, g *oracle.Gold, random *rand.Rand, care float64,
	show func(c *transition.Config, m transition.Move, l int32)) (paid, loss int32) {
	var c transition.Config
	for s.Start(&c, g.Len()); !s.Terminal(&c); {
		var costs oracle.Costs
		legal := s.Legal(&c)
		if err := o.Moves(&costs, &c, legal); err != nil {
			t.Fatal(err)
		}
		requireProper(t, &costs, legal)
		m, l := oracletest.AnyOf(random, legal), random.Int32N(manyLabels)
		if random.Float64() < care {
			m = oracletest.AnyOf(random, costs.Best(legal))
			l = max(0, freeLabel(o, &c, m))
		}
		paid += costs[m]
		if m.Labelled() {
			var labels oracle.LabelCosts
			oracletest.Must(o.Labels(&labels, &c, m))
			paid += labels.Of(l)
		}
		show(&c, m, l)
		s.Apply(&c, m, l)
	}
	return paid, attachmentLoss(g, &c)
}

// requireProper checks that no legal move has a negative cost and one costs 0.
func requireProper(t *testing.T, costs *oracle.Costs, legal transition.Moves) {
	least := int32(1)
	for m := range legal.All() {
		if least = min(least, costs[m]); costs[m] < 0 {
			t.Fatalf("%v costs %d", m, costs[m])
		}
	}
	if least != 0 {
		t.Fatalf("of %v the cheapest costs %d", legal, least)
	}
}

// attachmentLoss counts 2 for a wrong head and 1 for a wrong label, per word, where they are known.
func attachmentLoss(g *oracle.Gold, c *transition.Config) int32 {
	loss := int32(0)
	for d := 1; d <= g.Len(); d++ {
		switch {
		case g.Heads[d] == transition.None:
		case c.Nodes[d].Head != g.Heads[d]:
			loss += oracle.WrongHead
		case g.Labels[d] != transition.None && c.Nodes[d].Label != g.Labels[d]:
			loss += oracle.WrongLabel
		}
	}
	return loss
}

// The static oracle's derivation costs nothing by the dynamic oracle, which finds it among its best
// moves at every step.
func TestStaticPathIsOptimal(t *testing.T) {
	for _, s := range exactSystems() {
		t.Run(label(s), func(t *testing.T) {
			static, err := oracle.New("static", s)
			require.NoError(t, err)
			dynamic, err := oracle.New("dynamic", s)
			require.NoError(t, err)
			roots := transition.SingleRoot
			if s.Params().Roots == transition.MultiRoot {
				roots = transition.MultiRoot
			}
			onRandomTrees(t, 300, roots, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
				require.NoError(t, static.Start(g))
				require.NoError(t, dynamic.Start(g))
				var c transition.Config
				for s.Start(&c, g.Len()); !s.Terminal(&c); {
					var one, all oracle.Costs
					require.NoError(t, static.Moves(&one, &c, s.Legal(&c)))
					require.NoError(t, dynamic.Moves(&all, &c, s.Legal(&c)))
					best := one.Best(s.Legal(&c))
					require.Zero(t, best&(best-1), "the static oracle knows one move")
					require.Zero(t, best&^all.Best(s.Legal(&c)), "stack %v, b=%d", c.Stack, c.Next)
					m := oracletest.AnyOf(random, best)
					require.Equal(t, freeLabel(static, &c, m), freeLabel(dynamic, &c, m))
					s.Apply(&c, m, freeLabel(static, &c, m))
				}
				require.Zero(t, attachmentLoss(g, &c))
			})
		})
	}
}

// Arc-hybrid's costs for a tree with one root are the same in both root modes: attaching to ROOT
// early is forbidden, not expensive.
func TestHybridCostsDoNotDependOnTheRootMode(t *testing.T) {
	single, multi := transition.ArcHybrid{Roots: transition.SingleRoot}, transition.ArcHybrid{Roots: transition.MultiRoot}
	one, other := oracleNamed(t, "dynamic", single), oracleNamed(t, "dynamic", multi)
	onRandomTrees(t, 300, transition.SingleRoot, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
		require.NoError(t, one.Start(g))
		require.NoError(t, other.Start(g))
		var c transition.Config
		for single.Start(&c, g.Len()); !single.Terminal(&c); {
			var a, b oracle.Costs
			require.NoError(t, one.Moves(&a, &c, single.Legal(&c)))
			require.NoError(t, other.Moves(&b, &c, multi.Legal(&c)))
			for m := range transition.NumMoves {
				require.True(t, !single.Legal(&c).Has(m) || a[m] == b[m], "%v in stack %v, b=%d", m, c.Stack, c.Next)
			}
			single.Apply(&c, oracletest.AnyOf(random, single.Legal(&c)), 0)
		}
	})
}

// Costs do not depend on labels, and renamed labels are known by their new names; dependents that
// were attached with other labels change nothing, unless their arcs are tentative.
func TestRenamedLabels(t *testing.T) {
	for _, s := range exactSystems() {
		o, err := oracle.New("dynamic", s)
		require.NoError(t, err)
		p, err := oracle.New("dynamic", s)
		require.NoError(t, err)
		onRandomTrees(t, 100, transition.SingleRoot, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
			renamed := &oracle.Gold{Heads: g.Heads, Labels: append([]int32(nil), g.Labels...)}
			for d := range renamed.Labels {
				renamed.Labels[d] += 100
			}
			require.NoError(t, o.Start(g))
			require.NoError(t, p.Start(renamed))
			var c, d transition.Config
			other := int32(2)
			if transition.Tentative(s) {
				other = 101 // the same label renamed
			}
			s.Start(&c, g.Len())
			for s.Start(&d, g.Len()); !s.Terminal(&c); {
				var a, b oracle.Costs
				require.NoError(t, o.Moves(&a, &c, s.Legal(&c)))
				require.NoError(t, p.Moves(&b, &d, s.Legal(&d)))
				require.Equal(t, a, b)
				m := oracletest.AnyOf(random, s.Legal(&c))
				if l := freeLabel(o, &c, m); l != transition.None {
					require.Equal(t, l+100, freeLabel(p, &d, m))
				} else {
					require.Equal(t, l, freeLabel(p, &d, m))
				}
				s.Apply(&c, m, 1)
				s.Apply(&d, m, other)
			}
		})
	}
}

// An oracle that held another sentence before is as good as new.
func TestStartForgets(t *testing.T) {
	for _, s := range exactSystems() {
		used, err := oracle.New("dynamic", s)
		require.NoError(t, err)
		onRandomTrees(t, 50, transition.MultiRoot, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
			crossing := &oracle.Gold{Heads: []int32{0, 3, 4, 0, 3}, Labels: make([]int32, 5)}
			if err := used.Start(crossing); !transition.Crossing(s) {
				require.ErrorIs(t, err, oracle.ErrNonProjective)
			}
			fresh, err := oracle.New("dynamic", s)
			require.NoError(t, err)
			require.NoError(t, fresh.Start(g))
			require.NoError(t, used.Start(g))
			var c transition.Config
			for s.Start(&c, g.Len()); !s.Terminal(&c); {
				var a, b oracle.Costs
				require.NoError(t, fresh.Moves(&a, &c, s.Legal(&c)))
				require.NoError(t, used.Moves(&b, &c, s.Legal(&c)))
				require.Equal(t, a, b)
				s.Apply(&c, oracletest.AnyOf(random, s.Legal(&c)), 0)
			}
		})
	}
}
