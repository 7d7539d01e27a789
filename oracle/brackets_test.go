package oracle_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/oracle/oracletest"
	"parser/transition"
)

// bracketing is a constituency system with the gold trees that it can derive.
type bracketing struct {
	system transition.System
	chain  int32 // brackets over the same words, in gold trees
	tower  int32 // the same in the configurations to look at
}

// bracketings are the systems with exact costs. The unary bound of in-order is
// out of reach of the configurations looked at.
func bracketings() []bracketing {
	return []bracketing{
		{transition.Bracket{MaxOpens: 2}, 2, 9},
		{transition.Bracket{MaxOpens: 3}, 1, 9},
		{transition.InOrder{MaxUnary: 5}, 2, 2},
		{transition.ShiftLabel{}, 1, 9},
	}
}

// requireBracketCosts compares all costs in one configuration.
func requireBracketCosts(t *testing.T, s transition.System, o oracle.Oracle, x *oracle.Exhaustive, g *oracle.Gold, c *transition.Config) {
	if s.Terminal(c) {
		return
	}
	var costs oracle.Costs
	var labels oracle.LabelCosts
	legal, least := s.Legal(c), int32(99)
	o.Moves(&costs, c)
	for m := range transition.NumMoves {
		if !legal.Has(m) {
			continue
		}
		labels.Reset(0)
		if m.Labelled() {
			o.Labels(&labels, c, m)
		}
		for l := range x.LabelCount {
			got, want := costs[m]+labels.Of(l), x.Cost(c, m, l)
			if got != want {
				t.Fatalf("%s: gold %v, stack %v, nodes %+v, b=%d: cost of %v-%d is %d, want %d",
					s.Name(), g.Spans, c.Stack, c.Nodes[c.N+1:], c.Next, m, l, got, want)
			}
			least = min(least, got)
		}
	}
	require.Zero(t, least, "some move is free")
}

// All gold trees and all configurations over up to three words, with two labels
// and a third that gold never has.
func TestBracketCostsEqualExhaustive(t *testing.T) {
	for _, b := range bracketings() {
		t.Run(fmt.Sprintf("%s %+v", b.system.Name(), b.system.Params()), func(t *testing.T) {
			t.Parallel()
			o, err := oracle.New("dynamic", b.system)
			require.NoError(t, err)
			pairs := 0
			for n := int32(1); n <= 2; n++ {
				for _, g := range oracletest.Bracketings(n, 2, b.chain) {
					if o.Start(g) != nil {
						continue
					}
					x := &oracle.Exhaustive{System: b.system, LabelCount: 3}
					require.NoError(t, x.Start(g))
					oracletest.ReachableLabelled(b.system, int(n), 3, b.tower, func(c *transition.Config) {
						pairs++
						requireBracketCosts(t, b.system, o, x, g, c)
					})
				}
			}
			t.Logf("%d pairs of gold tree and configuration", pairs)
			require.Greater(t, pairs, 400)
		})
	}
}
