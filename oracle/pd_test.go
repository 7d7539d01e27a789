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

func newPD(t testing.TB, s transition.System) oracle.Oracle {
	o, err := oracle.New("pd", s)
	require.NoError(t, err)
	return o
}

func indicator(b bool) int {
	if b {
		return 1
	}
	return 0
}

// roam parses, following the oracle with probability care and otherwise any move, and calls visit
// with every configuration that is not terminal.
func roam(s transition.System, o oracle.Oracle, g *oracle.Gold, random *rand.Rand, care float64, visit func(*transition.Config)) {
	var c transition.Config
	for s.Start(&c, g.Len()); !s.Terminal(&c); {
		visit(&c)
		allowed := s.Legal(&c)
		if random.Float64() < care {
			var costs oracle.Costs
			oracletest.Must(o.Moves(&costs, &c, allowed))
			allowed = costs.Best(allowed)
		}
		s.Apply(&c, oracletest.AnyOf(random, allowed), 0)
	}
}

// onTangledTrees runs a test on random trees, few of them projective.
func onTangledTrees(t *testing.T, trees, longest int, roots transition.Roots, test func(t *testing.T, random *rand.Rand, g *oracle.Gold)) {
	onTrees(t, tangled, trees, longest, roots, test)
}

// On large trees, projective or not, no cost is negative, some move costs nothing, and whatever the
// moves are, the loss of the finished tree is that of the start plus the costs paid: the three
// together say that costs are exact.
func TestPDCostsAddUpToTheLoss(t *testing.T) {
	for _, s := range systemsWith("pd") {
		for _, roots := range []transition.Roots{transition.SingleRoot, transition.MultiRoot} {
			t.Run(fmt.Sprint(label(s), " gold ", roots), func(t *testing.T) {
				pd := newPD(t, s)
				onTangledTrees(t, 100, 40, roots, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
					require.NoError(t, pd.Start(g))
					paid, least := pay(t, s, pd, g, random, 1, unseen)
					require.Zero(t, paid)
					if projective(g) {
						require.Equal(t, unavoidable(s, g), least)
					}
					for _, care := range []float64{0, 0.5, 0.9, 0.98} {
						paid, lost := pay(t, s, pd, g, random, care, unseen)
						require.Equal(t, lost, least+paid, "care %v", care)
					}
				})
			})
		}
	}
}

// unseen ignores the moves.
func unseen(*transition.Config, transition.Move, int32) {}

// The rows kept from configuration to configuration never change an answer: asked in any order,
// about one sentence after another, PD answers as a new one does.
func TestPDKeepsWhatIsTrue(t *testing.T) {
	for _, s := range systemsWith("pd") {
		used := newPD(t, s)
		onTangledTrees(t, 20, 12, transition.MultiRoot, func(t *testing.T, random *rand.Rand, g *oracle.Gold) {
			require.NoError(t, used.Start(g))
			var all []*transition.Config
			for range 4 {
				roam(s, used, g, random, 0.5, func(c *transition.Config) {
					d := &transition.Config{}
					d.CopyFrom(c)
					all = append(all, d)
				})
			}
			random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			for _, c := range all {
				fresh := newPD(t, s)
				require.NoError(t, fresh.Start(g))
				var a, b oracle.Costs
				require.NoError(t, fresh.Moves(&a, c, s.Legal(c)))
				require.NoError(t, used.Moves(&b, c, s.Legal(c)))
				require.Equal(t, a, b, "stack %v, b=%d", c.Stack, c.Next)
			}
		})
	}
}

func TestPDRefuses(t *testing.T) {
	for _, s := range systemsWith("pd") {
		o := newPD(t, s)
		require.ErrorIs(t, o.Start(chain(oracle.MaxPD+1)), oracle.ErrTooLong)
		require.NoError(t, o.Start(chain(oracle.MaxPD)))
	}
}

// chain returns the tree of n words in which each word's head is the one before.
func chain(n int) *oracle.Gold {
	g := &oracle.Gold{Heads: make([]int32, n+1), Labels: make([]int32, n+1)}
	for d := 1; d <= n; d++ {
		g.Heads[d] = int32(d) - 1
	}
	return g
}
