package fsa

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// drawn is the random machines of one kind that a law is tested on.
type drawn struct {
	randomOptions
	a, b, c *Transducer
}

// laws say what each operation does to weighted relations. Relations are compared up to strings of
// a few symbols, or completely where there are no cycles.
var laws = []struct {
	name  string
	holds func(t *testing.T, m drawn)
}{
	{"composition is the least sum over middle strings", func(t *testing.T, m drawn) {
		// With cycles, middle strings may have any length.
		sameRelation(t, m, composedByHand(m.all(m.a), m.all(m.b)), Compose(m.a, m.b), m.Acyclic)
		a := without(m.a, func(x Arc) bool { return x.In == Epsilon && x.Out != Epsilon })
		sameRelation(t, m, composedByHand(m.all(a), m.all(m.b)), Compose(a, m.b), true)
		b := without(m.b, func(x Arc) bool { return x.In != Epsilon && x.Out == Epsilon })
		sameRelation(t, m, composedByHand(m.all(m.a), m.all(b)), Compose(m.a, b), true)
	}},
	{"composition is associative", func(t *testing.T, m drawn) {
		left := Compose(Compose(m.a, m.b), m.c)
		right := Compose(m.a, Compose(m.b, m.c))
		require.Equal(t, relationOf(left, 2, 2), relationOf(right, 2, 2))
	}},
	{"composition turned round is that of the inverses", func(t *testing.T, m drawn) {
		ab, err := Expand(Compose(m.a, m.b), 0)
		require.NoError(t, err)
		require.Equal(t, relationOf(Invert(ab), 2, 2), relationOf(Compose(Invert(m.b), Invert(m.a)), 2, 2))
	}},
	{"intersection adds up weights", func(t *testing.T, m drawn) {
		m.a, m.b = Input(m.a), Input(m.b)
		both, err := Intersect(m.a, m.b, 0)
		require.NoError(t, err)
		require.True(t, IsAcceptor(both))
		want, other := map[pair]Weight{}, m.all(m.b)
		for p, w := range m.all(m.a) {
			if v, ok := other[p]; ok {
				want[p] = w + v
			}
		}
		require.Equal(t, want, m.all(both))
	}},
	{"union is the least weight", func(t *testing.T, m drawn) {
		want := map[pair]Weight{}
		for _, x := range []*Transducer{m.a, m.b, m.c} {
			for p, w := range m.all(x) {
				note(want, p, w)
			}
		}
		require.Equal(t, want, m.all(Union(m.a, m.b, m.c)))
		require.Equal(t, m.all(m.a), m.all(Union(m.a)))
	}},
	{"concatenation is the least sum over splits", func(t *testing.T, m drawn) {
		want := m.spliced(m.spliced(m.all(m.a), m.all(m.b)), m.all(m.c))
		require.Equal(t, want, m.all(Concat(m.a, m.b, m.c)))
		require.Equal(t, m.all(m.a), m.all(Concat(m.a)))
	}},
	{"closure is the least sum over splits into any number", func(t *testing.T, m drawn) {
		star, err := Closure(m.a)
		one := relationOf(m.a, 3, 3)
		if one[pair{}] < 0 {
			require.ErrorIs(t, err, ErrNegativeCycle)
			return
		}
		require.NoError(t, err)
		require.Equal(t, starByHand(one, 3), relationOf(star, 3, 3))
	}},
	{"reversal reverses", func(t *testing.T, m drawn) {
		want := map[pair]Weight{}
		for p, w := range m.all(m.a) {
			want[pair{mirrored(p.in), mirrored(p.out)}] = w
		}
		require.Equal(t, want, m.all(Reverse(m.a)))
		require.Equal(t, m.all(m.a), m.all(Reverse(Reverse(m.a))))
	}},
	{"inversion swaps, projection takes the least weight", func(t *testing.T, m drawn) {
		swapped, input, output := map[pair]Weight{}, map[pair]Weight{}, map[pair]Weight{}
		for p, w := range m.all(m.a) {
			swapped[pair{p.out, p.in}] = w
			note(input, pair{p.in, p.in}, w)
			note(output, pair{p.out, p.out}, w)
		}
		require.Equal(t, swapped, m.all(Invert(m.a)))
		require.Equal(t, m.a, Invert(Invert(m.a)))
		require.Equal(t, IsAcceptor(m.a), relabelled(m.a, Input(m.a)))
		if m.Acyclic || m.Acceptor { // otherwise a word may have partners longer than these
			require.Equal(t, input, m.all(Input(m.a)))
			require.Equal(t, output, m.all(Output(m.a)))
		}
	}},
	{"trimming keeps all weights and the useful states in order", func(t *testing.T, m drawn) {
		trimmed := Trim(m.a)
		require.Equal(t, m.all(m.a), m.all(trimmed))
		require.Equal(t, usefulByHand(m.a), trimmed)
		require.Equal(t, trimmed, Trim(trimmed))
	}},
	{"a table has the states of a machine made on demand", func(t *testing.T, m drawn) {
		lazy := Compose(m.a, m.b)
		table, err := Expand(lazy, 0)
		require.NoError(t, err)
		require.Equal(t, relationOf(lazy, 2, 2), relationOf(table, 2, 2))
		inOrder, err := Expand(m.a, m.a.Len())
		require.NoError(t, err)
		require.Equal(t, m.all(m.a), m.all(inOrder))
		again, err := Expand(table, table.Len())
		require.NoError(t, err)
		require.Equal(t, table, again, "Expand is idempotent, its limit is sharp")
		if n := table.Len(); n > 1 {
			_, err = Expand(lazy, n-1)
			require.ErrorIs(t, err, ErrStateLimit)
		}
	}},
}

