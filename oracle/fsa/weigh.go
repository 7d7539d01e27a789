package fsa

import "fmt"

// Of returns the weight that m gives to reading a string: the least over all that
// it may write meanwhile, ∞ if m does not read the string. Epsilons in the string
// are left out.
//
// Precondition: no cycle that reads nothing has a negative weight, among those that
// m can get to while it reads the string, whether or not it can end after them
// (ErrNegativeCycle); the weights on the way are in the semiring (ErrWeight). There
// must be finitely many states to get to without reading. O((|in| + 1) · V · E)
// time for V states and E arcs, and O(|in| · E) where each arc reads something.
// Reference: Mohri 2009, on shortest distances, here in the composition with the
// string, where states are relaxed in the order of a queue (Bellman 1958; Ford 1956).
func Of(m Machine, in []Symbol) (Weight, error) {
	return (&trellis{machine: m, in: withoutEpsilons(in), writesAny: true}).weight()
}

// OfPair returns the weight that m gives to reading one string and writing another,
// ∞ if it does not do that. Epsilons in the strings are left out.
//
// Precondition and algorithm are those of [Of], for cycles that neither read nor
// write. O((|in| + 1) · (|out| + 1) · V · E) time, and O(|in| · |out| · E) where
// each arc reads or writes something.
func OfPair(m Machine, in, out []Symbol) (Weight, error) {
	return (&trellis{machine: m, in: withoutEpsilons(in), out: withoutEpsilons(out)}).weight()
}

// trellis is the product of a machine with the positions in two strings. An arc
// leads from its cell, a pair of positions, to a later one or stays in it.
type trellis struct {
	machine   Machine
	in, out   []Symbol
	writesAny bool // what is written does not matter, and is at position 0
	cells     [][]cell
}

// cell holds the weight of the best way to each state at one pair of positions,
// the number of its arcs since it came to the cell, and states to go on from, each
// once: if they were queued as often as they get better, there would be no bound.
type cell struct {
	best   map[State]Weight
	length map[State]int
	queue  []State
	queued map[State]bool
}

func (t *trellis) weight() (Weight, error) {
	if t.machine.Start() == NoState {
		return Zero(), nil
	}
	t.cells = make([][]cell, len(t.in)+1)
	for i := range t.cells {
		t.cells[i] = make([]cell, len(t.out)+1)
	}
	t.cells[0][0].improve(t.machine.Start(), One, 0)
	for i, row := range t.cells {
		for j := range row {
			if err := t.leave(i, j); err != nil {
				return Zero(), err
			}
		}
	}
	return t.total()
}

// total returns the weight of the best way to end in the last cell.
func (t *trellis) total() (Weight, error) {
	total := Zero()
	for q, w := range t.cells[len(t.in)][len(t.out)].best {
		end := t.machine.Final(q)
		if !end.Member() {
			return Zero(), fmt.Errorf("%w: final weight %v of a state", ErrWeight, float64(end))
		}
		total = total.Plus(w.Times(end))
	}
	return total, nil
}

// leave follows the arcs from a cell. The best way to a state never meets a state
// of its cell twice, unless going round was of use.
func (t *trellis) leave(i, j int) error {
	here := &t.cells[i][j]
	for len(here.queue) > 0 {
		q := here.queue[0]
		here.queue = here.queue[1:]
		delete(here.queued, q)
		w, length := here.best[q], here.length[q]
		if length >= len(here.best) {
			return fmt.Errorf("%w: through state %d, after %d symbols read", ErrNegativeCycle, q, i)
		}
		for _, a := range t.machine.Arcs(q) {
			if !a.Weight.Member() {
				return fmt.Errorf("%w: %v of an arc from state %d", ErrWeight, float64(a.Weight), q)
			}
			di, fits := advance(t.in[i:], a.In, false)
			dj, fitsToo := advance(t.out[j:], a.Out, t.writesAny)
			if !fits || !fitsToo {
				continue
			}
			arcs := 0
			if di+dj == 0 {
				arcs = length + 1
			}
			t.cells[i+di][j+dj].improve(a.To, w.Times(a.Weight), arcs)
		}
	}
	return nil
}

// advance tells by how much a symbol shortens the rest of a string, if it can.
func advance(rest []Symbol, x Symbol, any bool) (int, bool) {
	if x == Epsilon || any {
		return 0, true
	}
	if len(rest) == 0 || rest[0] != x {
		return 0, false
	}
	return 1, true
}

// improve notes a way to a state if it is better than those known.
func (c *cell) improve(q State, w Weight, arcs int) {
	if old, known := c.best[q]; w.IsZero() || known && w >= old {
		return
	}
	if c.best == nil {
		c.best, c.length, c.queued = map[State]Weight{}, map[State]int{}, map[State]bool{}
	}
	c.best[q], c.length[q] = w, arcs
	if !c.queued[q] {
		c.queue, c.queued[q] = append(c.queue, q), true
	}
}
