package fsa

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// countdown has a state for each number: it reads 1 to go to half of it, 2 to go to
// one less, and ends in 0.
func countdown(from int, expansions map[int]int) *Lazy[int] {
	final := func(n int) Weight {
		if n == 0 {
			return One
		}
		return Zero()
	}
	return NewLazy(from, final, func(n int, arc func(in, out Symbol, w Weight, to int)) {
		expansions[n]++
		if n > 0 {
			arc(1, 1, 3, n/2)
			arc(2, 2, 1, n-1)
		}
	})
}

func TestLazyExpandsOnceWhatIsAskedFor(t *testing.T) {
	expansions := map[int]int{}
	m := countdown(8, expansions)
	start := m.Start()
	require.Equal(t, start, m.Start())
	require.Empty(t, expansions)
	arcs := m.Arcs(start)
	require.Equal(t, []Arc{{1, 1, 3, 1}, {2, 2, 1, 2}}, arcs, "numbers follow the order of first sight")

	w, err := Of(m, []Symbol{1, 1, 2, 1})
	require.NoError(t, err)
	require.Equal(t, Weight(10), w, "8, 4, 2, 1, 0")
	table, err := Expand(m, 9)
	require.NoError(t, err)
	require.Equal(t, 9, table.Len())
	for n := range 9 {
		require.Equal(t, 1, expansions[n])
	}
	require.Equal(t, []Arc{{1, 1, 3, 1}, {2, 2, 1, 2}}, arcs, "arcs stay valid")
}

// Without the limit, a machine of endless states would be made forever.
func TestExpandStopsAtTheLimit(t *testing.T) {
	endless := NewLazy(0, func(int) Weight { return Zero() }, func(n int, arc func(in, out Symbol, w Weight, to int)) {
		arc(1, 1, One, n+1)
	})
	_, err := Expand(endless, 1000)
	require.ErrorIs(t, err, ErrStateLimit)
	require.ErrorContains(t, err, "1000")
	_, err = Intersect(Linear(1, 1), Linear(1, 1), 2)
	require.ErrorIs(t, err, ErrStateLimit)
}

func TestZeroTransducerIsEmptyAndGrows(t *testing.T) {
	var m Transducer
	require.Equal(t, NoState, m.Start())
	require.Zero(t, m.Len())
	empty, err := Expand(&m, 0)
	require.NoError(t, err)
	require.Equal(t, &Transducer{}, empty)
	q := m.AddState()
	require.True(t, m.Final(q).IsZero())
	require.Equal(t, NoState, m.Start())
	m.SetStart(q)
	m.Add(q, 1, 2, m.AddState())
	require.Equal(t, q, m.Start())
	states, arcs := m.Size()
	require.Equal(t, [2]int{2, 1}, [2]int{states, arcs})
	require.Equal(t, []Arc{{1, 1, 2, 1}}, m.Arcs(q))
}
