package oracle_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// The value that exhaustive search keeps for a configuration is that of the definition: the least
// loss of all trees that it can end in, minus the loss of what is already built. The values of a
// space, to which the law compares oracles, are the same.
func TestExhaustiveIsTheDefinition(t *testing.T) {
	for _, test := range []struct {
		system transition.System
		words  int
		chain  int32
	}{
		{transition.ArcHybrid{Roots: transition.SingleRoot}, 4, 0},
		{transition.ArcEager{Roots: transition.SingleRoot}, 3, 0},
		{transition.ArcEager{Roots: transition.MultiRoot}, 3, 0},
		{transition.ArcEagerNonMonotonic{Roots: transition.SingleRoot}, 3, 0},
		{transition.ArcEagerNonMonotonic{Roots: transition.MultiRoot}, 3, 0},
		{transition.ArcStandard{Roots: transition.MultiRoot}, 4, 0},
		{transition.Bracket{MaxOpens: 2}, 2, 2},
		{transition.Bracket{MaxOpens: 1}, 3, 1},
		{transition.Bracket{MaxOpens: 2, Unary: transition.NoChain}, 3, 1},
		{transition.Bracket{MaxOpens: 3, Unary: transition.Strict}, 4, 1},
		{transition.InOrder{MaxUnary: 1}, 3, 1},
		{transition.InOrder{MaxUnary: 2}, 2, 2},
		{transition.ShiftLabel{}, 3, 1},
		{transition.Split{}, 4, 1},
	} {
		t.Run(label(test.system), func(t *testing.T) {
			t.Parallel()
			const labels = 2
			for n := 1; n <= test.words; n++ {
				var gold []*oracle.Gold
				if test.chain > 0 {
					gold = oracletest.Bracketings(int32(n), labels, test.chain)
				} else {
					allTrees(n, func(g *oracle.Gold) {
						gold = append(gold, &oracle.Gold{Heads: slices.Clone(g.Heads), Labels: slices.Clone(g.Labels)})
					})
				}
				p := newSpace(test.system, n, labels)
				ends := make([][]*transition.Config, len(p.configs))
				for i, c := range p.configs {
					completions(test.system, c, labels, func(end *transition.Config) { ends[i] = append(ends[i], end) })
					require.NotEmpty(t, ends[i])
				}
				for i := 0; i < len(gold); i += 5 {
					requireDefinition(t, p, ends, gold[i])
				}
			}
		})
	}
}

// requireDefinition compares the values of all configurations, which can end in ends.
func requireDefinition(t *testing.T, p *space, ends [][]*transition.Config, g *oracle.Gold) {
	x := &oracle.Exhaustive{System: p.system, LabelCount: p.labels}
	require.NoError(t, x.Start(g))
	for i, value := range p.values(g) {
		least := int32(math.MaxInt32)
		for _, end := range ends[i] {
			least = min(least, g.Loss(end))
		}
		want := least - g.Loss(p.configs[i])
		if c := p.configs[i]; x.Value(c) != want || value != want {
			t.Fatalf("%s: gold %v, stack %v, built %v, b=%d: %d and %d, want %d",
				label(p.system), *g, c.Stack, builtSpans(c), c.Next, x.Value(c), value, want)
		}
	}
}

// completions calls visit with every terminal configuration that c can reach.
func completions(s transition.System, c *transition.Config, labels int32, visit func(*transition.Config)) {
	if s.Terminal(c) {
		visit(c)
		return
	}
	successors(s, c, labels, func(next *transition.Config) {
		d := &transition.Config{}
		d.CopyFrom(next)
		completions(s, d, labels, visit)
	})
}
