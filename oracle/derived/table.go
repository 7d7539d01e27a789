package derived

import (
	"cmp"
	"container/heap"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"parser/oracle/fsa"
)

// Table is the weighted deterministic automaton of a factor whose arcs weigh what
// actions cost. It is made on demand, by two classical steps in one:
// determinisation, where a state is a set of states of the factor with their Pre
// (Mohri 1997), and weight pushing, which moves the smallest loss still attainable
// to the front (Mohri 2009, on weight pushing). After both, the weight of an arc is
//
//	value(α·o) − value(α),
//
// the cost of action o after α: a dynamic oracle in a table. What has been asked
// once is looked up from then on, so that a table pays for factors that come again
// and again: those of sentences that look alike from where the factor stands.
//
// The factor may have cycles, and even infinitely many states as long as only finitely
// many are nearer than an end. Its weights are none but those of the semiring
// (fsa.ErrWeight), and not negative (fsa.ErrNegative).
type Table struct {
	factor  fsa.Machine
	symbols int
	limit   int
	fronts  []front                  // of each state: Pre less the value of the prefix
	closed  []bool                   // of each state: its front has what is reached by reading nothing
	steps   []tableStep              // of each state, those of all symbols
	number  map[string]int32         // of fronts, spelled out
	toEnd   map[fsa.State]fsa.Weight // of states of the factor that were searched from alone: the least weight of ending
	err     error
}

// tableStep is an arc of a table.
type tableStep struct {
	to   int32 // unknown, dead, or a state
	cost fsa.Weight
}

const (
	unknown = -1 // not asked for yet
	dead    = -2 // no sequence begins so
)

// NewTable makes a table for a factor over the symbols 1..symbols, C_x included. A
// search that meets more states of the factor than limit is fsa.ErrStateLimit; 0 is no
// limit.
func NewTable(factor fsa.Machine, symbols, limit int) (*Table, error) {
	t := &Table{factor: factor, symbols: symbols, limit: limit, number: map[string]int32{}, toEnd: map[fsa.State]fsa.Weight{}}
	if factor.Start() == fsa.NoState {
		return nil, ErrNoSequence
	}
	start, _ := t.state(front{{factor.Start(), fsa.One}})
	if t.err == nil && start == dead {
		t.err = ErrNoSequence
	}
	return t, t.err
}

// Err returns the error of the first search that failed, if one did; costs have
// been ∞ since then.
func (t *Table) Err() error { return t.err }

// Cost returns what o costs after a prefix that led to state q: by how much the
// smallest attainable loss grows, ∞ if no sequence goes on so. State 0 is that of
// the empty prefix.
func (t *Table) Cost(q int32, o fsa.Symbol) fsa.Weight { return t.step(q, o).cost }

// Next returns the state after o. If o costs ∞, so does everything from there on.
func (t *Table) Next(q int32, o fsa.Symbol) int32 { return t.step(q, o).to }

// over reports whether nothing can follow after state q: it is dead or has no arcs.
func (t *Table) over(q int32) bool {
	if q < 0 {
		return true
	}
	for _, r := range t.fronts[q] {
		if len(t.factor.Arcs(r.state)) > 0 {
			return false
		}
	}
	return true
}

func (t *Table) step(q int32, o fsa.Symbol) tableStep {
	if q < 0 {
		return tableStep{dead, fsa.Zero()}
	}
	s := &t.steps[int(q)*t.symbols+int(o)-1]
	if s.to != unknown {
		return *s
	}
	t.close(q)
	var next front
	for _, r := range t.fronts[q] {
		for _, a := range t.factor.Arcs(r.state) {
			if a.In == o {
				next = next.add(a.To, r.pre.Times(a.Weight))
			}
		}
	}
	to, cost := t.state(next)
	s = &t.steps[int(q)*t.symbols+int(o)-1] // may have moved
	*s = tableStep{to, cost}
	return *s
}

