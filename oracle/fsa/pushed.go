package fsa

import "fmt"

// Pushed is the deterministic automaton of what a machine reads, its weights pushed to
// the front. It is made on demand, by two classical steps in one: determinisation, where
// a state is a set of states of the machine with their residuals, and weight pushing,
// which moves what the best ending weighs to the front. After both, the weight of a
// symbol x behind a prefix α is
//
//	V(α·x) − V(α), with V(α) = min {weight of αβ : all strings β},
//
// by how much the best that can still be had gets worse with x. What has been asked once
// is looked up from then on.
//
// State 0 is that of the empty prefix; NoState, that of prefixes with which no string
// begins. Precondition: weights of the semiring (ErrWeight); no negative weight among
// those met (ErrNegative), unless distances are given. The machine may have cycles and
// epsilons, and even infinitely many states as long as only finitely many are nearer
// than an end. It takes a search for each new state ([Dijkstra]), O(states + arcs) where
// distances are given. Reference: Mohri 1997, Finite-state transducers in language and
// speech processing; Mohri 2009, on weight pushing.
type Pushed struct {
	machine Machine
	symbols int
	limit   int
	value   Weight // of the empty prefix
	known   subsets
	closed  []bool           // of each state: its set has what is reached by reading nothing
	steps   []pushedStep     // of each state, those of all symbols
	toEnd   map[State]Weight // of the machine's states that were searched from alone: the distance to the end
	given   []Weight         // distances to the end of all states, or nil
	err     error
}

// pushedStep is an arc; known is false until it is asked for.
type pushedStep struct {
	to     State
	weight Weight
	known  bool
}

// NewPushed makes the automaton of what a machine reads of the symbols 1..symbols. A
// search that meets more of the machine's states than limit is ErrStateLimit; 0 is no
// limit.
func NewPushed(m Machine, symbols, limit int) (*Pushed, error) {
	return newPushed(&Pushed{machine: m, symbols: symbols, limit: limit, toEnd: map[State]Weight{}})
}

// NewPushedFrom is NewPushed where distances[q] is that of state q to the end, as
// [DistancesTo] has it, so that nothing is searched.
func NewPushedFrom(t *Transducer, distances []Weight, symbols int) (*Pushed, error) {
	return newPushed(&Pushed{machine: t, symbols: symbols, given: distances})
}

func newPushed(p *Pushed) (*Pushed, error) {
	if start := p.machine.Start(); start != NoState {
		_, p.value = p.state(subset{{state: start}})
	} else {
		p.value = Zero()
	}
	return p, p.err
}

// Value returns the least weight of all strings, ∞ if there are none.
func (p *Pushed) Value() Weight { return p.value }

// Err returns the error of the first search that failed, if one did; weights have been ∞
// since then.
func (p *Pushed) Err() error { return p.err }

// Weight returns what symbol x weighs in state q: ∞ if no string goes on so.
func (p *Pushed) Weight(q State, x Symbol) Weight { return p.step(q, x).weight }

// Next returns the state behind x.
func (p *Pushed) Next(q State, x Symbol) State { return p.step(q, x).to }

// Final returns what ending in state q weighs.
func (p *Pushed) Final(q State) Weight {
	if q == NoState {
		return Zero()
	}
	p.close(q)
	return p.known.sets[q].final(p.machine)
}

// Over reports whether nothing can follow in state q.
func (p *Pushed) Over(q State) bool {
	if q == NoState {
		return true
	}
	for _, r := range p.known.sets[q] {
		if len(p.machine.Arcs(r.state)) > 0 {
			return false
		}
	}
	return true
}

func (p *Pushed) step(q State, x Symbol) pushedStep {
	if q == NoState {
		return pushedStep{NoState, Zero(), true}
	}
	at := int(q)*p.symbols + int(x) - 1
	if p.steps[at].known {
		return p.steps[at]
	}
	p.close(q)
	var next subset
	for _, r := range p.known.sets[q] {
		for _, a := range p.machine.Arcs(r.state) {
			if a.In == x {
				next, _ = next.add(a.To, r.rest.Times(a.Weight))
			}
		}
	}
	to, w := p.state(next)
	p.steps[at] = pushedStep{to, w, true}
	return p.steps[at]
}

// state returns the state of a set, less the distance from there to the end, and that.
func (p *Pushed) state(s subset) (State, Weight) {
	value := p.distance(s)
	if p.err != nil || value.IsZero() {
		return NoState, Zero()
	}
	q := p.known.of(s.less(value))
	if int(q) == len(p.closed) {
		p.closed = append(p.closed, false)
		p.steps = append(p.steps, make([]pushedStep, p.symbols)...)
	}
	return q, value
}

// close adds to a state what is reached by reading nothing. That waits until the state
// is left: of most, no more is asked than what it weighs to come there.
func (p *Pushed) close(q State) {
	if p.closed[q] {
		return
	}
	p.closed[q] = true
	all := append(subset{}, p.known.sets[q]...)
	queue := append(subset{}, all...)
	for len(queue) > 0 && p.err == nil {
		r := queue[0]
		queue = queue[1:]
		for _, a := range p.machine.Arcs(r.state) {
			w, better := r.rest.Times(a.Weight), false
			if a.In != Epsilon || w.IsZero() {
				continue
			}
			if all, better = all.add(a.To, w); better {
				queue = append(queue, residual{a.To, w})
			}
		}
		p.bound(len(all))
	}
	p.known.sets[q] = all
}

// distance returns the weight of the best way from a set to the end. It keeps what it
// finds for single states: a machine that counts what lies on a stack is asked at each
// height, and need not look for the bottom each time.
func (p *Pushed) distance(s subset) Weight {
	best := Zero()
	if p.given != nil {
		for _, r := range s {
			best = best.Plus(r.rest.Times(p.given[r.state]))
		}
		return best
	}
	var queue nearest
	for _, r := range s {
		queue.push(r.rest, r.state)
	}
	settled := map[State]bool{}
	for len(queue.heap) > 0 && p.err == nil {
		near := queue.pop()
		if near.distance >= best {
			break
		}
		if settled[near.state] {
			continue
		}
		settled[near.state] = true
		p.bound(len(settled))
		end, known := p.toEnd[near.state]
		if !known {
			end = p.machine.Final(near.state)
			p.check(end)
		}
		best = best.Plus(near.distance.Times(end))
		if known {
			continue
		}
		for _, a := range p.machine.Arcs(near.state) {
			if p.check(a.Weight); !a.Weight.IsZero() {
				queue.push(near.distance.Times(a.Weight), a.To)
			}
		}
	}
	if len(s) == 1 && s[0].rest == One && p.err == nil {
		p.toEnd[s[0].state] = best
	}
	return best
}

// bound notes an error if there are more states than the limit.
func (p *Pushed) bound(states int) {
	if p.limit > 0 && states > p.limit {
		p.note(fmt.Errorf("%w of %d", ErrStateLimit, p.limit))
	}
}

// check notes an error for weights with which the nearest states need not be those to
// visit first.
func (p *Pushed) check(w Weight) {
	switch {
	case !w.Member():
		p.note(fmt.Errorf("%w: %v", ErrWeight, float64(w)))
	case w < One:
		p.note(fmt.Errorf("%w: %v", ErrNegative, float64(w)))
	}
}

// note keeps the first error.
func (p *Pushed) note(err error) {
	if p.err == nil {
		p.err = err
	}
}
