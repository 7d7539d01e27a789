package oracle_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/transition"
)

func allSystems(t *testing.T) []transition.System {
	var all []transition.System
	for _, name := range oracle.Systems(transition.Dependencies) {
		for _, roots := range []transition.Roots{transition.SingleRoot, transition.MultiRoot} {
			s, err := oracle.NewSystem(name, transition.Params{Roots: roots})
			require.NoError(t, err)
			all = append(all, s)
		}
	}
	return all
}

// follow parses with the oracle's best moves and labels.
func follow(t *testing.T, s transition.System, o oracle.Oracle, g *oracle.Gold) *transition.Config {
	var c transition.Config
	if err := o.Start(g); err != nil {
		t.Fatal(err)
	}
	for s.Start(&c, g.Len()); !s.Terminal(&c); {
		var costs oracle.Costs
		if err := o.Moves(&costs, &c, s.Legal(&c)); err != nil {
			t.Fatal(err)
		}
		best := costs.Best(s.Legal(&c))
		m := transition.Move(0)
		for !best.Has(m) {
			m++
		}
		s.Apply(&c, m, max(freeLabel(o, &c, m), 0))
	}
	return &c
}

// Every oracle of every system derives every projective tree that its root mode
// admits, head by head and label by label.
func TestOraclesDeriveTheGoldTree(t *testing.T) {
	for _, s := range allSystems(t) {
		for _, name := range seriousNames(s) {
			o, err := oracle.New(name, s)
			require.NoError(t, err)
			t.Run(name+" "+label(s), func(t *testing.T) { deriveAll(t, s, o) })
		}
	}
}

func deriveAll(t *testing.T, s transition.System, o oracle.Oracle) {
	single, derived := s.Params().Roots == transition.SingleRoot, 0
	for n := 1; n <= 5; n++ {
		allTrees(n, func(g *oracle.Gold) {
			for d := range g.Labels {
				g.Labels[d] = int32(d)
			}
			if !projective(g) || single && rootCount(g) > 1 {
				return
			}
			derived++
			c := follow(t, s, o, g)
			for d := 1; d <= n; d++ {
				require.Equal(t, g.Heads[d], c.Nodes[d].Head, "heads %v, word %d", g.Heads[1:], d)
				require.Equal(t, g.Labels[d], c.Nodes[d].Label, "heads %v, word %d", g.Heads[1:], d)
			}
		})
	}
	// The number of projective trees with one root over n words is
	// binomial(3n-2, n-1)/n (1, 2, 7, 30, 143); with any number of roots it is
	// binomial(3n, n)/(2n+1) (1, 3, 12, 55, 273).
	if single {
		require.Equal(t, 1+2+7+30+143, derived)
	} else {
		require.Equal(t, 1+3+12+55+273, derived)
	}
}

// Trees that a projective system cannot derive are refused with a named error.
func TestOraclesRefuse(t *testing.T) {
	crossing := &oracle.Gold{Heads: []int32{0, 3, 4, 0, 3}, Labels: make([]int32, 5)}
	partial := &oracle.Gold{Heads: []int32{0, 0, transition.None}, Labels: make([]int32, 3)}
	outside := &oracle.Gold{Heads: []int32{0, 0, 3}, Labels: make([]int32, 3)}
	cyclic := &oracle.Gold{Heads: []int32{0, 2, 1, 0}, Labels: make([]int32, 4)}
	twoRoots := &oracle.Gold{Heads: []int32{0, 0, 0}, Labels: make([]int32, 3)}
	for _, s := range allSystems(t) {
		for _, name := range seriousNames(s) {
			o, err := oracle.New(name, s)
			require.NoError(t, err)
			switch {
			case transition.Crossing(s):
				require.NoError(t, o.Start(crossing))
				require.ErrorIs(t, o.Start(cyclic), oracle.ErrHead)
			case oracle.Describe(name).AnyTree:
				require.NoError(t, o.Start(crossing))
			default:
				require.ErrorIs(t, o.Start(crossing), oracle.ErrNonProjective)
				require.ErrorIs(t, o.Start(cyclic), oracle.ErrNonProjective)
			}
			if oracle.Describe(name).Whole {
				require.ErrorIs(t, o.Start(partial), oracle.ErrPartial)
				require.ErrorContains(t, o.Start(partial), "word 2; oracle "+name+" needs whole trees (others for "+s.Name())
			} else {
				require.NoError(t, o.Start(partial))
			}
			require.ErrorIs(t, o.Start(outside), oracle.ErrHead)
			if name == "static" && s.Params().Roots == transition.SingleRoot {
				require.ErrorIs(t, o.Start(twoRoots), oracle.ErrNotRooted)
			} else {
				require.NoError(t, o.Start(twoRoots))
			}
		}
	}
	_, err := oracle.New("none", transition.ArcHybrid{})
	require.ErrorIs(t, err, oracle.ErrUnknown)
}

// A tree is refused as non-projective if and only if two of its arcs cross.
func TestDerivableIsProjective(t *testing.T) {
	o, err := oracle.New("dynamic", transition.ArcHybrid{})
	require.NoError(t, err)
	for n := 1; n <= 5; n++ {
		allTrees(n, func(g *oracle.Gold) {
			require.Equal(t, projective(g), o.Start(g) == nil, "heads %v", g.Heads[1:])
		})
	}
}

// seriousNames lists the oracles of a system that are not heuristics.
func seriousNames(s transition.System) []string {
	return slices.DeleteFunc(oracle.NamesFor(s), func(name string) bool { return oracle.Describe(name).Estimates })
}
