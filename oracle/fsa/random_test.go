package fsa

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomOptions says what a random machine looks like. Each field may be zero; the machines then
// have one state and no arcs, or are empty.
type randomOptions struct {
	States     int     // 1 to States states; one in twenty machines has no start
	Arcs       int     // 0 to Arcs arcs a state, on average
	Symbols    int     // symbols are 1 to Symbols, on both tapes
	EpsilonIn  float64 // share of arcs that read nothing; in acceptors, of epsilon arcs
	EpsilonOut float64 // share of arcs that write nothing; unused for acceptors
	Finals     float64 // share of final states; 0 stands for 0.4
	Low, High  int     // weights are multiples of a quarter, from Low/4 to High/4
	Acyclic    bool    // no cycles, in an order other than that of the states
	Acceptor   bool    // arcs write what they read
	Potentials int     // see below
	Dead       float64 // share of arcs of weight ∞
}

// randomMachine draws a machine. One arc in eight has the labels of the one before, and mostly its
// source.
//
// Potentials make weights negative and leave the sums of cycles unchanged: each state draws a
// potential, 0 to Potentials quarters, and arcs cost the difference more.
func randomMachine(r *rand.Rand, o randomOptions) *Transducer {
	t := &Transducer{}
	n := 1 + r.IntN(max(o.States, 1))
	rank, potential := r.Perm(n), make([]Weight, n)
	finals := o.Finals
	if finals == 0 {
		finals = 0.4
	}
	for q := range potential {
		t.AddState()
		potential[q] = Weight(r.IntN(o.Potentials+1)) / 4
		if r.Float64() < finals || rank[q] == n-1 && r.IntN(2) == 0 {
			t.SetFinal(State(q), randomWeight(r, o.Low, o.High)-potential[q])
		}
	}
	switch r.IntN(20) {
	case 0: // no start
	case 1, 2, 3:
		t.SetStart(State(r.IntN(n)))
	default:
		t.SetStart(State(slices.Index(rank, 0)))
	}
	randomArcs(r, o, t, rank, potential)
	return t
}

func randomArcs(r *rand.Rand, o randomOptions, t *Transducer, rank []int, potential []Weight) {
	var from State
	var a Arc
	n := t.Len()
	for range max(r.IntN(o.Arcs*n+1), r.IntN(o.Arcs*n+1)) {
		if a.In+a.Out == Epsilon || r.IntN(8) > 0 {
			from, a = State(r.IntN(n)), randomLabels(r, o)
		}
		a.To = State(r.IntN(n))
		if o.Acyclic && rank[from] > rank[a.To] {
			from, a.To = a.To, from
		}
		if o.Acyclic && from == a.To {
			continue
		}
		a.Weight = randomWeight(r, o.Low, o.High) + potential[a.To] - potential[from]
		if r.Float64() < o.Dead {
			a.Weight = Zero()
		}
		t.AddArc(from, a)
	}
}

func randomLabels(r *rand.Rand, o randomOptions) Arc {
	symbol := func(epsilons float64) Symbol {
		if o.Symbols == 0 || r.Float64() < epsilons {
			return Epsilon
		}
		return Symbol(1 + r.IntN(o.Symbols))
	}
	a := Arc{In: symbol(o.EpsilonIn), Out: symbol(o.EpsilonOut)}
	if o.Acceptor {
		a.Out = a.In
	}
	return a
}

func randomWeight(r *rand.Rand, low, high int) Weight {
	return Weight(low+r.IntN(high-low+1)) / 4
}

