package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/oracle/oracletest"
	"parser/transition"
)

// What an oracle costs per sentence: its start, and the costs of all moves in
// all configurations of a parse that follows it nine times in ten. The gold tree
// is projective, so that both oracles take it.
func BenchmarkOracleSentence(b *testing.B) {
	for _, s := range exactSystems() {
		if s.Params().Roots == transition.MultiRoot {
			continue
		}
		for _, name := range []string{"dynamic", "pd"} {
			for _, n := range []int{10, 20, 40, 80, 160} {
				b.Run(fmt.Sprint(name, " ", s.Name(), " words=", n), func(b *testing.B) {
					o, err := oracle.New(name, s)
					require.NoError(b, err)
					random := rand.New(rand.NewPCG(7, 7))
					var trees []*oracle.Gold
					for range 16 {
						trees = append(trees, oracletest.Random(random, n, transition.SingleRoot, manyLabels))
					}
					var c transition.Config
					var costs oracle.Costs
					b.ReportAllocs()
					for i := 0; b.Loop(); i++ {
						g := trees[i%len(trees)]
						if err := o.Start(g); err != nil {
							b.Fatal(err)
						}
						for s.Start(&c, n); !s.Terminal(&c); {
							o.Moves(&costs, &c)
							allowed := s.Legal(&c)
							if random.Float64() < 0.9 {
								allowed = costs.Best(allowed)
							}
							s.Apply(&c, oracletest.AnyOf(random, allowed), 0)
						}
					}
				})
			}
		}
	}
}
