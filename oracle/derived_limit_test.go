package oracle

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/oracle/internal/problems"
	"parser/transition"
)

// flat is the gold tree of n words under one bracket.
func flat(n int32) *Gold { return &Gold{Spans: []Span{{Label: 0, Start: 0, End: n}}} }

// of binds an oracle to a system.
func of(s transition.System, o unnamed) Oracle {
	o.be("", s)
	return o
}

// TestTooManyStates: a sentence that is too long fails when it starts.
func TestTooManyStates(t *testing.T) {
	edit := of(transition.ArcHybrid{}, overEdits(100))
	require.NoError(t, edit.Start(&Gold{Heads: []int32{-1, 0, 1}, Labels: []int32{-1, 0, 0}}))
	err := edit.Start(&Gold{Heads: []int32{-1, 0, 1, 2, 3, 4}, Labels: make([]int32, 6)})
	require.ErrorIs(t, err, ErrTooLong)
	require.ErrorIs(t, err, fsa.ErrStateLimit)
	for _, weights := range []problems.BracketWeights{problems.CorrectedWeights(), problems.PaperWeights()} {
		o := of(transition.Bracket{MaxOpens: 2}, overBrackets(weights, 100))
		require.NoError(t, o.Start(flat(2)))
		require.ErrorIs(t, o.Start(flat(50)), ErrTooLong)
	}
}

// TestTooManyStatesOnTheWay: a parse that goes deeper than the machine can grow ends with an error,
// which lasts until the next sentence.
func TestTooManyStatesOnTheWay(t *testing.T) {
	s := transition.Bracket{MaxOpens: 2}
	o := of(s, overBrackets(problems.CorrectedWeights(), 100))
	for range 2 {
		require.NoError(t, o.Start(flat(6)))
		var c transition.Config
		var costs Costs
		failed := 0
		for s.Start(&c, 6); !s.Terminal(&c); {
			err := o.Moves(&costs, &c, s.Legal(&c))
			require.False(t, failed > 0 && err == nil)
			if err != nil {
				failed++
				require.ErrorIs(t, err, ErrTooLong)
				var labels LabelCosts
				require.Equal(t, err, o.Labels(&labels, &c, transition.Open))
				require.Equal(t, err, o.Labels(&labels, &c, transition.Shift))
			}
			for _, m := range []transition.Move{transition.Open, transition.Shift, transition.Close} {
				if s.Legal(&c).Has(m) {
					s.Apply(&c, m, 0)
					break
				}
			}
		}
		require.Greater(t, failed, 5)
	}
	require.NoError(t, o.Start(flat(2)))
	var c transition.Config
	s.Start(&c, 2)
	require.NoError(t, o.Moves(&Costs{}, &c, s.Legal(&c)))
}

// broken is an engine that fails at the second action and counts calls from then on.
type broken struct{ taken, after int }

func (b *broken) Reset() error { b.after += b.taken / 2; b.taken = 0; return nil }

func (b *broken) Values(dst []fsa.Weight) error {
	b.after += b.taken / 2
	for i := range dst {
		dst[i] = fsa.Weight(i)
	}
	return nil
}

var errBroken = errors.New("broken")

func (b *broken) Advance(fsa.Symbol) error {
	b.after += b.taken / 2
	if b.taken++; b.taken == 2 {
		return errBroken
	}
	return nil
}

// TestFailedEngineIsNotAskedAgain, whatever steps follow.
func TestFailedEngineIsNotAskedAgain(t *testing.T) {
	var engine broken
	prepare := func(*automata, *Gold) (derived.Oracle, error) { return &engine, nil }
	f := automata{prepare: prepare}
	f.be("", transition.ArcHybrid{})
	require.NoError(t, f.Start(&Gold{Heads: []int32{-1, 0}, Labels: []int32{-1, 0}}))
	shift := transition.Step{Move: transition.Shift, Label: transition.None}
	require.NoError(t, f.follow([]transition.Step{shift}))
	require.NotZero(t, f.values[1])
	require.Equal(t, errBroken, f.follow([]transition.Step{shift, shift, shift}))
	require.Equal(t, errBroken, f.follow(nil))
	require.Equal(t, errBroken, f.follow([]transition.Step{shift}))
	require.Zero(t, engine.after)
}
