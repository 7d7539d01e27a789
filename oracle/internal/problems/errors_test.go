package problems_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/internal/problems"
	"parser/transition"
)

// A tree that no sequence of moves builds has no edit distance.
func TestEditDistanceNoSequence(t *testing.T) {
	many := transition.ArcHybrid{Roots: transition.MultiRoot}
	_, err := derived.Compile(problems.EditDistance(many, []int32{0, 3, 0, 2}), 0) // 3 → 1 and 0 → 2 cross
	require.ErrorIs(t, err, derived.ErrNoSequence)
	_, err = derived.Compile(problems.EditDistance(transition.ArcHybrid{}, []int32{0, 0, 0}), 0) // two words hang from ROOT
	require.ErrorIs(t, err, derived.ErrNoSequence)
	_, err = derived.Compile(problems.EditDistance(many, []int32{0, 0, 0}), 0)
	require.NoError(t, err)
}

// The paper's gold automaton has a state for each set of brackets over the same
// words, the factored one a byte for each bracket with the same start.
func TestTooLarge(t *testing.T) {
	brackets := func(count int) *problems.Bracketing {
		b := &problems.Bracketing{Words: 3, Labels: 1, MaxOpens: 2}
		for range count {
			b.Gold = append(b.Gold, problems.Span{Start: 1, End: 3})
		}
		return b
	}
	for _, w := range []problems.BracketWeights{problems.PaperWeights(), problems.CorrectedWeights()} {
		_, err := brackets(10).Problem(w)
		require.NoError(t, err)
		_, err = brackets(11).Problem(w)
		require.ErrorIs(t, err, problems.ErrTooLarge)
		require.ErrorContains(t, err, "11 brackets over the words 2 to 3")
	}
	_, err := problems.NewDeepening(*brackets(11), problems.PaperWeights(), 0)
	require.ErrorIs(t, err, problems.ErrTooLarge)
	tables, whole := problems.NewBracketTables(2), problems.Span{Start: 0, End: 3}
	require.NoError(t, tables.Start(append([]problems.Span{whole}, brackets(255).Gold...), 3, 1))
	require.ErrorIs(t, tables.Start(append([]problems.Span{whole}, brackets(256).Gold...), 3, 1), problems.ErrTooLarge)
	require.ErrorIs(t, tables.Start(brackets(1).Gold, 3, 1), derived.ErrNoSequence, "no bracket around all")
	_, err = brackets(255).Factored()
	require.NoError(t, err)
	_, err = brackets(256).Factored()
	require.ErrorIs(t, err, problems.ErrTooLarge)
	require.ErrorContains(t, err, "256 brackets start at word 2")
}
