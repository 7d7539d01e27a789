package derived_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/testdata/testkit/derivedtest"
)

// failures returns the errors of the computations for a problem, when they are made or first asked.
func failures(p derived.Problem, limit int) (errs []error) {
	for _, computation := range []func(derived.Problem, int) (derived.Oracle, error){
		derived.Recompute, derived.Precompute, derived.Compile, derived.Search,
	} {
		o, err := computation(p, limit)
		if err == nil {
			err = o.Values(make([]fsa.Weight, p.Actions+1))
		}
		errs = append(errs, err)
	}
	return errs
}

// requireFailures wants an error of each computation; nil means none.
func requireFailures(t *testing.T, p derived.Problem, limit int, want ...error) {
	t.Helper()
	for i, err := range failures(p, limit) {
		if want[i] == nil {
			require.NoError(t, err, "computation %d", i+1)
			continue
		}
		require.ErrorIs(t, err, want[i], "computation %d", i+1)
	}
}

// No admissible sequence has the length of gold, and the loss neither inserts nor deletes. Recompute never
// looks at the whole problem.
func TestNoSequence(t *testing.T) {
	p := tagging([]fsa.Symbol{1, 2}, 2)
	p.Factors[0].Gold = fsa.Linear(1, 2, 1)
	requireFailures(t, p, 0, nil, derived.ErrNoSequence, derived.ErrNoSequence, derived.ErrNoSequence)
	o, err := derived.Recompute(p, 0)
	require.NoError(t, err)
	values := make([]fsa.Weight, 3)
	require.NoError(t, o.Values(values))
	require.Equal(t, []fsa.Weight{fsa.Zero(), fsa.Zero(), fsa.Zero()}, values)

	p.Admissible = &fsa.Transducer{}
	requireFailures(t, p, 0, nil, derived.ErrNoSequence, derived.ErrNoSequence, derived.ErrNoSequence)
}

// A problem lacks a machine.
func TestIncomplete(t *testing.T) {
	whole := tagging([]fsa.Symbol{1, 2}, 2)
	for want, spoil := range map[string]func(*derived.Problem){
		"problem has 0 actions and 0 commitments":          func(p *derived.Problem) { p.Actions = 0 },
		"problem has 2 actions and -1 commitments":         func(p *derived.Problem) { p.Commitments = -1 },
		"problem has no automaton of admissible sequences": func(p *derived.Problem) { p.Admissible = nil },
		"problem has no factor of the loss":                func(p *derived.Problem) { p.Factors = nil },
		"factor 2 of the loss has no transducer":           func(p *derived.Problem) { p.Factors = append(p.Factors[:1:1], derived.Factor{}) },
	} {
		p := whole
		spoil(&p)
		for i, err := range failures(p, 0) {
			require.EqualError(t, err, want, "computation %d", i+1)
		}
	}
}

// A sequence is dead after an action that is not admissible.
func TestAdvanceToNowhere(t *testing.T) {
	p := tagging([]fsa.Symbol{1, 2}, 2)
	p.Actions = 3 // the third is never admissible
	for i, o := range derivedtest.Oracles(t, p, false) {
		values := make([]fsa.Weight, 4)
		require.NoError(t, o.Advance(3), "computation %d", i+1)
		require.NoError(t, o.Values(values))
		require.Equal(t, slices.Repeat([]fsa.Weight{fsa.Zero()}, 4), values, "computation %d", i+1)
		require.NoError(t, o.Advance(1), "computation %d", i+1)
		require.NoError(t, o.Values(values))
		require.Equal(t, slices.Repeat([]fsa.Weight{fsa.Zero()}, 4), values, "computation %d", i+1)
		require.NoError(t, o.Reset())
		require.NoError(t, o.Values(values))
		require.Equal(t, []fsa.Weight{fsa.Zero(), 0, 1, fsa.Zero()}, values, "computation %d", i+1)
	}
}

// A symbol that is not an action is an error, whether an automaton reads it or a caller takes it; and so is an arc
// of the admissible sequences that writes something else than it reads.
func TestNoAction(t *testing.T) {
	for _, o := range []fsa.Symbol{3, -1} {
		p := derived.Problem{
			Actions:    2,
			Admissible: fsa.Linear(1, o, 2),
			Factors:    []derived.Factor{{Loss: fsa.Linear(1, o, 2)}},
		}
		for i, err := range failures(p, 0) {
			if i > 0 { // Recompute never meets it: A_α reads actions only
				require.ErrorContains(t, err, fmt.Sprintf("symbol %d is not an action: from state 1", o), "computation %d", i+1)
			}
		}
	}
	p := tagging([]fsa.Symbol{1, 2}, 2)
	for i, oracle := range derivedtest.Oracles(t, p, false) {
		for _, o := range []fsa.Symbol{0, 3, -1} {
			require.EqualError(t, oracle.Advance(o), fmt.Sprintf("symbol %d is not an action", o), "computation %d", i+1)
		}
	}
	p.Admissible.(*fsa.Transducer).AddArc(1, fsa.Arc{In: 1, Out: 2, To: 2})
	requireFailures(t, p, 0, fsa.ErrNotAcceptor, fsa.ErrNotAcceptor, fsa.ErrNotAcceptor, fsa.ErrNotAcceptor)
}

// The limit is on the states of T_c of each factor, or of one search; exactly that many are allowed.
func TestStateLimit(t *testing.T) {
	limit := fsa.ErrStateLimit
	p := tagging([]fsa.Symbol{1, 2, 1}, 2) // four states
	requireFailures(t, p, 3, limit, limit, limit, limit)
	requireFailures(t, p, 4, nil, nil, nil, nil)
}

// A machine without end: symbols may be repeated and left out indefinitely.
func TestCycle(t *testing.T) {
	p := derived.Problem{
		Actions:    2,
		Admissible: anything(2),
		Factors:    []derived.Factor{{Loss: derived.Levenshtein(2), Gold: fsa.Linear(1, 2)}},
	}
	requireFailures(t, p, 0, nil, nil, nil, nil)
}

// Negative cycles have no least weight, and a search accepts no negative weight.
func TestNegativeCycle(t *testing.T) {
	reward := anything(1)
	reward.AddArc(reward.Start(), fsa.Arc{In: 1, Out: 1, Weight: -1, To: reward.Start()})
	p := derived.Problem{Actions: 1, Admissible: anything(1), Factors: []derived.Factor{{Loss: reward}}}
	requireFailures(t, p, 0, fsa.ErrNegativeCycle, fsa.ErrNegativeCycle, fsa.ErrNegativeCycle, fsa.ErrNegative)
}

// Weights outside the semiring have no minimum.
func TestWeightOutsideSemiring(t *testing.T) {
	for _, bad := range []fsa.Weight{fsa.Weight(math.NaN()), fsa.Weight(math.Inf(-1))} {
		arc, end := fsa.Linear(1), fsa.Linear(1)
		arc.Add(0, 1, bad, 1)
		end.SetFinal(1, bad)
		for _, loss := range []*fsa.Transducer{arc, end} {
			p := derived.Problem{Actions: 1, Admissible: fsa.Linear(1), Factors: []derived.Factor{{Loss: loss}}}
			requireFailures(t, p, 0, fsa.ErrWeight, fsa.ErrWeight, fsa.ErrWeight, fsa.ErrWeight)
		}
	}
}
