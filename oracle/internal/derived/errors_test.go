package derived_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/fsa"
	"parser/oracle/internal/derived"
)

// failures returns the errors of the three computations for a problem.
func failures(p derived.Problem, limit int) []error {
	recompute := &derived.Recompute{Problem: p, Limit: limit}
	_, precompute := derived.NewPrecompute(p, limit)
	_, compile := derived.Compile(p, limit)
	return []error{recompute.Values(make([]fsa.Weight, p.Actions+1)), precompute, compile}
}

// No admissible sequence has the length of gold, and the loss neither inserts nor deletes.
func TestNoSequence(t *testing.T) {
	p := derived.Tagging([]fsa.Symbol{1, 2}, 2)
	p.Factors[0].Gold = fsa.Linear(1, 2, 1)
	for i, err := range failures(p, 0)[1:] {
		require.ErrorIs(t, err, derived.ErrNoSequence, "computation %d", i+2)
	}
	values := make([]fsa.Weight, 3)
	require.NoError(t, (&derived.Recompute{Problem: p}).Values(values), "which never looks at the whole problem")
	require.Equal(t, []fsa.Weight{fsa.Zero(), fsa.Zero(), fsa.Zero()}, values)

	p.Admissible = &fsa.Transducer{}
	for i, err := range failures(p, 0)[1:] {
		require.ErrorIs(t, err, derived.ErrNoSequence, "computation %d", i+2)
	}
}

// A tree that no sequence of moves builds has no edit distance.
func TestEditDistanceNoSequence(t *testing.T) {
	_, err := derived.Compile(derived.EditDistance([]int32{0, 3, 0, 2}, false), 0) // 3 → 1 and 0 → 2 cross
	require.ErrorIs(t, err, derived.ErrNoSequence)
	_, err = derived.Compile(derived.EditDistance([]int32{0, 0, 0}, true), 0) // two words hang from ROOT
	require.ErrorIs(t, err, derived.ErrNoSequence)
	_, err = derived.Compile(derived.EditDistance([]int32{0, 0, 0}, false), 0)
	require.NoError(t, err)
}

// A sequence is dead after an impossible action.
func TestAdvanceToNowhere(t *testing.T) {
	for i, o := range oracles(t, derived.ArcHybrid([]int32{0, 2, 0}, true)) {
		values := make([]fsa.Weight, 4)
		require.NoError(t, o.Advance(derived.Left), "computation %d", i+1)
		require.NoError(t, o.Values(values))
		require.Equal(t, slices.Repeat([]fsa.Weight{fsa.Zero()}, 4), values, "computation %d", i+1)
		require.NoError(t, o.Reset())
		require.NoError(t, o.Values(values))
		require.Equal(t, []fsa.Weight{fsa.Zero(), 0, fsa.Zero(), fsa.Zero()}, values, "computation %d", i+1)
	}
}

// A symbol that is not an action is an error for the computations that look at the whole problem.
// Recompute never meets it: A_α reads actions only.
func TestNoAction(t *testing.T) {
	for _, o := range []fsa.Symbol{3, -1} {
		p := derived.Problem{
			Actions:    2,
			Admissible: fsa.Linear(1, o, 2),
			Factors:    []derived.Factor{{Loss: fsa.Linear(1, o, 2)}},
		}
		for i, err := range failures(p, 0)[1:] {
			require.ErrorIs(t, err, derived.ErrAction, "computation %d", i+2)
		}
	}
}

// The limit is on the states of T_c of each factor; exactly that many are allowed.
func TestStateLimit(t *testing.T) {
	p := derived.Tagging([]fsa.Symbol{1, 2, 1}, 2) // four states
	for i, err := range failures(p, 3) {
		require.ErrorIs(t, err, fsa.ErrStateLimit, "computation %d", i+1)
	}
	for i, err := range failures(p, 4)[1:] {
		require.NoError(t, err, "computation %d", i+2)
	}
	b := derived.Bracketing{Words: 3, Labels: 2, MaxOpens: 2, Gold: []derived.Span{{Label: 0, Start: 0, End: 3}}}
	factored, err := b.Factored()
	require.NoError(t, err)
	for i, err := range failures(factored, 10) {
		require.ErrorIs(t, err, fsa.ErrStateLimit, "computation %d", i+1)
	}
}

