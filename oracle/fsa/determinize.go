package fsa

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Determinize returns an acceptor of the same weighted language in which no two arcs that leave a
// state have the same symbol. A state of the result is a set of states of t that one string leads
// to, each with its residual: how much its best path weighs above the best of them all. States are
// numbered breadth first, arcs in the order of symbols.
//
// Precondition: t is an acceptor (ErrNotAcceptor) without epsilon (ErrEpsilon) and with weights in
// the semiring (ErrWeight). Not every such machine has a deterministic equivalent: those with the
// twins property have one, which includes all acyclic machines. For others, and for some whose
// result is large, the states exceed limit (ErrStateLimit); 0 means no limit, and then this may
// never end. Exponential time in the worst case. Residuals count as equal if they are the same
// number: weights that are not multiples of a power of two may be rounded apart and multiply
// states, as may states from which there is no way to the end: [Trim] t first. Reference: Mohri
// 1997, Finite-state transducers in language and speech processing.
func Determinize(t *Transducer, limit int) (*Transducer, error) {
	if err := cmp.Or(checkWeights(t), needAcceptors(t)); err != nil {
		return nil, err
	}
	for q, a := range t.All {
		if ReadsNothing(a) {
			return nil, fmt.Errorf("%w: from state %d", ErrEpsilon, q)
		}
	}
	if !t.started {
		return &Transducer{}, nil
	}
	var known subsets
	start := known.of(subset{{state: t.start}}, One)
	final := func(q State) Weight { return known.sets[q].total(t.Final) }
	return Expand(NewLazy(start, final, func(q State, arc func(in, out Symbol, w Weight, to State)) {
		next := map[Symbol]subset{}
		for _, r := range known.sets[q] {
			for _, a := range t.arcs[r.state] {
				next[a.In] = next[a.In].with(a.To, r.rest.Times(a.Weight))
			}
		}
		for _, x := range slices.Sorted(maps.Keys(next)) {
			if best := next[x].total(func(State) Weight { return One }); !best.IsZero() {
				arc(x, x, best, known.of(next[x], best))
			}
		}
	}), limit)
}

// subset is a set of states in their order, each with its residual: how much the best path to it
// weighs above what was paid already.
type subset []residual

type residual struct {
	state State
	rest  Weight
}

// with returns the set with q added at weight w. Weight ∞ adds nothing.
func (s subset) with(q State, w Weight) subset {
	if w.IsZero() {
		return s
	}
	i, found := slices.BinarySearchFunc(s, q, func(r residual, q State) int { return cmp.Compare(r.state, q) })
	if !found {
		return slices.Insert(s, i, residual{q, w})
	}
	s[i].rest = s[i].rest.Plus(w)
	return s
}

// total returns the least weight of reaching a state of the set and continuing from it.
func (s subset) total(on func(State) Weight) Weight {
	w := Zero()
	for _, r := range s {
		w = w.Plus(r.rest.Times(on(r.state)))
	}
	return w
}

// subsets numbers sets in order of first appearance.
type subsets struct {
	states numbering[string]
	sets   []subset
}

// of returns the number of a set after paid is subtracted from its residuals. A new set is kept.
func (k *subsets) of(s subset, paid Weight) State {
	var key []byte
	for i := range s {
		s[i].rest -= paid
		key = binary.LittleEndian.AppendUint32(key, uint32(s[i].state))
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(float64(s[i].rest)))
	}
	q := k.states.of(string(key))
	if int(q) == len(k.sets) {
		k.sets = append(k.sets, s)
	}
	return q
}

// Pushed is the deterministic automaton of what a machine reads, as [Determinize] makes it, with
// its weights pushed to the front (Mohri 2009): the weight of a symbol x after a prefix α is how
// much worse the best possible continuation gets by x,
//
//	V(α·x) − V(α), with V(α) = min {weight of αβ : all strings β}.
//
// It is made on demand, and what was computed once is then looked up. State 0 is that of the empty
// prefix; NoState is that of prefixes with which no string begins.
//
// Precondition: weights in the semiring (ErrWeight), and no negative weight among those met
// (ErrNegative) unless distances are given. The machine may have cycles and epsilons, and even
// infinitely many states as long as only finitely many are nearer than an end. Each new state takes
// a search ([Dijkstra]), unless distances are given.
type Pushed struct {
	machine Machine
	symbols int
	limit   int
	value   Weight // of the empty prefix
	known   subsets
	closed  []bool           // for each state: its set includes what is reached by reading nothing
	steps   []pushedStep     // for each state, those of all symbols
	silent  *relaxation      // along arcs that read nothing
	toEnd   map[State]Weight // distances to the end, for states that were searched from alone
	err     error

	// distance returns the weight of the best path from a set to the end.
	distance func(subset) (Weight, error)
}

// pushedStep is an arc; known is false until it is computed.
type pushedStep struct {
	to     State
	weight Weight
	known  bool
}

// NewPushed makes the automaton of what a machine reads, over the symbols 1..symbols. More than
// limit states of the machine in one search are ErrStateLimit; 0 means no limit.
func NewPushed(m Machine, symbols, limit int) (*Pushed, error) {
	p := &Pushed{machine: m, symbols: symbols, limit: limit, toEnd: map[State]Weight{}}
	return p.begin(p.search)
}

