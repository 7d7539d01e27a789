package fsa

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinear(t *testing.T) {
	require.Equal(t, map[pair]Weight{{"\x01\x02\x01", "\x01\x02\x01"}: 0}, pathsOf(Linear(1, 2, 1)))
	require.Equal(t, map[pair]Weight{{}: 0}, pathsOf(Linear()))
	require.Equal(t, Linear(1, 2), Linear(Epsilon, 1, Epsilon, 2))
	require.Equal(t, 4, Linear(1, 2, 1).Len())
}

// Words form a tree: one path for each, however many share a prefix.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 200 {
		want, prefixes := map[pair]Weight{}, map[string]bool{}
		words := make([][]Symbol, r.IntN(6))
		for i := range words {
			for range r.IntN(5) {
				words[i] = append(words[i], Symbol(r.IntN(3)))
			}
			s := bytesOf(words[i]...)
			want[pair{s, s}] = 0
			for n := range len(s) + 1 {
				prefixes[s[:n]] = true
			}
		}
		m, paths := Words(words...), 0
		require.Equal(t, want, pathsOf(m))
		eachPath(m, func(pair, Weight) { paths++ })
		require.Equal(t, len(want), paths)
		require.Equal(t, len(prefixes), m.Len())
	}
	require.Equal(t, NoState, Words().Start())
}

// shortStrings are the strings up to a length over the symbols 1 and 2.
func shortStrings(longest int) [][]Symbol {
	all := [][]Symbol{{}}
	for from := 0; longest > 0; longest-- {
		end := len(all)
		for _, s := range all[from:end] {
			all = append(all, append(s[:len(s):len(s)], 1), append(s[:len(s):len(s)], 2))
		}
		from = end
	}
	return all
}

func TestOfPairIsTheBestPath(t *testing.T) {
	for i, o := range kinds {
		for seed := range uint64(30) {
			m := randomMachine(rand.New(rand.NewPCG(seed, 5)), o)
			want := relationOf(m, 3, 3)
			for _, in := range shortStrings(3) {
				for _, out := range shortStrings(3) {
					got, err := OfPair(m, in, out)
					require.NoError(t, err)
					w, accepted := want[pair{bytesOf(in...), bytesOf(out...)}]
					require.Equal(t, accepted, !got.IsZero(), "kind %d seed %d %v:%v", i, seed, in, out)
					require.True(t, !accepted || got == w, "kind %d seed %d %v:%v", i, seed, in, out)
				}
			}
		}
	}
}

// Only what is read counts, whatever is written: the weight is that of the projection, and without
// cycles the least of all pairs.
func TestOfIsTheBestOutput(t *testing.T) {
	for _, o := range kinds {
		for seed := range uint64(60) {
			o.Acyclic = o.Acyclic || seed >= 30
			m := randomMachine(rand.New(rand.NewPCG(seed, 6)), o)
			for _, in := range shortStrings(4) {
				got, err := Of(m, in)
				require.NoError(t, err)
				same, err := OfPair(Input(m), in, in)
				require.NoError(t, err)
				require.Equal(t, same, got)
				if o.Acyclic {
					want := Zero()
					eachPath(m, func(p pair, w Weight) {
						if p.in == bytesOf(in...) {
							want = min(want, w)
						}
					})
					require.Equal(t, want, got)
				}
			}
		}
	}
}

// With weights of both signs and cycles, there is an error if and only if the
// strings lead into a cycle of negative weight.
func TestNegativeEpsilonCycles(t *testing.T) {
	met := map[bool]int{}
	for _, o := range kinds {
		o.Acyclic, o.Low, o.High, o.Dead = false, -3, 8, 0.1
		o.EpsilonIn, o.EpsilonOut = max(o.EpsilonIn, 0.6), max(o.EpsilonOut, 0.6)
		for seed := range uint64(40) {
			m := randomMachine(rand.New(rand.NewPCG(seed, 7)), o)
			for _, in := range shortStrings(2) {
				for _, out := range shortStrings(1) {
					_, err := OfPair(m, in, out)
					want := meetsNegativeCycle(m, in, out)
					require.Equal(t, want, errors.Is(err, ErrNegativeCycle), "seed %d %v:%v", seed, in, out)
					met[want]++
				}
			}
		}
	}
	require.Greater(t, met[true], 500)
	require.Greater(t, met[false], 500)
}