// A machine without end: symbols may be repeated and left out indefinitely.
func TestCycle(t *testing.T) {
	p := derived.Problem{
		Actions:    2,
		Admissible: anything(2),
		Factors:    []derived.Factor{{Loss: derived.Levenshtein(2), Gold: fsa.Linear(1, 2)}},
	}
	errs := failures(p, 0)
	require.NoError(t, errs[0])
	require.NoError(t, errs[1])
	require.ErrorIs(t, errs[2], fsa.ErrCyclic)
}

// Negative cycles have no least weight.
func TestNegativeCycle(t *testing.T) {
	reward := anything(1)
	reward.AddArc(reward.Start(), fsa.Arc{In: 1, Out: 1, Weight: -1, To: reward.Start()})
	p := derived.Problem{Actions: 1, Admissible: anything(1), Factors: []derived.Factor{{Loss: reward}}}
	for i, err := range failures(p, 0) {
		require.Error(t, err, "computation %d", i+1)
	}
	require.ErrorIs(t, failures(p, 0)[0], fsa.ErrNegativeCycle)
	require.ErrorIs(t, failures(p, 0)[1], fsa.ErrNegativeCycle)
	require.ErrorIs(t, failures(p, 0)[2], fsa.ErrCyclic)
}

// Weights outside the semiring have no minimum.
func TestWeightOutsideSemiring(t *testing.T) {
	for _, bad := range []fsa.Weight{fsa.Weight(math.NaN()), fsa.Weight(math.Inf(-1))} {
		arc, end := fsa.Linear(1), fsa.Linear(1)
		arc.Add(0, 1, bad, 1)
		end.SetFinal(1, bad)
		for _, loss := range []*fsa.Transducer{arc, end} {
			p := derived.Problem{Actions: 1, Admissible: fsa.Linear(1), Factors: []derived.Factor{{Loss: loss}}}
			for i, err := range failures(p, 0) {
				require.ErrorIs(t, err, fsa.ErrWeight, "computation %d", i+1)
			}
		}
	}
}

// The paper's gold automaton has a state for each set of brackets over the same
// words, the factored one a byte for each bracket with the same start.
func TestTooLarge(t *testing.T) {
	brackets := func(count int) *derived.Bracketing {
		b := &derived.Bracketing{Words: 3, Labels: 1, MaxOpens: 2}
		for range count {
			b.Gold = append(b.Gold, derived.Span{Start: 1, End: 3})
		}
		return b
	}
	for _, w := range []derived.BracketWeights{derived.PaperWeights(), derived.CorrectedWeights()} {
		_, err := brackets(10).Problem(w)
		require.NoError(t, err)
		_, err = brackets(11).Problem(w)
		require.ErrorIs(t, err, derived.ErrTooLarge)
		require.ErrorContains(t, err, "11 brackets over the words 2 to 3")
	}
	_, err := derived.NewDeepening(*brackets(11), derived.PaperWeights(), 0)
	require.ErrorIs(t, err, derived.ErrTooLarge)
	tables, whole := derived.NewBracketTables(2), derived.Span{Start: 0, End: 3}
	require.NoError(t, tables.Start(append([]derived.Span{whole}, brackets(255).Gold...), 3, 1))
	require.ErrorIs(t, tables.Start(append([]derived.Span{whole}, brackets(256).Gold...), 3, 1), derived.ErrTooLarge)
	require.ErrorIs(t, tables.Start(brackets(1).Gold, 3, 1), derived.ErrNoSequence, "no bracket around all")
	_, err = brackets(255).Factored()
	require.NoError(t, err)
	_, err = brackets(256).Factored()
	require.ErrorIs(t, err, derived.ErrTooLarge)
	require.ErrorContains(t, err, "256 brackets start at word 2")
}