// kinds together cover everything that algorithms must cope with; those with Low < 0 are acyclic,
// so that none has a negative cycle.
var kinds = []randomOptions{
	{},
	{States: 3, Arcs: 4, Symbols: 2, High: 8, Acceptor: true},
	{States: 4, Arcs: 4, Symbols: 2, High: 8, Acceptor: true, EpsilonIn: 0.3},
	{States: 6, Arcs: 4, Symbols: 2, Low: -8, High: 8, Acceptor: true, EpsilonIn: 0.2, Acyclic: true},
	{States: 4, Arcs: 4, Symbols: 2, High: 8, Acceptor: true, EpsilonIn: 0.3, Potentials: 12, Dead: 0.1},
	{States: 3, Arcs: 4, Symbols: 2, High: 8},
	{States: 4, Arcs: 4, Symbols: 2, High: 8, EpsilonIn: 0.3, EpsilonOut: 0.3},
	{States: 5, Arcs: 4, Symbols: 2, High: 8, EpsilonIn: 0.4},
	{States: 5, Arcs: 4, Symbols: 2, High: 8, EpsilonOut: 0.4, Finals: 0.1},
	{States: 6, Arcs: 4, Symbols: 2, Low: -8, High: 8, EpsilonIn: 0.3, EpsilonOut: 0.3, Acyclic: true, Finals: 0.7},
	{States: 4, Arcs: 4, Symbols: 2, High: 8, EpsilonIn: 0.3, EpsilonOut: 0.3, Potentials: 12, Dead: 0.1},
}

// clone copies a machine, to see later that it did not change.
func clone(t *Transducer) *Transducer {
	c := &Transducer{started: t.started, start: t.start}
	for q := range t.final {
		c.SetFinal(c.AddState(), t.final[q])
		for _, a := range t.arcs[q] {
			c.AddArc(State(q), a)
		}
	}
	return c
}

// pair is a pair of strings as a key of maps: a byte a symbol.
type pair struct{ in, out string }

func (p pair) with(a Arc) pair {
	return pair{p.in + bytesOf(a.In), p.out + bytesOf(a.Out)}
}

func bytesOf(symbols ...Symbol) string {
	var s []byte
	for _, x := range symbols {
		if x != Epsilon {
			s = append(s, byte(x))
		}
	}
	return string(s)
}

// pathsOf returns the weight of every pair of strings of an acyclic machine, by following each of
// its paths: the definition, and the specification of the rest.
func pathsOf(m Machine) map[pair]Weight {
	weights := map[pair]Weight{}
	eachPath(m, func(p pair, w Weight) { note(weights, p, w) })
	return weights
}

// eachPath shows every path of an acyclic machine from its start to a final state.
func eachPath(m Machine, show func(pair, Weight)) {
	var follow func(q State, p pair, w Weight)
	follow = func(q State, p pair, w Weight) {
		if end := m.Final(q); !end.IsZero() {
			show(p, w+end)
		}
		for _, a := range m.Arcs(q) {
			follow(a.To, p.with(a), w+a.Weight)
		}
	}
	if m.Start() != NoState {
		follow(m.Start(), pair{}, 0)
	}
}

// relationOf returns the weight of every pair of strings of up to maxIn and maxOut symbols, for any
// machine without negative cycles: the best of all paths of one arc, of two, and so on until longer
// ones improve nothing.
func relationOf(m Machine, maxIn, maxOut int) map[pair]Weight {
	type point struct {
		q State
		p pair
	}
	weights, best := map[pair]Weight{}, map[point]Weight{}
	var front []point
	if q := m.Start(); q != NoState {
		front = append(front, point{q: q})
		best[front[0]] = 0
	}
	for len(front) > 0 {
		var next []point
		for _, x := range front {
			for _, a := range m.Arcs(x.q) {
				y := point{a.To, x.p.with(a)}
				if len(y.p.in) <= maxIn && len(y.p.out) <= maxOut && note(best, y, best[x]+a.Weight) {
					next = append(next, y)
				}
			}
		}
		front = next
	}
	for x, w := range best {
		note(weights, x.p, w+m.Final(x.q))
	}
	return weights
}

// note keeps the better weight of a key; ∞ is not kept.
func note[K comparable](weights map[K]Weight, k K, w Weight) bool {
	if old, ok := weights[k]; w.IsZero() || ok && old <= w {
		return false
	}
	weights[k] = w
	return true
}

func TestBruteForceTwinsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		o := kinds[r.IntN(len(kinds))]
		o.Acyclic = true
		m := randomMachine(r, o)
		require.Equal(t, pathsOf(m), relationOf(m, m.Len(), m.Len()))
		require.Equal(t, m, clone(m))
	}
}
