package derived

import (
	"slices"

	"parser/oracle/fsa"
)

// chart is T_c of one factor, its states in topological order, start first.
type chart struct {
	first []int32 // arcs[first[q]:first[q+1]] leave q, those that read nothing first
	arcs  []fsa.Arc
	final []fsa.Weight
	value []fsa.Weight // V
}

// reached is a state with its Pre.
type reached struct {
	state fsa.State
	pre   fsa.Weight
}

// front holds the states where Pre is finite, in ascending order.
type front []reached

func newChart(t *fsa.Transducer) (c chart, err error) {
	if t.Len() == 0 {
		return c, ErrNoSequence
	}
	order, err := fsa.TopologicalOrder(t)
	if err != nil {
		return c, err
	}
	value, err := fsa.AcyclicDistances(t, fsa.Backward)
	if err != nil {
		return c, err
	}
	number := make([]fsa.State, t.Len())
	for i, q := range order {
		number[q] = fsa.State(i)
	}
	for _, q := range order {
		c.first = append(c.first, int32(len(c.arcs)))
		from := len(c.arcs)
		for _, a := range t.Arcs(q) {
			a.To = number[a.To]
			c.arcs = append(c.arcs, a)
		}
		slices.SortStableFunc(c.arcs[from:], func(a, b fsa.Arc) int { return int(a.In - b.In) })
		c.final, c.value = append(c.final, t.Final(q)), append(c.value, value[q])
	}
	c.first = append(c.first, int32(len(c.arcs)))
	return c, nil
}

func (c *chart) leaving(q fsa.State) []fsa.Arc { return c.arcs[c.first[q]:c.first[q+1]] }

// values sets best[o] to the value of the prefix and then o, where f is the front
// of the prefix; best[0] to the loss of ending.
func (c *chart) values(best []fsa.Weight, f front) {
	for o := range best {
		best[o] = fsa.Zero()
	}
	for _, r := range f {
		best[0] = best[0].Plus(r.pre.Times(c.final[r.state]))
		for _, a := range c.leaving(r.state) {
			if a.In != fsa.Epsilon { // f is closed
				best[a.In] = best[a.In].Plus(r.pre.Times(a.Weight).Times(c.value[a.To]))
			}
		}
	}
}

// read appends to dst, which is empty, the front after reading o.
func (c *chart) read(dst, f front, o fsa.Symbol) front {
	for _, r := range f {
		for _, a := range c.leaving(r.state) {
			if a.In == o {
				dst = dst.add(a.To, r.pre.Times(a.Weight))
			}
		}
	}
	return c.close(dst)
}

// close adds the states that are reached by reading nothing. They come behind
// those that they are reached from, so that one pass is enough.
func (c *chart) close(f front) front {
	for i := 0; i < len(f); i++ {
		r := f[i]
		for _, a := range c.leaving(r.state) {
			if a.In != fsa.Epsilon {
				break
			}
			f = f.add(a.To, r.pre.Times(a.Weight))
		}
	}
	return f
}

// add says that q is reached at weight w, too.
func (f front) add(q fsa.State, w fsa.Weight) front {
	i, found := slices.BinarySearchFunc(f, q, func(r reached, q fsa.State) int { return int(r.state - q) })
	if !found {
		return slices.Insert(f, i, reached{q, w})
	}
	f[i].pre = f[i].pre.Plus(w)
	return f
}
