package derived_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/testdata/testkit/derivedtest"
)

// histories are sequences of two tags for each word, each prefix with a state of its own: a tree of 2^words leaves. The
// number of states that were asked for is counted.
func histories(words int, expanded *int) fsa.Machine {
	type history struct {
		length int
		tags   uint64
	}
	final := func(q history) fsa.Weight {
		if q.length == words {
			return fsa.One
		}
		return fsa.Zero()
	}
	return fsa.NewLazy(history{}, final, func(q history, arc func(in, out fsa.Symbol, w fsa.Weight, to history)) {
		*expanded++
		for o := fsa.Symbol(1); o <= 2 && q.length < words; o++ {
			arc(o, o, fsa.One, history{q.length + 1, q.tags<<1 | uint64(o-1)})
		}
	})
}

// Of a machine with 2^61 states a search meets only those on good ways to the end of what is asked about.
func TestSearchIsLazy(t *testing.T) {
	const words = 60
	r := rand.New(rand.NewPCG(13, 1))
	expanded, gold := 0, make([]fsa.Symbol, words)
	for i := range gold {
		gold[i] = fsa.Symbol(1 + r.IntN(2))
	}
	o, err := derived.Search(derived.Problem{Actions: 2, Admissible: histories(words, &expanded), Factors: []derived.Factor{
		{Loss: derived.Hamming(2), Gold: fsa.Linear(gold...)},
	}}, 0)
	require.NoError(t, err)
	require.Less(t, expanded, 2*words)
	values, wrong := make([]fsa.Weight, 3), fsa.One
	for i, right := range gold {
		require.NoError(t, o.Values(values))
		require.Equal(t, wrong, values[right])
		require.Equal(t, wrong+1, values[3-right])
		tag := fsa.Symbol(1 + r.IntN(2))
		if tag != gold[i] {
			wrong++
		}
		require.NoError(t, o.Advance(tag))
	}
	require.NoError(t, o.Values(values))
	require.Equal(t, wrong, values[0])
	require.Less(t, expanded, words*words, "each tag asks for one way to the end")
}

// A search takes even machines with infinitely many states, here one for each length.
func TestSearchOfInfinitelyMany(t *testing.T) {
	gold := fsa.Linear(1, 2, 3)
	finite := derived.Problem{Actions: 3, Admissible: anything(3), Factors: []derived.Factor{{Loss: derived.Levenshtein(3), Gold: gold}}}
	infinite := finite
	infinite.Admissible = fsa.NewLazy(0, func(int) fsa.Weight { return fsa.One },
		func(length int, arc func(in, out fsa.Symbol, w fsa.Weight, to int)) {
			for o := fsa.Symbol(1); o <= 3; o++ {
				arc(o, o, fsa.One, length+1)
			}
		})
	want, err := derived.Compile(finite, 0)
	require.NoError(t, err)
	got, err := derived.Search(infinite, 10_000)
	require.NoError(t, err)
	a, b := make([]fsa.Weight, 4), make([]fsa.Weight, 4)
	for _, o := range []fsa.Symbol{2, 2, 1, 3, 3, 3} {
		require.NoError(t, want.Values(a))
		require.NoError(t, got.Values(b))
		require.Equal(t, a, b)
		require.NoError(t, want.Advance(o))
		require.NoError(t, got.Advance(o))
	}
}

// A search agrees with the other computations on random problems without negative weights.
func TestSearchAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	problems, prefixes := 0, 0
	for problems < 500 {
		p := randomProblem(r)
		for _, f := range p.Factors {
			loss := f.Loss.(*fsa.Transducer)
			for q := range fsa.State(loss.Len()) {
				for i := range loss.Arcs(q) {
					loss.Arcs(q)[i].Weight = max(0, loss.Arcs(q)[i].Weight)
				}
			}
		}
		if _, err := derived.Search(p, 0); err != nil {
			require.ErrorIs(t, err, derived.ErrNoSequence)
			continue
		}
		problems++
		prefixes += derivedtest.RequireAgreement(t, p, false)
	}
	require.Greater(t, prefixes, 1200)
}

// BenchmarkSearchOfMillionArcs asks for the costs of the first ten tags of a quarter of a million words, four tags for each.
func BenchmarkSearchOfMillionArcs(b *testing.B) {
	const words, tags = 250_000, 4
	gold := make([]fsa.Symbol, words)
	for i := range gold {
		gold[i] = fsa.Symbol(1 + i%tags)
	}
	p := tagging(gold, tags)
	values := make([]fsa.Weight, tags+1)
	b.ReportAllocs()
	for b.Loop() {
		o, err := derived.Search(p, 0)
		require.NoError(b, err)
		for _, tag := range gold[:10] {
			require.NoError(b, o.Values(values))
			require.NoError(b, o.Advance(tag))
		}
	}
}
