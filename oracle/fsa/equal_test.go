package fsa

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSampleDrawsAcceptedPairs(t *testing.T) {
	const longest = 6
	for i, o := range kinds {
		for seed := range uint64(40) {
			m := randomMachine(rand.New(rand.NewPCG(seed, 8)), o)
			pairs := Sample(m, rand.New(rand.NewPCG(seed, 9)), 10, longest)
			require.Equal(t, pairs, Sample(m, rand.New(rand.NewPCG(seed, 9)), 10, longest), "a seed gives the same pairs")
			shortest := m.Len() // no path needs that many arcs
			if pairs == nil {
				require.Empty(t, relationOf(m, shortest, shortest), "kind %d seed %d", i, seed)
				continue
			}
			require.Len(t, pairs, 10)
			for _, p := range pairs {
				require.LessOrEqual(t, max(len(p.In), len(p.Out)), longest)
				w, err := OfPair(m, p.In, p.Out)
				require.NoError(t, err)
				require.False(t, w.IsZero(), "kind %d seed %d %v", i, seed, p)
			}
		}
	}
}

// Every accepted pair is drawn sooner or later, and only those on paths within maxLen.
func TestSampleMissesNothing(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 10))
		o := kinds[r.IntN(len(kinds))]
		o.States, o.Acyclic = 4, true
		m := randomMachine(r, o)
		want, got := map[pair]bool{}, map[pair]bool{}
		for p := range pathsOf(m) {
			want[p] = true
		}
		for _, p := range Sample(m, r, 2000, m.Len()) {
			got[pair{bytesOf(p.In...), bytesOf(p.Out...)}] = true
		}
		require.Equal(t, want, got, "seed %d", seed)
	}
	words := Words([]Symbol{1}, []Symbol{1, 2}, []Symbol{1, 2, 3})
	r := rand.New(rand.NewPCG(1, 10))
	require.Nil(t, Sample(words, r, 5, 0))
	longest := 0
	for _, p := range Sample(words, r, 50, 2) {
		longest = max(longest, len(p.In))
	}
	require.Equal(t, 2, longest)
}

func TestEqualOn(t *testing.T) {
	differ := 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 11))
		o := kinds[r.IntN(len(kinds))]
		o.States, o.Acyclic = 4, true
		a, b := randomMachine(r, o), randomMachine(r, o)
		same := Union(a, a)
		samples := append(Sample(a, r, 300, 6), Sample(b, r, 300, 6)...)
		require.NoError(t, EqualOn(a, same, samples))
		if pathsEqual(a, b) {
			require.NoError(t, EqualOn(a, b, samples))
			continue
		}
		differ++
		require.ErrorIs(t, EqualOn(a, b, samples), ErrDifferent, "seed %d", seed)
		require.ErrorIs(t, EqualOn(b, a, samples), ErrDifferent, "seed %d", seed)
	}
	require.Greater(t, differ, 100)
}

func pathsEqual(a, b Machine) bool {
	v, w := pathsOf(a), pathsOf(b)
	for p := range v {
		if other, ok := w[p]; !ok || other != v[p] {
			return false
		}
	}
	return len(v) == len(w)
}

func TestEqualOnShowsTheFirstDifference(t *testing.T) {
	a, b := Words([]Symbol{1}, []Symbol{1, 2}), Words([]Symbol{1}, []Symbol{1, 2}, []Symbol{3})
	b.SetFinal(2, 0.5)
	word := func(symbols ...Symbol) Pair { return Pair{symbols, symbols} }
	err := EqualOn(a, b, []Pair{word(1), word(1, 2), word(3)})
	require.EqualError(t, err, "machines differ: 0 and 0.5 at [1 2]:[1 2]")
	require.NoError(t, EqualOn(a, b, []Pair{word(1), word(2)}))
	require.EqualError(t, EqualOn(a, b, []Pair{word(3)}), "machines differ: +Inf and 0 at [3]:[3]")
	b.Add(0, Epsilon, -1, 0)
	require.ErrorIs(t, EqualOn(a, b, []Pair{word(1)}), ErrNegativeCycle)
	require.ErrorIs(t, EqualOn(b, a, []Pair{word(1)}), ErrNegativeCycle)
}
