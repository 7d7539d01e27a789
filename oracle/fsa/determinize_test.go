package fsa

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// enoughStates is more than any determinizable machine of the test needs.
const enoughStates = 200

// The result accepts the same strings at the same weights, and no two arcs of a
// state have one symbol. Acyclic machines always have such a twin.
func TestDeterminize(t *testing.T) {
	done, refused := 0, 0
	for i, o := range moreKinds {
		o.Acceptor = true
		for seed := range uint64(100) {
			o := o
			o.Acyclic = o.Acyclic || o.Low < 0 || seed%2 == 0
			if seed%3 == 0 { // otherwise no arc weighs ∞, because RemoveEpsilon leaves those out
				o.Symbols, o.EpsilonIn, o.Dead = max(o.Symbols, 1), 0, 0.2
			}
			m := randomMachine(rand.New(rand.NewPCG(seed, uint64(i))), o)
			if o.EpsilonIn > 0 || o.Symbols == 0 {
				var err error
				m, err = RemoveEpsilon(m)
				require.NoError(t, err)
			}
			before := clone(m)
			got, err := Determinize(m, enoughStates)
			require.Equal(t, before, m)
			if errors.Is(err, ErrStateLimit) && !o.Acyclic {
				refused++
				continue
			}
			require.NoError(t, err)
			requireDeterministic(t, got)
			if o.Acyclic {
				require.Equal(t, pathsOf(m), pathsOf(got), "kind %d seed %d", i, seed)
			} else {
				require.Equal(t, relationOf(m, 6, 6), relationOf(got, 6, 6), "kind %d seed %d", i, seed)
			}
			again, err := Determinize(got, got.Len()) // all residuals are 0
			require.NoError(t, err)
			require.Equal(t, got, again)
			done++
		}
	}
	require.Greater(t, done, 1000)
	require.Greater(t, refused, 10)
}

func requireDeterministic(t *testing.T, m *Transducer) {
	for _, list := range m.arcs {
		for i, a := range list {
			require.Equal(t, a.In, a.Out)
			require.NotEqual(t, Epsilon, a.In)
			require.True(t, i == 0 || list[i-1].In < a.In, "arcs are in the order of symbols, one each")
		}
	}
}

// twoLoops reads 1* and then 2 or 3, at different prices for each 1: what the 1s
// cost is not known until they end.
func twoLoops(one, other Weight) *Transducer {
	m := &Transducer{}
	for range 4 {
		m.AddState()
	}
	m.SetStart(0)
	m.SetFinal(3, 0)
	m.Add(0, 1, 0, 1)
	m.Add(0, 1, 0, 2)
	m.Add(1, 1, one, 1)
	m.Add(2, 1, other, 2)
	m.Add(1, 2, 0, 3)
	m.Add(2, 3, 0, 3)
	return m
}

// The twins property (Mohri 1997): two states that one string leads
// to must have cycles of one string at one price.
func TestDeterminizeNeedsTwins(t *testing.T) {
	for _, limit := range []int{1, 10, 1000} {
		_, err := Determinize(twoLoops(1, 2), limit)
		require.ErrorIs(t, err, ErrStateLimit)
	}
	got, err := Determinize(twoLoops(1, 1), 3)
	require.NoError(t, err)
	require.Equal(t, 3, got.Len())
	require.Equal(t, relationOf(twoLoops(1, 1), 8, 8), relationOf(got, 8, 8))
}

func TestDeterminizeChecks(t *testing.T) {
	m := Linear(1, 2)
	m.Add(0, Epsilon, 0, 1)
	_, err := Determinize(m, 0)
	require.ErrorIs(t, err, ErrEpsilon)
	m = Linear(1, 2)
	m.AddArc(0, Arc{In: 1, Out: Epsilon, To: 1})
	_, err = Determinize(m, 0)
	require.ErrorIs(t, err, ErrNotAcceptor)
	m, err = Determinize(&Transducer{}, 1)
	require.NoError(t, err)
	require.Equal(t, &Transducer{}, m)
}

// Multiples of a quarter stay exact however long the path; a tenth is rounded, and so may be its
// residual.
func TestDeterminizeResidualsOfQuartersAreExact(t *testing.T) {
	const length = 1_000
	m := Linear()
	m.SetFinal(0, Zero())
	upper, lower := State(0), State(0)
	for range length {
		nextUpper, nextLower := m.AddState(), m.AddState()
		m.Add(upper, 1, 0.25, nextUpper)
		m.Add(lower, 1, 0.75, nextLower)
		upper, lower = nextUpper, nextLower
	}
	m.SetFinal(upper, 2*length)
	m.SetFinal(lower, 0)
	got, err := Determinize(m, length+1)
	require.NoError(t, err)
	require.Equal(t, length+1, got.Len())
	dist, err := DistancesTo(got)
	require.NoError(t, err)
	require.Equal(t, Weight(0.75*length), dist[0])
}

// TestSubsetsAreToldApart by their states and residuals.
func TestSubsetsAreToldApart(t *testing.T) {
	var known subsets
	all := []subset{{}, {{0, 0}}, {{1, 0}}, {{1, 0.1}, {7, 0}, {1 << 30, 1e300}}, {{1, 0.1}, {7, 0}}}
	for range 2 {
		for i, s := range all {
			require.Equal(t, State(i), known.of(s, One))
			require.Equal(t, s, known.sets[i])
		}
	}
}
