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

// taggings calls visit with every sequence of n gold tags below k; index 0 is unused.
func taggings(n int, k int32, visit func(*oracle.Gold)) {
	labellings(&oracle.Gold{Labels: make([]int32, n+1)}, k, visit)
}

// tagged is the configuration after some labels.
func tagged(n int, labels ...int32) *transition.Config {
	var c transition.Config
	transition.Tag{}.Start(&c, n)
	for _, l := range labels {
		transition.Tag{}.Apply(&c, transition.Label, l)
	}
	return &c
}

// In long sentences with many labels all oracles agree, whatever labels came before.
func TestTagOraclesAgree(t *testing.T) {
	const labels = 40
	s := transition.Tag{}
	random := rand.New(rand.NewPCG(3, 1))
	for range 20 {
		g := &oracle.Gold{Labels: make([]int32, 1+random.IntN(80))}
		for d := range g.Labels {
			g.Labels[d] = random.Int32N(labels)
		}
		configs := []*transition.Config{tagged(g.Len())}
		for last := configs[0]; !s.Terminal(last); last = configs[len(configs)-1] {
			next := &transition.Config{}
			next.CopyFrom(last)
			s.Apply(next, transition.Label, random.Int32N(labels))
			configs = append(configs, next)
		}
		random.Shuffle(len(configs), func(i, j int) { configs[i], configs[j] = configs[j], configs[i] })
		for _, name := range oracle.NamesFor(s) {
			o, err := oracle.New(name, s)
			require.NoError(t, err)
			require.NoError(t, o.Start(g))
			for _, c := range configs {
				if !s.Terminal(c) {
					requireTagLabels(t, o, c, g.Labels[c.Next], labels)
				}
			}
		}
	}
}

func requireTagLabels(t *testing.T, o oracle.Oracle, c *transition.Config, gold, labels int32) {
	var costs oracle.LabelCosts
	require.NoError(t, o.Labels(&costs, c, transition.Label))
	for l := range labels {
		require.Equal(t, l == gold, costs.Of(l) == 0, "%s: tag %d", o.Name(), l)
	}
}

// Following an oracle gives the gold tags, and the loss counts those that differ.
func TestLossOfTags(t *testing.T) {
	const longest = 4
	for n := range longest + 1 {
		taggings(n, 2, func(g *oracle.Gold) {
			taggings(n, 2, func(other *oracle.Gold) {
				wrong := int32(0)
				for d := 1; d <= n; d++ {
					if g.Labels[d] != other.Labels[d] {
						wrong++
					}
				}
				require.EqualValues(t, wrong, g.Loss(tagged(n, other.Labels[1:]...)))
			})
		})
	}
}

func TestTagOraclesRefuseWordsWithoutTag(t *testing.T) {
	for _, name := range oracle.NamesFor(transition.Tag{}) {
		o, err := oracle.New(name, transition.Tag{})
		require.NoError(t, err)
		err = o.Start(&oracle.Gold{Labels: []int32{0, 1, transition.None, 1}})
		require.ErrorIs(t, err, oracle.ErrUntagged)
		require.ErrorContains(t, err, "word 2")
		require.NoError(t, o.Start(&oracle.Gold{Labels: []int32{transition.None}}), "no words are no problem")
	}
}

func BenchmarkTagOracles(b *testing.B) {
	const words, labels = 25, 17
	g := &oracle.Gold{Labels: make([]int32, words+1)}
	random := rand.New(rand.NewPCG(3, 2))
	for d := range g.Labels {
		g.Labels[d] = random.Int32N(labels)
	}
	for _, name := range oracle.NamesFor(transition.Tag{}) {
		b.Run(name, func(b *testing.B) {
			o, err := oracle.New(name, transition.Tag{})
			require.NoError(b, err)
			var c transition.Config
			var costs oracle.LabelCosts
			b.ReportAllocs()
			for b.Loop() {
				require.NoError(b, o.Start(g))
				for (transition.Tag{}).Start(&c, words); !(transition.Tag{}).Terminal(&c); {
					oracletest.Must(o.Labels(&costs, &c, transition.Label))
					transition.Tag{}.Apply(&c, transition.Label, costs.First())
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/words, "ns/word")
		})
	}
}

func ExampleNew() {
	gold := &oracle.Gold{Labels: []int32{transition.None, 2, 0}}
	o, _ := oracle.New("dynamic", transition.Tag{})
	fmt.Println(o.Start(gold))
	var c transition.Config
	var costs oracle.LabelCosts
	transition.Tag{}.Start(&c, gold.Len())
	oracletest.Must(o.Labels(&costs, &c, transition.Label))
	fmt.Println(costs.Of(0), costs.Of(1), costs.Of(2))
	// Output:
	// <nil>
	// 1 1 0
}
