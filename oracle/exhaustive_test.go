package oracle_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// The value that exhaustive search caches for a configuration is that of the definition: the least
// loss of all trees that c can end in, minus the loss of what is already built.
func TestExhaustiveIsTheDefinition(t *testing.T) {
	for _, test := range []struct {
		system transition.System
		words  int
		chain  int32
	}{
		{transition.Bracket{MaxOpens: 2}, 2, 2},
		{transition.Bracket{MaxOpens: 1}, 3, 1},
		{transition.Bracket{MaxOpens: 2, Unary: transition.NoChain}, 3, 1},
		{transition.Bracket{MaxOpens: 3, Unary: transition.Strict}, 4, 1},
		{transition.InOrder{MaxUnary: 1}, 3, 1},
		{transition.InOrder{MaxUnary: 2}, 2, 2},
		{transition.ShiftLabel{}, 3, 1},
	} {
		t.Run(label(test.system), func(t *testing.T) {
			t.Parallel()
			const labels = 2
			for n := 1; n <= test.words; n++ {
				gold := oracletest.Bracketings(int32(n), labels, test.chain)
				for i, c := range distinct(test.system, n, labels, 9) {
					var ends []*transition.Config
					completions(test.system, c, labels, func(end *transition.Config) { ends = append(ends, end) })
					require.NotEmpty(t, ends)
					requireDefinition(t, test.system, c, ends, gold[i%7%len(gold):], labels)
				}
			}
		})
	}
}

// requireDefinition compares the values of c, which can end in ends, for one in seven gold trees.
func requireDefinition(t *testing.T, s transition.System, c *transition.Config, ends []*transition.Config, gold []*oracle.Gold, labels int32) {
	for i := 0; i < len(gold); i += 7 {
		x := &oracle.Exhaustive{System: s, LabelCount: labels}
		require.NoError(t, x.Start(gold[i]))
		least := int32(math.MaxInt32)
		for _, end := range ends {
			least = min(least, bracketLoss(gold[i], end))
		}
		if want := least - bracketLoss(gold[i], c); x.Value(c) != want {
			t.Fatalf("%s: gold %v, stack %v, built %v, b=%d: %d, want %d",
				label(s), gold[i].Spans, c.Stack, builtSpans(c), c.Next, x.Value(c), want)
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