// state returns the state with a front, less the value of the front, and the value.
func (t *Table) state(f front) (int32, fsa.Weight) {
	value := t.value(f)
	if t.err != nil || value.IsZero() {
		return dead, fsa.Zero()
	}
	var key []byte
	for i := range f {
		f[i].pre -= value
		key = binary.LittleEndian.AppendUint32(key, uint32(f[i].state))
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(float64(f[i].pre)))
	}
	q, known := t.number[string(key)]
	if !known {
		q = int32(len(t.fronts))
		t.number[string(key)] = q
		t.fronts, t.closed = append(t.fronts, f), append(t.closed, false)
		for range t.symbols {
			t.steps = append(t.steps, tableStep{unknown, fsa.Zero()})
		}
	}
	return q, value
}

// close adds to the front of a state what is reached by reading nothing. That waits until
// the state is left: of most, no more is asked than what it costs to come there.
func (t *Table) close(q int32) {
	if t.closed[q] {
		return
	}
	var all front
	t.search(t.fronts[q], fsa.ReadsNothing, func(r reached) bool {
		all = append(all, r)
		return true
	})
	slices.SortFunc(all, func(a, b reached) int { return cmp.Compare(a.state, b.state) })
	t.fronts[q], t.closed[q] = all, true
}

// value returns the least weight of ending from a front. It keeps what it finds for
// single states: a factor that counts what lies on a stack is asked at each height, and
// need not look for the bottom each time.
func (t *Table) value(f front) fsa.Weight {
	best := fsa.Zero()
	t.search(f, func(fsa.Arc) bool { return true }, func(r reached) bool {
		if r.pre >= best {
			return false
		}
		end, known := t.toEnd[r.state]
		if !known {
			end = t.factor.Final(r.state)
			t.note(checkWeight(end))
		}
		best = best.Plus(r.pre.Times(end))
		return true
	})
	if len(f) == 1 && f[0].pre == fsa.One && t.err == nil {
		t.toEnd[f[0].state] = best
	}
	return best
}

// search visits the states reached from a front by the arcs that follow accepts, the
// nearest first, until visit returns false (Dijkstra 1959).
func (t *Table) search(from front, follow func(fsa.Arc) bool, visit func(reached) bool) {
	settled := map[fsa.State]bool{}
	var agenda nearest
	push := func(r reached) {
		heap.Push(&agenda, waiting{r, agenda.pushed})
		agenda.pushed++
	}
	for _, r := range from {
		push(r)
	}
	for agenda.Len() > 0 && t.err == nil {
		r := heap.Pop(&agenda).(waiting).reached
		if settled[r.state] {
			continue
		}
		if !visit(r) {
			return
		}
		settled[r.state] = true
		if t.limit > 0 && len(settled) > t.limit {
			t.note(fmt.Errorf("%w of %d", fsa.ErrStateLimit, t.limit))
		}
		for _, a := range t.factor.Arcs(r.state) {
			t.note(checkWeight(a.Weight))
			if follow(a) && !a.Weight.IsZero() {
				push(reached{a.To, r.pre.Times(a.Weight)})
			}
		}
	}
}

// note keeps the first error.
func (t *Table) note(err error) {
	if t.err == nil {
		t.err = err
	}
}

// checkWeight returns an error for weights with which the nearest states need not be
// those to visit first.
func checkWeight(w fsa.Weight) error {
	switch {
	case !w.Member():
		return fmt.Errorf("%w: %v", fsa.ErrWeight, float64(w))
	case w < fsa.One:
		return fmt.Errorf("%w: %v", fsa.ErrNegative, float64(w))
	}
	return nil
}

// waiting is an entry of an agenda; of those equally near the first comes first.
type waiting struct {
	reached
	pushed int
}

// nearest is a heap.
type nearest struct {
	entries []waiting
	pushed  int
}

func (h *nearest) Len() int { return len(h.entries) }
func (h *nearest) Less(i, j int) bool {
	a, b := &h.entries[i], &h.entries[j]
	return a.pre < b.pre || a.pre == b.pre && a.pushed < b.pushed
}
func (h *nearest) Swap(i, j int) { h.entries[i], h.entries[j] = h.entries[j], h.entries[i] }
func (h *nearest) Push(x any)    { h.entries = append(h.entries, x.(waiting)) }
func (h *nearest) Pop() any {
	last := len(h.entries) - 1
	x := h.entries[last]
	h.entries = h.entries[:last]
	return x
}