// meetsNegativeCycle finds all states and positions that can be reached, and for each position the
// best path between any two states (Floyd 1962; Warshall 1962).
func meetsNegativeCycle(t *Transducer, in, out []Symbol) bool {
	type place struct {
		q    State
		i, j int
	}
	if !t.started {
		return false
	}
	list, seen := []place{{q: t.start}}, map[place]bool{{q: t.start}: true}
	between := map[[2]place]Weight{}
	for n := 0; n < len(list); n++ {
		p := list[n]
		for _, a := range t.arcs[p.q] {
			to := place{a.To, p.i + len(bytesOf(a.In)), p.j + len(bytesOf(a.Out))}
			fits := to.i <= len(in) && to.j <= len(out) && !a.Weight.IsZero() &&
				(to.i == p.i || in[p.i] == a.In) && (to.j == p.j || out[p.j] == a.Out)
			if !fits {
				continue
			}
			note(between, [2]place{p, to}, a.Weight)
			if !seen[to] {
				seen[to] = true
				list = append(list, to)
			}
		}
	}
	for _, k := range list {
		for _, p := range list {
			for _, q := range list {
				v, first := between[[2]place{p, k}]
				w, second := between[[2]place{k, q}]
				if first && second {
					note(between, [2]place{p, q}, v+w)
				}
			}
		}
	}
	for _, p := range list {
		if between[[2]place{p, p}] < 0 {
			return true
		}
	}
	return false
}

func TestWeighingLongStrings(t *testing.T) {
	edits := &Transducer{}
	edits.SetStart(edits.AddState())
	edits.SetFinal(0, One)
	for x := range Symbol(3) {
		for y := range Symbol(3) {
			if x != Epsilon || y != Epsilon {
				edits.AddArc(0, Arc{In: x, Out: y, Weight: Weight(min(1, max(x-y, y-x))), To: 0})
			}
		}
	}
	var long []Symbol
	for i := range 200 {
		long = append(long, Symbol(1+i%2))
	}
	w, err := OfPair(edits, long, long[1:])
	require.NoError(t, err)
	require.Equal(t, Weight(1), w, "one is left out")
	w, err = OfPair(edits, long, nil)
	require.NoError(t, err)
	require.Equal(t, Weight(200), w)
	w, err = Of(edits, append(long, 3))
	require.NoError(t, err)
	require.True(t, w.IsZero(), "3 is not in the alphabet")
}

// counted counts how often states are left.
type counted struct {
	*Transducer
	left int
}

func (m *counted) Arcs(q State) []Arc {
	m.left++
	return m.Transducer.Arcs(q)
}

// A state that improves many times before its turn comes is left once.
func TestWeighingQueuesStatesOnce(t *testing.T) {
	m := &counted{Transducer: Linear(1)}
	for i := range 100 {
		m.Add(0, 1, Weight(-i), 1)
	}
	w, err := Of(m, []Symbol{1})
	require.NoError(t, err)
	require.Equal(t, Weight(-99), w)
	require.Equal(t, 2, m.left)
}

func TestWeighingErrors(t *testing.T) {
	loop := Linear(1, 2)
	loop.AddArc(1, Arc{In: Epsilon, Out: 3, Weight: -1, To: 1})
	_, err := Of(loop, []Symbol{1, 2})
	require.ErrorIs(t, err, ErrNegativeCycle)
	require.ErrorContains(t, err, "reading [1 2]")
	w, err := OfPair(loop, []Symbol{1, 2}, []Symbol{1, 3, 3, 2})
	require.NoError(t, err, "it writes: only a few times")
	require.Equal(t, Weight(-2), w)
	w, err = Of(loop, []Symbol{2})
	require.NoError(t, err, "it is not reached")
	require.True(t, w.IsZero())

	for _, bad := range []Weight{Weight(math.NaN()), Weight(math.Inf(-1))} {
		arc, end := Linear(1), Linear(1)
		arc.arcs[0][0].Weight = bad
		end.SetFinal(1, bad)
		for _, m := range []*Transducer{arc, end} {
			_, err := Of(m, []Symbol{1})
			require.ErrorIs(t, err, ErrWeight)
			require.ErrorContains(t, err, fmt.Sprint(float64(bad)))
		}
	}
	w, err = Of(&Transducer{}, nil)
	require.NoError(t, err)
	require.True(t, w.IsZero())
}

func TestClosureErrors(t *testing.T) {
	gain := Linear()
	gain.SetFinal(0, -1)
	_, err := Closure(gain)
	require.ErrorIs(t, err, ErrNegativeCycle)
	loop := Linear(1)
	loop.Add(0, Epsilon, -1, 0)
	_, err = Closure(loop)
	require.ErrorIs(t, err, ErrNegativeCycle)
	star, err := Closure(&Transducer{})
	require.NoError(t, err)
	require.Equal(t, map[pair]Weight{{}: 0}, pathsOf(star))
	require.Equal(t, map[pair]Weight{{}: 0}, pathsOf(Concat()))
	require.Empty(t, pathsOf(Union()))
	require.Empty(t, pathsOf(Reverse(&Transducer{})))
}
