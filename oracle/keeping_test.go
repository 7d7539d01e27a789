package oracle_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// The moves that keep the arcs of a partial or complete tree are those that lose nothing by
// exhaustive search, wherever such moves lead.
func TestKeepingEqualsExhaustive(t *testing.T) {
	longest := 5
	if quick() {
		longest = 4
	}
	for _, s := range exactSystems() {
		t.Run(label(s), func(t *testing.T) {
			t.Parallel()
			k, err := oracle.NewConstraint(s)
			require.NoError(t, err)
			x, questions, dropped := &oracle.Exhaustive{System: s}, 0, 0
			check := func(g *oracle.Gold) {
				err := k.Start(g)
				switch {
				case single(s) && rootCount(g) > 1:
					require.ErrorIs(t, err, oracle.ErrNotRooted)
					return
				case err != nil:
					require.ErrorIs(t, err, oracle.ErrNonProjective)
					return
				}
				require.NoError(t, x.Start(g))
				var visit func(c *transition.Config)
				visit = func(c *transition.Config) {
					require.Zero(t, g.Loss(c)+x.Value(c), "gold heads %v", g.Heads[1:])
					if s.Terminal(c) {
						return
					}
					var costs oracle.Costs
					require.NoError(t, x.Moves(&costs, c, s.Legal(c)))
					want, got := costs.Best(s.Legal(c)), k.Moves(c, s.Legal(c))
					require.Equal(t, want, got, "gold heads %v, stack %v, b=%d", g.Heads[1:], c.Stack, c.Next)
					questions++
					dropped += indicator(want != s.Legal(c))
					for m := range transition.NumMoves {
						if got.Has(m) {
							next := &transition.Config{}
							next.CopyFrom(c)
							s.Apply(next, m, max(0, k.Label(c, m)))
							visit(next)
						}
					}
				}
				var c transition.Config
				s.Start(&c, g.Len())
				visit(&c)
			}
			for n := 1; n <= longest; n++ {
				partialTrees(n, check)
				allTrees(n, check)
			}
			t.Logf("%d configurations; in %d not all moves are allowed", questions, dropped)
			require.Greater(t, dropped, 1000)
		})
	}
}

// Allowed moves always lead to a tree with all given heads and labels, on large trees, too.
func TestKept(t *testing.T) {
	for _, s := range exactSystems() {
		t.Run(label(s), func(t *testing.T) {
			k, err := oracle.NewConstraint(s)
			require.NoError(t, err)
			onTrees(t, holed(oracletest.Random), 200, 40, s.Params().Roots, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
				require.NoError(t, k.Start(g))
				var c transition.Config
				for s.Start(&c, g.Len()); !s.Terminal(&c); {
					m := oracletest.AnyOf(random, k.Moves(&c, s.Legal(&c)))
					l := k.Label(&c, m)
					if l == none {
						l = random.Int32N(manyLabels)
					}
					s.Apply(&c, m, l)
				}
				require.Zero(t, g.Loss(&c))
			})
		})
	}
}

func TestKeepingIsOfArcs(t *testing.T) {
	for _, name := range append(oracle.Systems(transition.Constituents, transition.Tags), "arc-hybrid-swap") {
		s, err := oracle.NewSystem(name, transition.Params{MaxOpens: 1, MaxUnary: 1})
		require.NoError(t, err)
		_, err = oracle.NewConstraint(s)
		require.ErrorIs(t, err, oracle.ErrNoOracle)
	}
}
