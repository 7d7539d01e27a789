package fsa

import (
	"errors"
	"fmt"
	"math"
)

// Weight is an element of the tropical semiring (ℝ ∪ {∞}, min, +, ∞, 0): the cost of a path is the
// sum of the costs of its arcs, and the best of several paths counts. Sums of weights that are
// multiples of a power of two are exact while they stay below 2⁵³ times that power.
type Weight float64

// One is the weight of doing nothing, neutral for Times.
const One Weight = 0

// Zero returns ∞, the weight of what cannot be done: neutral for Plus, and Times
// with it is ∞ again.
func Zero() Weight { return Weight(math.Inf(1)) }

// Plus returns the better one of two weights.
func (w Weight) Plus(v Weight) Weight { return min(w, v) }

// Times returns the weight of both in sequence.
func (w Weight) Times(v Weight) Weight { return w + v }

// IsZero reports whether w is ∞.
func (w Weight) IsZero() bool { return math.IsInf(float64(w), 1) }

// Member reports whether w belongs to the semiring: not NaN, not −∞.
func (w Weight) Member() bool { return w == w && !math.IsInf(float64(w), -1) }

// State numbers the states of one machine from 0 up.
type State int32

// NoState stands for no state at all.
const NoState State = -1

// Symbol numbers the symbols of an alphabet; a Symbols table gives them names.
type Symbol int32

// Epsilon reads or writes nothing.
const Epsilon Symbol = 0

// Arc is a transition: it reads In, writes Out, costs Weight and leads To a state.
type Arc struct {
	In, Out Symbol
	Weight  Weight
	To      State
}

// Machine is a weighted transducer (Mohri 2009): each path from Start to a final state reads one
// string and writes another, and weighs the sum of its arcs' weights and of the last state's final
// weight; the weight of a pair of strings is that of the best path. A weighted automaton (acceptor)
// is a machine whose arcs all write what they read.
//
// A machine may make its states when they are asked for: then it is not safe for
// concurrent use. The empty machine has no start.
type Machine interface {
	// Start returns the initial state, or NoState.
	Start() State
	// Final returns the weight of ending in q, ∞ if q is not final.
	Final(q State) Weight
	// Arcs returns the arcs that leave q. They stay valid and must not be changed.
	Arcs(q State) []Arc
}

// Errors of the algorithms, for machines that do not meet their preconditions.
var (
	ErrStateLimit    = errors.New("more states than the limit")
	ErrNotAcceptor   = errors.New("machine is not an acceptor: an arc writes another symbol than it reads")
	ErrEpsilon       = errors.New("machine has an epsilon arc")
	ErrCyclic        = errors.New("machine has a cycle")
	ErrNegative      = errors.New("machine has a negative weight")
	ErrNegativeCycle = errors.New("machine has a cycle of negative weight")
	ErrWeight        = errors.New("weight is not in the tropical semiring")
)

// Transducer is a machine in tables, the form that algorithms on whole machines
// take and return. The zero value is the empty machine, ready to grow.
type Transducer struct {
	started bool
	start   State
	final   []Weight
	arcs    [][]Arc
}

var _ Machine = (*Transducer)(nil)

// Start implements Machine.
func (t *Transducer) Start() State {
	if !t.started {
		return NoState
	}
	return t.start
}

// Final implements Machine.
func (t *Transducer) Final(q State) Weight { return t.final[q] }

// Arcs implements Machine.
func (t *Transducer) Arcs(q State) []Arc { return t.arcs[q] }

// Len returns the number of states.
func (t *Transducer) Len() int { return len(t.final) }

// All yields each arc with the state that it leaves.
func (t *Transducer) All(yield func(State, Arc) bool) {
	for q, list := range t.arcs {
		for _, a := range list {
			if !yield(State(q), a) {
				return
			}
		}
	}
}

