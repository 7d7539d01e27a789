package derived_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/testdata/testkit/derivedtest"
)

// randomProblem draws automata with few states. Neither the admissible sequences
// nor gold's have cycles, and the transducer reads or writes something on each arc.
func randomProblem(r *rand.Rand) derived.Problem {
	p := derived.Problem{Actions: 3, Admissible: randomLine(r, 6, 3)}
	for range 1 + r.IntN(3) {
		f := derived.Factor{Loss: randomTransducer(r, 3)}
		if r.IntN(3) > 0 {
			f.Gold = randomLine(r, 5, 3)
		}
		p.Factors = append(p.Factors, f)
	}
	return p
}

// randomLine draws an acceptor whose arcs all lead to later states.
func randomLine(r *rand.Rand, states, symbols int) *fsa.Transducer {
	t := &fsa.Transducer{}
	for range states {
		q := t.AddState()
		if r.IntN(3) == 0 {
			t.SetFinal(q, fsa.Weight(r.IntN(3))/2)
		}
	}
	t.SetStart(0)
	t.SetFinal(fsa.State(states-1), fsa.One)
	for range 3 * states {
		if p, q := r.IntN(states), r.IntN(states); p < q {
			t.Add(fsa.State(p), fsa.Symbol(r.IntN(symbols+1)), fsa.Weight(r.IntN(4))/2, fsa.State(q))
		}
	}
	return t
}

// randomTransducer draws one with cycles, negative weights among others.
func randomTransducer(r *rand.Rand, symbols int) *fsa.Transducer {
	t := &fsa.Transducer{}
	states := 1 + r.IntN(3)
	for range states {
		t.SetFinal(t.AddState(), fsa.Weight(r.IntN(3)))
	}
	t.SetStart(0)
	for range 10 * states {
		a := fsa.Arc{
			In: fsa.Symbol(r.IntN(symbols + 1)), Out: fsa.Symbol(r.IntN(symbols + 1)),
			Weight: fsa.Weight(r.IntN(9)-2) / 2, To: fsa.State(r.IntN(states)),
		}
		if a.In != fsa.Epsilon {
			t.AddArc(fsa.State(r.IntN(states)), a)
		} else if a.Out != fsa.Epsilon { // insertions cost something: else there is no end where gold is not given
			a.Weight = max(a.Weight, 0.5)
			t.AddArc(fsa.State(r.IntN(states)), a)
		}
	}
	return t
}

// The three computations agree on random problems with a fourth, which enumerates all sequences.
func TestComputationsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	problems, prefixes := 0, 0
	for problems < 1000 {
		p := randomProblem(r)
		if _, err := derived.Compile(p, 0); err != nil {
			continue // no sequence, or a cycle of insertions where gold is not given
		}
		problems++
		prefixes += derivedtest.RequireAgreement(t, p, true)
	}
	require.Greater(t, prefixes, 2500)
}
