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

// eachTagging visits every configuration of tag over n words and k labels.
func eachTagging(n int, k int32, visit func(*transition.Config)) {
	taggings(n, k, func(choice *oracle.Gold) {
		for made := range n + 1 {
			fresh := true // whether this is the first sequence with these first labels
			for _, l := range choice.Labels[made+1:] {
				fresh = fresh && l == 0
			}
			if fresh {
				visit(tagged(n, choice.Labels[1:made+1]...))
			}
		}
	})
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

// What every label costs in every configuration agrees with exhaustive search and with the
// definition: 1 unless it is the gold one.
func TestTagOraclesEqualExhaustive(t *testing.T) {
	const labels, longest = 3, 4
	s := transition.Tag{}
	for _, name := range oracle.NamesFor(s) {
		o, err := oracle.New(name, s)
		require.NoError(t, err)
		require.Equal(t, name, o.Name())
		x := &oracle.Exhaustive{System: s, LabelCount: labels + 1} // one that no gold tag has
		for n := 1; n <= longest; n++ {
			taggings(n, labels, func(g *oracle.Gold) {
				require.NoError(t, o.Start(g))
				require.NoError(t, x.Start(g))
				require.Equal(t, n, g.Len())
				eachTagging(n, labels, func(c *transition.Config) {
					if !s.Terminal(c) {
						requireTagCosts(t, o, x, c, g.Labels[c.Next])
					}
				})
			})
		}
	}
}

func requireTagCosts(t *testing.T, o oracle.Oracle, x *oracle.Exhaustive, c *transition.Config, gold int32) {
	var moves oracle.Costs
	var costs oracle.LabelCosts
	require.NoError(t, o.Moves(&moves, c, x.System.Legal(c)))
	require.NoError(t, o.Labels(&costs, c, transition.Label))
	require.Zero(t, moves[transition.Label])
	require.Equal(t, gold, costs.First())
	for l := range x.LabelCount {
		want := x.Cost(c, transition.Label, l)
		if costs.Of(l) != want || (want == 0) != (l == gold) || want > oracle.WrongTag {
			t.Fatalf("%s: after %v, tag %d costs %v, should be %v, gold %d", o.Name(), c.Steps, l, costs.Of(l), want, gold)
		}
	}
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
