package fsa

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The filter leaves one path for each two paths with the same middle string: no
// fewer, and none twice.
func TestComposeHasOnePathForEachMatch(t *testing.T) {
	matches := 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 3))
		o := kinds[r.IntN(len(kinds))]
		o.Acyclic, o.Dead = true, 0
		a, b := randomMachine(r, o), randomMachine(r, o)
		want := map[pair]int{}
		eachPath(a, func(p pair, _ Weight) {
			eachPath(b, func(q pair, _ Weight) {
				if p.out == q.in {
					want[pair{p.in, q.out}]++
				}
			})
		})
		got := map[pair]int{}
		eachPath(Compose(a, b), func(p pair, _ Weight) { got[p]++ })
		require.Equal(t, want, got, "seed %d", seed)
		matches += len(want)
	}
	require.Greater(t, matches, 600, "machines have matches")
}

// Two ways to write nothing and two to read nothing: six orders, one path. After the second machine
// moved alone, the first waits only if it could have moved.
func TestComposeSequencesEpsilons(t *testing.T) {
	a, b := &Transducer{}, &Transducer{}
	for q := range State(3) {
		a.AddState()
		b.AddState()
		if q > 0 {
			a.AddArc(q-1, Arc{In: Symbol(q), Out: Epsilon, Weight: 1, To: q})
			b.AddArc(q-1, Arc{In: Epsilon, Out: Symbol(10 + q), Weight: 1, To: q})
		}
	}
	a.SetStart(0)
	b.SetStart(0)
	a.SetFinal(2, 0)
	b.SetFinal(2, 0)
	paths := 0
	eachPath(Compose(a, b), func(p pair, w Weight) {
		paths++
		require.Equal(t, pair{"\x01\x02", "\x0b\x0c"}, p)
		require.Equal(t, Weight(4), w)
	})
	require.Equal(t, 1, paths)

	inserts := &Transducer{}
	inserts.SetStart(inserts.AddState())
	inserts.Add(0, 1, One, 0)
	inserts.AddArc(0, Arc{In: Epsilon, Out: 2, Weight: 1, To: 0})
	word, err := Expand(Compose(Linear(1, 1), inserts), 0)
	require.NoError(t, err)
	require.Equal(t, 3, word.Len(), "states are pairs alone where the first machine never moves alone")
}

// Arcs come in the order of the first machine's, then of the second's.
func TestComposeOrdersArcs(t *testing.T) {
	a, b := &Transducer{}, &Transducer{}
	a.SetStart(a.AddState())
	b.SetStart(b.AddState())
	for _, x := range []Arc{{In: 1, Out: 5}, {In: 2, Out: Epsilon}, {In: 3, Out: 4}, {In: 4, Out: 5}} {
		a.AddArc(0, x)
	}
	for _, y := range []Arc{{In: 5, Out: 1}, {In: Epsilon, Out: 2}, {In: 4, Out: 3}, {In: 5, Out: 4}, {In: 6, Out: 5}} {
		b.AddArc(0, y)
	}
	c := Compose(a, b)
	var order []pair
	for _, x := range c.Arcs(c.Start()) {
		order = append(order, pair{}.with(x))
	}
	require.Equal(t, []pair{{"\x01", "\x01"}, {"\x01", "\x04"}, {"\x02", ""}, {"\x03", "\x03"}, {"\x04", "\x01"}, {"\x04", "\x04"}, {"", "\x02"}}, order)
}

func TestComposeWithEmptyMachine(t *testing.T) {
	for _, c := range []Machine{Compose(&Transducer{}, Linear(1)), Compose(Linear(1), &Transducer{}), Compose(&Transducer{}, &Transducer{})} {
		require.Equal(t, NoState, c.Start())
	}
}

// Only what is asked for is made: the product of two long strings never grows beyond its diagonal,
// and nothing is made before the first question.
func TestComposeIsLazy(t *testing.T) {
	long := make([]Symbol, 1000)
	for i := range long {
		long[i] = Symbol(1 + i%3)
	}
	c, err := Expand(Compose(Linear(long...), Linear(long...)), len(long)+1)
	require.NoError(t, err)
	require.Equal(t, len(long)+1, c.Len())

	asked := Compose(Linear(long...), Linear(long...)).(*Lazy[composed])
	require.Empty(t, asked.states.keys)
	for q, n := asked.Start(), 0; n < 10; n++ {
		q = asked.Arcs(q)[0].To
	}
	require.Len(t, asked.states.keys, 11)
}

func TestIntersectErrors(t *testing.T) {
	writer := Linear(1, 2)
	writer.arcs[1][0].Out = 3
	require.False(t, IsAcceptor(writer))
	for _, pairs := range [][2]*Transducer{{writer, Linear(1)}, {Linear(1), writer}} {
		_, err := Intersect(pairs[0], pairs[1], 0)
		require.ErrorIs(t, err, ErrNotAcceptor)
		require.ErrorContains(t, err, "2:3 from state 1 to 2")
	}
	_, err := Intersect(Linear(1, 2, 3), Linear(1, 2, 3), 3)
	require.ErrorIs(t, err, ErrStateLimit)
	both, err := Intersect(Linear(1, 2, 3), Linear(1, 2, 3), 4)
	require.NoError(t, err)
	require.Equal(t, Linear(1, 2, 3), both)
	require.True(t, IsAcceptor(&Transducer{}))
}
