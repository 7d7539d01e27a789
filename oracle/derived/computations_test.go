package derived_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// The three computations and a fourth, which writes all sequences down, agree on
// random problems and on the ready ones.

// oracles returns the three computations for a problem.
func oracles(t testing.TB, p derived.Problem) []derived.Oracle {
	precomputed, err := derived.NewPrecompute(p, 0)
	require.NoError(t, err)
	compiled, err := derived.Compile(p, 0)
	require.NoError(t, err)
	return []derived.Oracle{&derived.Recompute{Problem: p}, precomputed, compiled}
}

// sequences returns all strings that an acyclic acceptor reads, with their weights.
func sequences(m fsa.Machine) map[string]fsa.Weight {
	all := map[string]fsa.Weight{}
	var walk func(q fsa.State, word []fsa.Symbol, w fsa.Weight)
	walk = func(q fsa.State, word []fsa.Symbol, w fsa.Weight) {
		if end := w + m.Final(q); !end.IsZero() {
			old, ok := all[spell(word)]
			if !ok || end < old {
				all[spell(word)] = end
			}
		}
		for _, a := range m.Arcs(q) {
			longer := word
			if a.In != fsa.Epsilon {
				longer = append(append([]fsa.Symbol{}, word...), a.In)
			}
			walk(a.To, longer, w+a.Weight)
		}
	}
	if m.Start() != fsa.NoState {
		walk(m.Start(), nil, fsa.One)
	}
	return all
}

func spell(word []fsa.Symbol) string { return fmt.Sprint(word) }

// writtenDown gives the values of a prefix by the definition: for each factor the
// least weight of C_x(α) + T(α, β) + D(β) over all sequences α with the prefix.
type writtenDown struct {
	problem derived.Problem
	losses  []map[string]fsa.Weight // per factor, of each admissible sequence
	words   map[string][]fsa.Symbol
}

func writeDown(t *testing.T, p derived.Problem) *writtenDown {
	w := &writtenDown{problem: p, words: map[string][]fsa.Symbol{}}
	admissible := sequences(p.Admissible)
	for _, f := range p.Factors {
		loss := map[string]fsa.Weight{}
		for text, cost := range admissible {
			w.words[text] = parse(t, text)
			l, err := fsa.Of(f.Loss, w.words[text])
			require.NoError(t, err)
			if f.Gold != nil {
				l = fsa.Zero()
				for gold, weight := range sequences(f.Gold) {
					pair, err := fsa.OfPair(f.Loss, w.words[text], parse(t, gold))
					require.NoError(t, err)
					l = min(l, pair+weight)
				}
			}
			loss[text] = cost + l
		}
		w.losses = append(w.losses, loss)
	}
	return w
}

// parse is the inverse of spell.
func parse(t *testing.T, text string) []fsa.Symbol {
	var word []fsa.Symbol
	for i := 1; i < len(text)-1; i += 2 {
		require.Less(t, text[i]-'0', byte(10))
		word = append(word, fsa.Symbol(text[i]-'0'))
	}
	return word
}

func (w *writtenDown) values(prefix []fsa.Symbol) []fsa.Weight {
	values := make([]fsa.Weight, w.problem.Actions+1)
	for _, losses := range w.losses {
		best := make([]fsa.Weight, len(values))
		for o := range best {
			best[o] = fsa.Zero()
		}
		for text, loss := range losses {
			word := w.words[text]
			switch {
			case len(word) < len(prefix) || spell(word[:len(prefix)]) != spell(prefix):
			case len(word) == len(prefix):
				best[0] = min(best[0], loss)
			default:
				best[word[len(prefix)]] = min(best[word[len(prefix)]], loss)
			}
		}
		for o := range values {
			values[o] += best[o]
		}
	}
	return values
}

// requireAgreement compares the values of all prefixes that can be continued, and
// returns their number.
func requireAgreement(t *testing.T, p derived.Problem) int {
	w, all, prefixes := writeDown(t, p), oracles(t, p), 0
	var walk func(prefix []fsa.Symbol)
	walk = func(prefix []fsa.Symbol) {
		prefixes++
		want := w.values(prefix)
		for i, o := range all {
			require.NoError(t, o.Reset())
			for _, a := range prefix {
				require.NoError(t, o.Advance(a))
			}
			got := make([]fsa.Weight, len(want))
			require.NoError(t, o.Values(got))
			require.Equal(t, want, got, "computation %d after %v", i+1, prefix)
		}
		for o := 1; o < len(want); o++ {
			if !want[o].IsZero() {
				walk(append(append([]fsa.Symbol{}, prefix...), fsa.Symbol(o)))
			}
		}
	}
	walk(nil)
	return prefixes
}

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
		} else if a.Out != fsa.Epsilon { // insertions cost something: no end else where gold is not given
			a.Weight = max(a.Weight, 0.5)
			t.AddArc(fsa.State(r.IntN(states)), a)
		}
	}
	return t
}

func TestComputationsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	problems, prefixes := 0, 0
	for problems < 1000 {
		p := randomProblem(r)
		if _, err := derived.Compile(p, 0); err != nil {
			continue // no sequence, or a cycle of insertions where gold is not given
		}
		problems++
		prefixes += requireAgreement(t, p)
	}
	require.Greater(t, prefixes, 2500)
}
