package problems_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
)

// TestDeepeningEqualsNoBound: along random sequences, which open far more brackets than gold has,
// the values are those of the machine without a bound.
func TestDeepeningEqualsNoBound(t *testing.T) {
	golds := [][]problems.Span{
		{{Label: 0, Start: 0, End: 3}},
		{{Label: 0, Start: 0, End: 3}, {Label: 1, Start: 0, End: 2}, {Label: 1, Start: 2, End: 3}},
		{{Label: 1, Start: 0, End: 4}, {Label: 0, Start: 1, End: 4}, {Label: 0, Start: 1, End: 4}, {Label: 1, Start: 2, End: 4}},
	}
	r := rand.New(rand.NewPCG(3, 1))
	deepest := 0
	for _, gold := range golds {
		for _, w := range []problems.BracketWeights{problems.PaperWeights(), problems.CorrectedWeights()} {
			b := problems.Bracketing{Gold: gold, Words: gold[0].End, Labels: 2, MaxOpens: 3}
			p, err := b.Problem(w)
			require.NoError(t, err)
			free, err := derived.Compile(p, 0)
			require.NoError(t, err)
			deep, err := problems.NewDeepening(b, w, 0)
			require.NoError(t, err)
			for range 50 {
				deepest = max(deepest, walkBoth(t, r, free, deep, p.Actions))
			}
		}
	}
	require.Greater(t, deepest, 7)
}

// walkBoth compares two oracles along a random sequence and returns how deep it went.
func walkBoth(t *testing.T, r *rand.Rand, a, b derived.Oracle, actions int) int {
	require.NoError(t, a.Reset())
	require.NoError(t, b.Reset())
	want, got := make([]fsa.Weight, actions+1), make([]fsa.Weight, actions+1)
	for depth, deepest := 0, 0; ; {
		require.NoError(t, a.Values(want))
		require.NoError(t, b.Values(got))
		require.Equal(t, want, got)
		if !want[0].IsZero() {
			return deepest
		}
		o := fsa.Symbol(1 + r.IntN(actions))
		for want[o].IsZero() || o == problems.Close && r.IntN(2) == 0 && !want[problems.Word].IsZero() {
			o = fsa.Symbol(1 + r.IntN(actions))
		}
		switch {
		case o == problems.Close:
			depth--
		case o > problems.Close:
			depth++
		}
		deepest = max(deepest, depth)
		require.NoError(t, a.Advance(o))
		require.NoError(t, b.Advance(o))
	}
}

// TestDeepeningStateLimit: a machine may be small enough at first, and then grow.
func TestDeepeningStateLimit(t *testing.T) {
	b := problems.Bracketing{Gold: []problems.Span{{Label: 0, Start: 0, End: 5}}, Words: 5, Labels: 1, MaxOpens: 9}
	const states = 100
	_, err := problems.NewDeepening(b, problems.CorrectedWeights(), states/10)
	require.ErrorIs(t, err, fsa.ErrStateLimit)
	d, err := problems.NewDeepening(b, problems.CorrectedWeights(), states)
	require.NoError(t, err)
	depth := 0
	for ; err == nil && depth < 9; depth++ {
		err = d.Advance(problems.OpenLabel(0))
	}
	require.ErrorIs(t, err, fsa.ErrStateLimit)
	require.Greater(t, depth, 1)
}
