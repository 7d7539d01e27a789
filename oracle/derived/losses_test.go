package derived_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/testdata/testkit/derivedtest"
)

// Losses has each admissible sequence once, at the sum of what the factors say about it, which enumeration says as well;
// and no value of an oracle exceeds what Losses says is true.
func TestLosses(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	problems, sequences, strict := 0, 0, 0
	for problems < 300 {
		p := randomProblem(r)
		o, err := derived.Compile(p, 0)
		if err != nil {
			continue // no sequence, or a cycle of insertions where gold is not given
		}
		losses, err := derived.Losses(p, 0)
		w := derivedtest.WriteDown(t, p)
		sums := w.Losses()
		if err != nil {
			require.ErrorIs(t, err, derived.ErrNoSequence, "each factor has one, but they have none together")
			for _, sum := range sums {
				require.True(t, sum.IsZero())
			}
			continue
		}
		problems++
		for i, word := range w.Words {
			loss, err := fsa.Of(losses, word)
			require.NoError(t, err)
			require.Equal(t, sums[i], loss, "%v", word)
			sequences++
		}
		l, _ := derivedtest.Written(losses, p.Actions)
		require.LessOrEqual(t, len(l.Words), len(w.Words))
		values, truth := w.Scratch(), derivedtest.NewTwin(w.Language, sums)
		require.NoError(t, o.Values(values))
		for a, v := range truth.Values(truth.Scratch(), &w.Prefixes[0]) {
			require.LessOrEqual(t, values[a], v)
			if values[a] < v {
				strict++
			}
		}
	}
	require.Greater(t, sequences, 800)
	require.Positive(t, strict, "some factors are not decomposable")
}

func TestLossesErrors(t *testing.T) {
	_, err := derived.Losses(derived.Problem{Actions: 1}, 0)
	require.ErrorContains(t, err, "no automaton of admissible sequences")
	p := tagging([]fsa.Symbol{1, 2, 1}, 2)
	_, err = derived.Losses(p, 3)
	require.ErrorIs(t, err, fsa.ErrStateLimit)
	p.Factors = append(p.Factors, derived.Factor{Loss: derived.Hamming(3), Gold: fsa.Linear(1)})
	_, err = derived.Losses(p, 0)
	require.ErrorIs(t, err, derived.ErrNoSequence)
}
