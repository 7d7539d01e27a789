package problems

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// Pushing by formula gives what a search finds: after all sequences up to some length, and some
// longer ones, all symbols cost what the table of the automaton before pushing says, in which only
// the state without an open bracket is final.
func TestStartFamilyIsPushed(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 3))
	for range 150 {
		gold := make([]string, r.IntN(4))
		for i := range gold {
			for range 1 + r.IntN(3) {
				gold[i] += string(r.Int32N(2))
			}
		}
		opens, root := r.Int32N(6), r.IntN(2) == 0
		name := fmt.Sprintf("gold %q, %d opens, root: %v", gold, opens, root)
		f, err := newStartFamily(gold, 2, opens, root)
		symbols := f.openOwn(f.labels)
		searched, searchErr := fsa.NewPushed(f.searched(), int(symbols), 0)
		require.NoError(t, searchErr, name)
		if searched.Value().IsZero() {
			require.ErrorIs(t, err, derived.ErrNoSequence, name)
			continue
		}
		require.NoError(t, err, name)
		for range 30 {
			requireSameSteps(t, r, searched, f.table, symbols, name)
		}
	}
}

// searched is the automaton before pushing.
func (f *startFamily) searched() fsa.Machine {
	final := func(q guess) fsa.Weight { return only(q == done()) }
	return fsa.NewLazy(guess{}, final, func(q guess, arc func(in, out fsa.Symbol, w fsa.Weight, to guess)) {
		f.expand(q, func(o fsa.Symbol, w fsa.Weight, to guess) { arc(o, o, w, to) })
	})
}

// requireSameSteps compares two tables along a random sequence.
func requireSameSteps(t *testing.T, r *rand.Rand, want, got *fsa.Pushed, symbols fsa.Symbol, name string) {
	t.Helper()
	var taken []fsa.Symbol
	for p, q := fsa.State(0), fsa.State(0); len(taken) < 30; {
		var next []fsa.Symbol
		for o := fsa.Symbol(1); o <= symbols; o++ {
			require.Equal(t, want.Weight(p, o), got.Weight(q, o), "%s: %d after %v", name, o, taken)
			if !want.Weight(p, o).IsZero() {
				next = append(next, o)
			}
		}
		require.Equal(t, want.Over(p), got.Over(q), "%s: after %v", name, taken)
		if len(next) == 0 {
			break
		}
		o := next[r.IntN(len(next))]
		if cheap := slices.DeleteFunc(slices.Clone(next), func(o fsa.Symbol) bool { return want.Weight(p, o) > 0 }); len(cheap) > 0 && r.IntN(2) == 0 {
			o = cheap[r.IntN(len(cheap))]
		}
		p, q, taken = want.Next(p, o), got.Next(q, o), append(taken, o)
	}
	require.NoError(t, want.Err(), name)
	require.NoError(t, got.Err(), name)
}
