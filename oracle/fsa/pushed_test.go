package fsa

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPushedWeighsAsTheMachine: each string has the same weight, and from each state some
// continuation costs nothing, whether distances are given or searched.
func TestPushedWeighsAsTheMachine(t *testing.T) {
	const symbols = 2
	done := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 9))
		m := randomMachine(r, randomOptions{States: 5, Arcs: 2, Symbols: symbols, EpsilonIn: 0.2, High: 6, Acyclic: seed%2 == 0})
		toEnd, err := DistancesTo(m)
		require.NoError(t, err)
		searched, err := NewPushed(m, symbols, 0)
		require.NoError(t, err)
		given, err := NewPushedFrom(m, toEnd, symbols)
		require.NoError(t, err)
		if searched.Value().IsZero() {
			require.Equal(t, Zero(), given.Value())
			continue
		}
		done++
		for range 10 {
			requireWeighsAs(t, r, m, searched, symbols)
			requireWeighsAs(t, r, m, given, symbols)
		}
	}
	require.Greater(t, done, 100)
}

func requireWeighsAs(t *testing.T, r *rand.Rand, m *Transducer, p *Pushed, symbols int) {
	t.Helper()
	q, weight := State(0), p.Value()
	for word := []Symbol{}; len(word) < 6; {
		want, err := Of(m, word)
		require.NoError(t, err)
		require.Equal(t, want, weight.Times(p.Final(q)), "%v", word)
		x := Symbol(1 + r.IntN(symbols))
		if q != NoState {
			least := p.Final(q)
			for y := Symbol(1); int(y) <= symbols; y++ {
				least = least.Plus(p.Weight(q, y))
			}
			require.Zero(t, least, "%v", word)
		}
		weight, q, word = weight.Times(p.Weight(q, x)), p.Next(q, x), append(word, x)
	}
	require.NoError(t, p.Err())
}

// TestPushedOfInfinitelyManyStates: a search that finds no end stops at the limit.
func TestPushedOfInfinitelyManyStates(t *testing.T) {
	count := func(final func(int) Weight) Machine {
		return NewLazy(0, final, func(q int, arc func(in, out Symbol, w Weight, to int)) {
			arc(1, 1, 0.5, q+1)
			if q > 0 {
				arc(2, 2, 1, q-1)
			}
		})
	}
	_, err := NewPushed(count(func(int) Weight { return Zero() }), 2, 100)
	require.ErrorIs(t, err, ErrStateLimit)
	pushed, err := NewPushed(count(func(q int) Weight { return Weight(q) }), 2, 1000)
	require.NoError(t, err)
	require.Equal(t, Weight(1.5), pushed.Weight(0, 1), "each 1 costs, and is to be taken back, or to be paid at the end")
	require.Equal(t, Zero(), pushed.Weight(0, 2))
	up := pushed.Next(0, 1)
	require.Equal(t, One, pushed.Weight(up, 2))
	require.Equal(t, State(0), pushed.Next(up, 2))
	require.NoError(t, pushed.Err())
	_, err = NewPushed(NewLazy(0, func(int) Weight { return 0 }, func(q int, arc func(in, out Symbol, w Weight, to int)) {
		arc(Epsilon, Epsilon, -1, q+1)
	}), 1, 10)
	require.ErrorIs(t, err, ErrNegative)
}

// TestPushedOfDeepStack: a stack may be deeper than a search may go, because each height only
// searches to the one below.
func TestPushedOfDeepStack(t *testing.T) {
	stack := NewLazy(0, func(q int) Weight { return Weight(q) }, func(q int, arc func(in, out Symbol, w Weight, to int)) {
		arc(1, 1, One, q+1)
		if q > 0 {
			arc(2, 2, One, q-1)
		}
	})
	pushed, err := NewPushed(stack, 2, 10)
	require.NoError(t, err)
	at := State(0)
	for range 1000 {
		require.Zero(t, pushed.Weight(at, 1))
		at = pushed.Next(at, 1)
	}
	for range 1000 {
		require.Zero(t, pushed.Weight(at, 2))
		at = pushed.Next(at, 2)
	}
	require.NoError(t, pushed.Err())
	require.Zero(t, at)
}

// TestPushedOfDeadEnds: a machine that reads nothing, or never ends, has no best string; nothing
// follows a symbol that cannot be read.
func TestPushedOfDeadEnds(t *testing.T) {
	endless := Linear(1)
	endless.SetFinal(1, Zero())
	for _, m := range []*Transducer{{}, endless} {
		p, err := NewPushed(m, 1, 0)
		require.NoError(t, err)
		require.Equal(t, Zero(), p.Value())
	}
	pushed, err := NewPushed(Linear(1), 2, 0)
	require.NoError(t, err)
	require.Zero(t, pushed.Weight(0, 1))
	nowhere := pushed.Next(0, 2)
	for range 3 {
		require.Equal(t, Zero(), pushed.Weight(nowhere, 1))
		nowhere = pushed.Next(nowhere, 1)
	}
	require.NoError(t, pushed.Err())
}

// TestPushedRefusesWeights with which the nearest state need not be the next to visit.
func TestPushedRefusesWeights(t *testing.T) {
	for want, weights := range map[error][]Weight{
		ErrNegative: {-1},
		ErrWeight:   {Weight(math.NaN()), Weight(math.Inf(-1))},
	} {
		for _, w := range weights {
			arc, end := Linear(1), Linear(1)
			arc.Add(0, 1, w, 1)
			end.SetFinal(1, w)
			for _, m := range []*Transducer{arc, end} {
				_, err := NewPushed(m, 1, 0)
				require.ErrorIs(t, err, want)
			}
		}
	}
}
