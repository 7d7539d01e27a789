package oracle_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// Among the best moves of the dynamic oracle, monotonic calls those best that need no repair: from the start it repairs
// nothing, and after mistakes every parse that follows it loses no more than the mistakes cost.
func TestMonotonicRepairsMistakesOnly(t *testing.T) {
	for _, roots := range []transition.Roots{transition.SingleRoot, transition.MultiRoot} {
		s := transition.ArcEagerNonMonotonic{Roots: roots}
		o, exact := oracleNamed(t, "monotonic", s), oracleNamed(t, "dynamic", s)
		repairs := map[float64]int{}
		onRandomTrees(t, 300, roots, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
			require.NoError(t, o.Start(g))
			require.NoError(t, exact.Start(g))
			for _, care := range []float64{0.5, 1} {
				var c transition.Config
				for s.Start(&c, g.Len()); !s.Terminal(&c); {
					var all, some oracle.Costs
					legal := s.Legal(&c)
					require.NoError(t, exact.Moves(&all, &c, legal))
					require.NoError(t, o.Moves(&some, &c, legal))
					best := some.Best(legal)
					require.Zero(t, best&^all.Best(legal), "stack %v, b=%d", c.Stack, c.Next)
					m, l := oracletest.AnyOf(random, legal), random.Int32N(manyLabels)
					if random.Float64() < care {
						m = oracletest.AnyOf(random, best)
						l = max(0, freeLabel(o, &c, m))
						if m == transition.Label || m == transition.Left && c.HasHead(c.S(0)) {
							repairs[care]++
						}
					}
					s.Apply(&c, m, l)
				}
				if care == 1 {
					require.Zero(t, g.Loss(&c))
				}
			}
		})
		require.Zero(t, repairs[1])
		require.Positive(t, repairs[0.5])
	}
}
