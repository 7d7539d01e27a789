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

// The time of an oracle per sentence: its start, and the costs of all moves in all configurations
// of a parse that follows it nine times in ten. The gold trees are projective, so that both oracles
// accept them.
func BenchmarkOracleSentence(b *testing.B) {
	for _, s := range []transition.System{transition.ArcHybrid{}, transition.ArcEager{}, transition.ArcStandard{}} {
		for _, name := range []string{"dynamic", "pd"} {
			for _, n := range []int{10, 20, 40, 80, 160} {
				b.Run(fmt.Sprintf("%s/%s/words=%d", s.Name(), name, n), func(b *testing.B) {
					o, err := oracle.New(name, s)
					require.NoError(b, err)
					benchmarkSentence(b, s, o, n)
				})
			}
		}
	}
}

func benchmarkSentence(b *testing.B, s transition.System, o oracle.Oracle, n int) {
	random := rand.New(rand.NewPCG(7, 7))
	var trees [16]*oracle.Gold
	for i := range trees {
		trees[i] = oracletest.Random(random, n, transition.SingleRoot, manyLabels)
	}
	var c transition.Config
	var costs oracle.Costs
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if err := o.Start(trees[i%len(trees)]); err != nil {
			b.Fatal(err)
		}
		for s.Start(&c, n); !s.Terminal(&c); {
			oracletest.Must(o.Moves(&costs, &c, s.Legal(&c)))
			allowed := s.Legal(&c)
			if random.Float64() < 0.9 {
				allowed = costs.Best(allowed)
			}
			s.Apply(&c, oracletest.AnyOf(random, allowed), 0)
		}
	}
}