func TestLaws(t *testing.T) {
	const rounds = 40
	for _, law := range laws {
		t.Run(law.name, func(t *testing.T) {
			for i, o := range kinds {
				for seed := range uint64(2 * rounds) {
					o.Acyclic = o.Acyclic || seed >= rounds
					r := rand.New(rand.NewPCG(seed, 2))
					m := drawn{o, randomMachine(r, o), randomMachine(r, o), randomMachine(r, o)}
					a, b, c := clone(m.a), clone(m.b), clone(m.c)
					ok := t.Run(fmt.Sprintf("kind %d seed %d", i, seed), func(t *testing.T) {
						law.holds(t, m)
						require.Equal(t, []*Transducer{a, b, c}, []*Transducer{m.a, m.b, m.c}, "arguments do not change")
					})
					if !ok {
						return // one counterexample is enough
					}
				}
			}
		})
	}
}

// all returns the relation of a machine, up to three symbols if it is cyclic.
func (m drawn) all(x *Transducer) map[pair]Weight {
	if m.Acyclic {
		return pathsOf(x)
	}
	return relationOf(x, 3, 3)
}

func sameRelation(t *testing.T, m drawn, want map[pair]Weight, x Machine, exact bool) {
	t.Helper()
	got := relationOf(x, 3, 3)
	if m.Acyclic {
		got = pathsOf(x)
	}
	if exact {
		require.Equal(t, want, got)
	}
	for p, w := range want {
		require.Contains(t, got, p)
		require.LessOrEqual(t, got[p], w)
	}
}

func composedByHand(a, b map[pair]Weight) map[pair]Weight {
	all := map[pair]Weight{}
	for p, v := range a {
		for q, w := range b {
			if p.out == q.in {
				note(all, pair{p.in, q.out}, v+w)
			}
		}
	}
	return all
}

func splicedByHand(a, b map[pair]Weight, longest int) map[pair]Weight {
	all := map[pair]Weight{}
	for p, v := range a {
		for q, w := range b {
			x := pair{p.in + q.in, p.out + q.out}
			if len(x.in) <= longest && len(x.out) <= longest {
				note(all, x, v+w)
			}
		}
	}
	return all
}

func (m drawn) spliced(a, b map[pair]Weight) map[pair]Weight {
	if m.Acyclic {
		return splicedByHand(a, b, 100)
	}
	return splicedByHand(a, b, 3)
}

// starByHand appends factors until that improves nothing.
func starByHand(one map[pair]Weight, longest int) map[pair]Weight {
	all := map[pair]Weight{{}: 0}
	for changed := true; changed; {
		changed = false
		for p, w := range splicedByHand(all, one, longest) {
			changed = note(all, p, w) || changed
		}
	}
	return all
}

func mirrored(s string) string {
	m := make([]byte, len(s))
	for i := range s {
		m[len(s)-1-i] = s[i]
	}
	return string(m)
}

// relabelled reports whether two machines with the same states have the same arcs.
func relabelled(a, b *Transducer) bool {
	for q := range a.arcs {
		for i := range a.arcs[q] {
			if a.arcs[q][i] != b.arcs[q][i] {
				return false
			}
		}
	}
	return true
}

// without removes arcs.
func without(t *Transducer, unwanted func(Arc) bool) *Transducer {
	kept := clone(t)
	for q, list := range t.arcs {
		kept.arcs[q] = nil
		for _, a := range list {
			if !unwanted(a) {
				kept.AddArc(State(q), a)
			}
		}
	}
	return kept
}

// usefulByHand is Trim by the transitive closure of the arcs (Warshall 1962).
func usefulByHand(t *Transducer) *Transducer {
	n := t.Len()
	leads := make([][]bool, n)
	for p := range leads {
		leads[p] = make([]bool, n)
		leads[p][p] = true
		for _, a := range t.arcs[p] {
			leads[p][a.To] = leads[p][a.To] || !a.Weight.IsZero()
		}
	}
	for k := range leads {
		for p := range leads {
			for q := range leads {
				leads[p][q] = leads[p][q] || leads[p][k] && leads[k][q]
			}
		}
	}
	kept, number := &Transducer{}, map[State]State{}
	for q := range leads {
		for f, w := range t.final {
			if t.started && leads[t.start][q] && leads[q][f] && !w.IsZero() {
				number[State(q)] = kept.AddState()
				kept.SetFinal(number[State(q)], t.final[q])
				break
			}
		}
	}
	for p := range State(n) {
		for _, a := range t.arcs[p] {
			from, fromUseful := number[p]
			to, toUseful := number[a.To]
			if fromUseful && toUseful && !a.Weight.IsZero() {
				kept.AddArc(from, Arc{a.In, a.Out, a.Weight, to})
			}
		}
	}
	if start, ok := number[t.start]; ok && t.started {
		kept.SetStart(start)
	}
	return kept
}
