package fsa

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func isEpsilon(a Arc) bool { return ReadsNothing(a) && WritesNothing(a) }

// Closures are the best simple paths along free arcs, whichever those are.
func TestEpsilonClosures(t *testing.T) {
	refused := 0
	filters := []func(Arc) bool{ReadsNothing, WritesNothing, isEpsilon, anyArc}
	onMachines(t, 40, func(t *testing.T, m *Transducer) {
		for _, free := range filters {
			want, negative := make([][]Weight, m.Len()), false
			for p := range want {
				want[p] = unreached(m.Len())
				paths, cycles := simplePaths(m, State(p), free)
				for _, x := range paths {
					want[p][x.to] = min(want[p][x.to], x.weight)
				}
				negative = negative || len(cycles) > 0 && slices.Min(cycles) < 0
			}
			got, err := EpsilonClosures(m, free)
			if negative {
				refused++
				require.ErrorIs(t, err, ErrNegativeCycle)
				continue
			}
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	})
	require.Greater(t, refused, 50)
}

// The result has the same relation and no epsilon arcs; two arcs differ in more than their weights;
// every state can be reached; and removing epsilons again changes nothing.
func TestRemoveEpsilon(t *testing.T) {
	refused, smaller := 0, 0
	onMachines(t, 60, func(t *testing.T, m *Transducer) {
		got, err := RemoveEpsilon(m)
		if negativeEpsilonCycle(m) {
			refused++
			require.ErrorIs(t, err, ErrNegativeCycle)
			return
		}
		require.NoError(t, err)
		if _, ok := distancesByHand(m, Forward); ok { // otherwise the twin runs forever
			require.Equal(t, relationOf(m, 3, 3), relationOf(got, 3, 3))
		}
		for _, list := range got.arcs {
			seen := map[Arc]bool{}
			for _, a := range list {
				require.False(t, isEpsilon(a) || a.Weight.IsZero())
				a.Weight = 0
				require.False(t, seen[a], "parallel arcs")
				seen[a] = true
			}
		}
		again, err := RemoveEpsilon(got)
		require.NoError(t, err)
		require.Equal(t, got, again)
		if got.Len() < m.Len() {
			smaller++
		}
	})
	require.Greater(t, refused, 20)
	require.Greater(t, smaller, 100)
}

// negativeEpsilonCycle reports, by simple paths, whether one can be reached.
func negativeEpsilonCycle(m *Transducer) bool {
	if m.Start() == NoState {
		return false
	}
	paths, _ := simplePaths(m, m.Start(), anyArc)
	for _, x := range paths {
		if _, cycles := simplePaths(m, x.to, isEpsilon); len(cycles) > 0 && slices.Min(cycles) < 0 {
			return true
		}
	}
	return false
}

// The two ways to close over epsilon agree: state by state, and all pairs at once (Floyd
// 1962, Algorithm 97: shortest path; Warshall 1962, A theorem on Boolean matrices).
func TestClosuresAreThoseOfFloydAndWarshall(t *testing.T) {
	onMachines(t, 40, func(t *testing.T, m *Transducer) {
		all, err := EpsilonClosures(m, isEpsilon)
		if err != nil {
			return
		}
		want := make([][]Weight, m.Len())
		for q, list := range m.arcs { // by at most one arc
			want[q] = unreached(m.Len())
			want[q][q] = One
			for _, a := range list {
				if isEpsilon(a) {
					want[q][a.To] = want[q][a.To].Plus(a.Weight)
				}
			}
		}
		for k, fromK := range want { // through states up to k
			for _, row := range want {
				for q, w := range fromK {
					row[q] = row[q].Plus(row[k].Times(w))
				}
			}
		}
		require.Equal(t, want, all)
	})
}

// A chain of epsilons with one final state takes little work, and so does one whose states are all
// final.
func TestRemoveEpsilonFromLongChains(t *testing.T) {
	const length = 3_000
	m := Linear()
	m.SetFinal(0, Zero())
	for q := range State(length) {
		m.Add(q, Epsilon, 0.25, m.AddState())
	}
	m.SetFinal(length, 1)
	m.Add(length, 1, 1, 0)
	got, err := RemoveEpsilon(m)
	require.NoError(t, err)
	states, arcs := got.Size()
	require.Equal(t, []int{1, 1}, []int{states, arcs})
	require.Equal(t, Weight(length)/4+1, got.Final(0))
	require.Equal(t, []Arc{{In: 1, Out: 1, Weight: Weight(length)/4 + 1, To: 0}}, got.Arcs(0))
}