// Size returns the numbers of states and arcs.
func (t *Transducer) Size() (states, arcs int) {
	for _, list := range t.arcs {
		arcs += len(list)
	}
	return len(t.final), arcs
}

// AddState adds a state that is not final and returns its number.
func (t *Transducer) AddState() State {
	t.final, t.arcs = append(t.final, Zero()), append(t.arcs, nil)
	return State(len(t.final) - 1)
}

// SetStart makes q the initial state.
func (t *Transducer) SetStart(q State) { t.start, t.started = q, true }

// SetFinal makes w the weight of ending in q; ∞ makes q not final.
func (t *Transducer) SetFinal(q State, w Weight) { t.final[q] = w }

// AddArc adds an arc that leaves q.
func (t *Transducer) AddArc(q State, a Arc) { t.arcs[q] = append(t.arcs[q], a) }

// Add adds the arc of an acceptor.
func (t *Transducer) Add(q State, symbol Symbol, w Weight, to State) {
	t.AddArc(q, Arc{In: symbol, Out: symbol, Weight: w, To: to})
}

// numbering gives numbers to values of K, in order of first appearance.
type numbering[K comparable] struct {
	number map[K]State
	keys   []K
}

// of returns the number of a state.
func (t *numbering[K]) of(k K) State {
	q, ok := t.number[k]
	if !ok {
		if t.number == nil {
			t.number = map[K]State{}
		}
		q = State(len(t.keys))
		t.number[k] = q
		t.keys = append(t.keys, k)
	}
	return q
}

// Lazy is a machine whose states are values of K (pairs, sets, strings), numbered as they are met
// and expanded once, when needed.
type Lazy[K comparable] struct {
	start  K
	final  func(K) Weight
	expand func(K, func(in, out Symbol, w Weight, to K))
	states numbering[K]
	arcs   [][]Arc // of states that were expanded; nil for others
}

// NewLazy makes a machine on demand. final returns the weight of ending in a state; expand calls
// its second argument for each arc that leaves a state, always in the same order.
func NewLazy[K comparable](start K, final func(K) Weight, expand func(K, func(in, out Symbol, w Weight, to K))) *Lazy[K] {
	return &Lazy[K]{start: start, final: final, expand: expand}
}

// Start implements Machine.
func (m *Lazy[K]) Start() State { return m.states.of(m.start) }

// Final implements Machine.
func (m *Lazy[K]) Final(q State) Weight { return m.final(m.states.keys[q]) }

// Arcs implements Machine.
func (m *Lazy[K]) Arcs(q State) []Arc {
	for int(q) >= len(m.arcs) {
		m.arcs = append(m.arcs, nil)
	}
	if m.arcs[q] == nil {
		list := []Arc{}
		m.expand(m.states.keys[q], func(in, out Symbol, w Weight, to K) {
			list = append(list, Arc{In: in, Out: out, Weight: w, To: m.states.of(to)})
		})
		m.arcs[q] = list
	}
	return m.arcs[q]
}

// Expand makes the table of all states of m that can be reached, numbered in the order of a
// breadth-first search, so that Start is 0. It takes O(states + arcs) steps. More than limit states
// are ErrStateLimit; 0 means no limit.
func Expand(m Machine, limit int) (*Transducer, error) {
	t := &Transducer{}
	if m.Start() == NoState {
		return t, nil
	}
	var met numbering[State]
	t.SetStart(met.of(m.Start()))
	for p := State(0); int(p) < len(met.keys); p++ {
		t.SetFinal(t.AddState(), m.Final(met.keys[p]))
		for _, a := range m.Arcs(met.keys[p]) {
			a.To = met.of(a.To)
			t.AddArc(p, a)
		}
		if err := checkLimit(len(met.keys), limit); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// checkLimit returns ErrStateLimit if there are more states than the limit; 0 means no limit.
func checkLimit(states, limit int) error {
	if limit > 0 && states > limit {
		return fmt.Errorf("%w of %d", ErrStateLimit, limit)
	}
	return nil
}
