package fsa

import "errors"

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

// Machine is a weighted transducer (Mohri 2009): each path from Start
// to a final state reads one string and writes another, at the sum of the weights
// on its way and of the last state's final weight; the weight of a pair of
// strings is that of the best path. A weighted automaton (acceptor) is a machine
// all whose arcs write what they read.
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

// Errors of the algorithms: what they need of a machine and it has not.
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
