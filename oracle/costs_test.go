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

func TestBest(t *testing.T) {
	const SH, LA, RA, RE = transition.Shift, transition.Left, transition.Right, transition.Reduce
	all := transition.Of(SH, LA, RA, RE)
	tests := []struct {
		why   string
		costs oracle.Costs
		legal transition.Moves
		best  transition.Moves
	}{
		{"the least", oracle.Costs{2, 0, 4, 6}, all, transition.Of(LA)},
		{"ties are all best", oracle.Costs{0, 2, 0, 0}, all, transition.Of(SH, RA, RE)},
		{"the least need not be 0", oracle.Costs{4, 2, 2, 6}, all, transition.Of(LA, RA)},
		{"nor positive", oracle.Costs{0, -1, 0, -1}, all, transition.Of(LA, RE)},
		{"illegal moves mean nothing", oracle.Costs{0, 2, -8, 2}, transition.Of(LA, RE), transition.Of(LA, RE)},
		{"the last may be best", oracle.Costs{9, 8, 7, 6}, all, transition.Of(RE)},
		{"the first may be best", oracle.Costs{6, 7, 8, 9}, all, transition.Of(SH)},
		{"one legal move", oracle.Costs{0, 0, 6, 0}, transition.Of(RA), transition.Of(RA)},
		{"all the same", oracle.Costs{}, all, all},
		{"no legal move", oracle.Costs{}, 0, 0},
	}
	for _, test := range tests {
		require.Equal(t, test.best, test.costs.Best(test.legal), test.why)
	}
}

// Best is the argmin by definition, for all small costs and all sets of moves.
func TestBestIsArgmin(t *testing.T) {
	const values = 3
	for code := range values * values * values * values {
		costs := oracle.Costs{}
		for m := range costs {
			costs[m] = int32(code % values)
			code /= values
		}
		const few = 8 // small enough to try all sets of that many moves
		for legal := range transition.Moves(1 << few) {
			best := costs.Best(legal)
			for m := range transition.Move(few) {
				beaten := false
				for k := range transition.Move(few) {
					beaten = beaten || legal.Has(k) && costs[k] < costs[m]
				}
				require.Equal(t, legal.Has(m) && !beaten, best.Has(m), "%v of %b: %v", costs, legal, m)
			}
		}
	}
}

// midway calls visit with the configurations of random trajectories, and an oracle that holds their
// gold tree.
func midway(t testing.TB, o oracle.Oracle, s transition.System, visit func(*transition.Config)) {
	random := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		require.NoError(t, o.Start(oracletest.Random(random, 25, transition.SingleRoot, manyLabels)))
		var c transition.Config
		for s.Start(&c, 25); !s.Terminal(&c); {
			visit(&c)
			s.Apply(&c, oracletest.AnyOf(random, s.Legal(&c)), 0)
		}
	}
}

func TestNoCostAllocates(t *testing.T) {
	for _, s := range allSystems(t) {
		for _, name := range seriousNames(s) {
			o, err := oracle.New(name, s)
			require.NoError(t, err)
			midway(t, o, s, func(c *transition.Config) {
				var costs oracle.Costs
				var labels oracle.LabelCosts
				require.Zero(t, testing.AllocsPerRun(1, func() {
					oracletest.Must(o.Moves(&costs, c, s.Legal(c)))
					if s.Legal(c).Has(transition.Right) {
						oracletest.Must(o.Labels(&labels, c, transition.Right))
					}
				}), "%s %s", name, label(s))
			})
			long := oracletest.Random(rand.New(rand.NewPCG(5, 5)), 100, transition.SingleRoot, manyLabels)
			short := oracletest.Random(rand.New(rand.NewPCG(6, 6)), 10, transition.SingleRoot, manyLabels)
			require.NoError(t, o.Start(long))
			require.Zero(t, testing.AllocsPerRun(10, func() {
				if o.Start(short) != nil || o.Start(long) != nil {
					panic("refused")
				}
			}), "%s %s", name, label(s))
		}
	}
}

// The costs of all moves of a configuration, throughout parses of 25 words.
func BenchmarkMoves(b *testing.B) {
	for _, name := range []string{"dynamic", "fsa", "pd", "static"} {
		for _, s := range systemsWith(name) {
			o, err := oracle.New(name, s)
			require.NoError(b, err)
			var all []transition.Config
			midway(b, o, s, func(c *transition.Config) {
				var d transition.Config
				d.CopyFrom(c)
				all = append(all, d)
			})
			b.Run(fmt.Sprint(name, " ", label(s)), func(b *testing.B) {
				var costs oracle.Costs
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					oracletest.Must(o.Moves(&costs, &all[i%len(all)], s.Legal(&all[i%len(all)])))
				}
			})
		}
	}
}

// Labels cost the same except those that were set; the first of two settings of a label counts.
func TestLabelCosts(t *testing.T) {
	var k oracle.LabelCosts
	require.Zero(t, k.Of(3))
	require.Equal(t, int32(transition.None), k.First(), "where all cost the same no label is first")
	k.Reset(2)
	k.Set(5, 1)
	k.Set(4, 0)
	k.Set(5, 0)
	k.Set(6, 0)
	for label, cost := range map[int32]int32{0: 2, 4: 0, 5: 1, 6: 0, 7: 2} {
		require.Equal(t, cost, k.Of(label), label)
	}
	require.Equal(t, int32(4), k.First())
	k.Reset(1)
	require.Equal(t, int32(1), k.Of(4), "Reset forgets")
	require.Equal(t, int32(transition.None), k.First())
}