// NewPushedFrom is NewPushed without searches: distances[q] is the distance from state q to the
// end, as [DistancesTo] returns it.
func NewPushedFrom(t *Transducer, distances []Weight, symbols int) (*Pushed, error) {
	toEnd := func(q State) Weight { return distances[q] }
	p := &Pushed{machine: t, symbols: symbols}
	return p.begin(func(s subset) (Weight, error) { return s.total(toEnd), nil })
}

func (p *Pushed) begin(distance func(subset) (Weight, error)) (*Pushed, error) {
	p.value, p.silent, p.distance = Zero(), closing(p.machine, ReadsNothing), distance
	if start := p.machine.Start(); start != NoState {
		_, p.value = p.state(subset{{state: start}})
	}
	return p, p.err
}

// Value returns the least weight of all strings, ∞ without strings.
func (p *Pushed) Value() Weight { return p.value }

// Err returns the error of the first search that failed, if any; weights are ∞ from then on.
func (p *Pushed) Err() error { return p.err }

// Weight returns the weight of symbol x in state q: ∞ if no string continues with it.
func (p *Pushed) Weight(q State, x Symbol) Weight { return p.step(q, x).weight }

// Next returns the state after x.
func (p *Pushed) Next(q State, x Symbol) State { return p.step(q, x).to }

// Final returns the weight of ending in state q.
func (p *Pushed) Final(q State) Weight {
	if q == NoState {
		return Zero()
	}
	return p.closure(q).total(p.machine.Final)
}

// Over reports whether nothing can follow in state q.
func (p *Pushed) Over(q State) bool {
	return q == NoState || !slices.ContainsFunc(p.known.sets[q], func(r residual) bool {
		return len(p.machine.Arcs(r.state)) > 0
	})
}

func (p *Pushed) step(q State, x Symbol) pushedStep {
	if q == NoState {
		return pushedStep{NoState, Zero(), true}
	}
	at := int(q)*p.symbols + int(x) - 1
	if !p.steps[at].known {
		var next subset
		for _, r := range p.closure(q) {
			for _, a := range p.machine.Arcs(r.state) {
				if a.In == x {
					next = next.with(a.To, r.rest.Times(a.Weight))
				}
			}
		}
		to, w := p.state(next)
		p.steps[at] = pushedStep{to, w, true}
	}
	return p.steps[at]
}

// state returns the state of a set, after subtracting the distance from there to the end, and that
// distance.
func (p *Pushed) state(s subset) (State, Weight) {
	if p.err != nil {
		return NoState, Zero()
	}
	value, err := p.distance(s)
	if p.err = err; err != nil || value.IsZero() {
		return NoState, Zero()
	}
	q := p.known.of(s, value)
	if int(q) == len(p.closed) {
		p.closed = append(p.closed, false)
		p.steps = append(p.steps, make([]pushedStep, p.symbols)...)
	}
	return q, value
}

// closure returns the set of a state together with what is reached by reading nothing. It is
// computed when the state is left: for most states only the weight of reaching them is ever needed.
func (p *Pushed) closure(q State) subset {
	if !p.closed[q] {
		p.closed[q] = true
		p.silent.restart(p.known.sets[q]...)
		p.err = cmp.Or(p.err, p.silent.settle(p.limit))
		for _, state := range p.silent.reached {
			p.known.sets[q] = p.known.sets[q].with(state, p.silent.dist[state])
		}
	}
	return p.known.sets[q]
}

// search returns the weight of the best path from a set to the end ([Dijkstra]). It keeps what it
// finds for the states of this path, each of which is on a best path, too: so a machine that counts
// what lies on a stack is searched at each height and need not look for the bottom each time, and
// what follows a prefix is mostly known when the prefix grows.
func (p *Pushed) search(s subset) (Weight, error) {
	var queue nearest
	for _, r := range s {
		queue.push(tentative{distance: r.rest, state: r.state, from: -1})
	}
	var path []tentative // of states that were left
	settled := map[State]bool{}
	best, last, rest := Zero(), -1, Zero()
	for queue.Len() > 0 {
		near := queue.pop()
		if near.distance >= best {
			break
		}
		if settled[near.state] {
			continue
		}
		settled[near.state] = true
		path = append(path, near)
		end, known := p.toEnd[near.state]
		var arcs []Arc
		if !known {
			end, arcs = p.machine.Final(near.state), p.machine.Arcs(near.state)
		}
		if w := near.distance.Times(end); w < best {
			best, last, rest = w, len(path)-1, end
		}
		err := cmp.Or(checkLimit(len(settled), p.limit), checkSearch(end))
		for _, a := range arcs {
			err = cmp.Or(err, checkSearch(a.Weight))
			queue.push(tentative{distance: near.distance.Times(a.Weight), state: a.To, from: len(path) - 1, arc: a.Weight})
		}
		if err != nil {
			return best, err
		}
	}
	if last < 0 { // the end is out of reach from all of them
		for q := range settled {
			p.toEnd[q] = Zero()
		}
	}
	for ; last >= 0; last = path[last].from {
		p.toEnd[path[last].state] = rest
		rest = rest.Times(path[last].arc)
	}
	return best, nil
}

// checkSearch returns an error for weights with which visiting the nearest state first may be
// wrong.
func checkSearch(w Weight) error {
	switch {
	case !w.Member():
		return fmt.Errorf("%w: %v", ErrWeight, float64(w))
	case w < One:
		return fmt.Errorf("%w: %v", ErrNegative, float64(w))
	}
	return nil
}
