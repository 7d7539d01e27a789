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

// derivedPair returns the derived oracle and the hand-written one.
func derivedPair(t *testing.T, s transition.System) (derived, dynamic oracle.Oracle) {
	derived, err := oracle.New("fsa", s)
	require.NoError(t, err)
	require.Equal(t, "fsa", derived.Name())
	dynamic, err = oracle.New("dynamic", s)
	require.NoError(t, err)
	return derived, dynamic
}

// TestDerivedArcsEqualDynamic compares all moves and labels along parses of large trees with one
// root and with several. Half of their steps are errors.
func TestDerivedArcsEqualDynamic(t *testing.T) {
	for _, s := range systemsWith("fsa") {
		t.Run(label(s), func(t *testing.T) {
			derived, dynamic := derivedPair(t, s)
			for seed := range trials(200) {
				random := rand.New(rand.NewPCG(seed, 5))
				roots := []transition.Roots{transition.SingleRoot, transition.MultiRoot}[seed%2]
				g := oracletest.Random(random, 1+random.IntN(120), roots, manyLabels)
				requireEqualOnTheWay(t, derived, dynamic, s, g, random, manyLabels)
			}
		})
	}
}

// requireEqualOnTheWay compares two oracles on a parse in which every second step is one of the
// best.
func requireEqualOnTheWay(t *testing.T, a, b oracle.Oracle, s transition.System, g *oracle.Gold, random *rand.Rand, labels int32) {
	require.NoError(t, a.Start(g))
	require.NoError(t, b.Start(g))
	var c transition.Config
	for s.Start(&c, g.Len()); !s.Terminal(&c); {
		requireSameCosts(t, a, b, s, &c, labels+1)
		var costs oracle.Costs
		legal := s.Legal(&c)
		require.NoError(t, b.Moves(&costs, &c, s.Legal(&c)))
		if random.IntN(2) == 0 {
			legal = costs.Best(legal)
		}
		m, l := oracletest.AnyOf(random, legal), random.Int32N(labels)
		if free := freeLabel(b, &c, m); free != transition.None && random.IntN(2) == 0 {
			l = free
		}
		s.Apply(&c, m, l)
	}
}

// requireSameCosts compares the costs of all moves with all labels by two oracles, and
// which free label they name first.
func requireSameCosts(t *testing.T, a, b oracle.Oracle, s transition.System, c *transition.Config, labels int32) {
	type choice struct {
		m transition.Move
		l int32
	}
	want := map[choice]int32{}
	eachCost(b, s, c, labels, func(m transition.Move, l, cost int32) { want[choice{m, l}] = cost })
	eachCost(a, s, c, labels, func(m transition.Move, l, cost int32) {
		if want[choice{m, l}] != cost {
			t.Fatalf("%s after %v: cost of %v-%d is %d, want %d", label(s), c.Steps, m, l, cost, want[choice{m, l}])
		}
	})
	for m := range transition.NumMoves {
		if s.Legal(c).Has(m) && m.Labelled() && freeLabel(a, c, m) != freeLabel(b, c, m) {
			t.Fatalf("%s after %v: the labels of %v that are free begin otherwise", label(s), c.Steps, m)
		}
	}
}

// TestDerivedBracketsEqualDynamicOnTheWay does so along parses of large trees.
func TestDerivedBracketsEqualDynamicOnTheWay(t *testing.T) {
	for _, opens := range []int32{3, 6, 20} {
		s := transition.Bracket{MaxOpens: opens}
		derived, dynamic := derivedPair(t, s)
		for seed := range trials(100) {
			random := rand.New(rand.NewPCG(seed, uint64(opens)))
			labels := 1 + random.Int32N(8)
			g := oracletest.RandomBracketing(random, s, 1+random.IntN(40), labels, 3)
			requireEqualOnTheWay(t, derived, dynamic, s, g, random, labels)
		}
	}
}

// TestDerivedLabelsEqualDynamicOnTheWay does so in systems that label items that are complete.
func TestDerivedLabelsEqualDynamicOnTheWay(t *testing.T) {
	for _, s := range []transition.System{
		transition.ShiftLabel{}, transition.InOrder{MaxUnary: 1}, transition.InOrder{MaxUnary: 2}, transition.InOrder{MaxUnary: 4},
	} {
		derived, dynamic := derivedPair(t, s)
		for seed := range trials(50) {
			random := rand.New(rand.NewPCG(seed, 17))
			labels := 1 + random.Int32N(8)
			g := oracletest.RandomBracketing(random, transition.Bracket{MaxOpens: 3}, 1+random.IntN(40), labels, max(1, s.Params().MaxUnary))
			requireEqualOnTheWay(t, derived, dynamic, s, g, random, labels)
		}
	}
}

// TestDerivedKnowsItsSystems: others are refused.
func TestDerivedKnowsItsSystems(t *testing.T) {
	for _, s := range []transition.System{
		transition.ArcStandard{},
		transition.Bracket{MaxOpens: 3, Unary: transition.Strict},
	} {
		_, err := oracle.New("fsa", s)
		require.ErrorIs(t, err, oracle.ErrNoOracle, s.Name())
		require.ErrorContains(t, err, fmt.Sprintf("fsa for %s", s.Name()))
		require.ErrorContains(t, err, fmt.Sprintf("(have %v)", oracle.NamesFor(s)))
	}
	o, _ := derivedPair(t, transition.ArcHybrid{})
	require.ErrorIs(t, o.Start(&oracle.Gold{Heads: []int32{0, 3, 4, 0, 1}, Labels: make([]int32, 5)}), oracle.ErrNonProjective)
}
