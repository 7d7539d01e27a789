package oracle

import (
	"fmt"

	"parser/transition"
)

// Constraint says which moves of a dependency system keep the arcs of a partial tree, that is, after
// which moves a tree with all these arcs can still be built. It holds one tree at a time and is not
// safe for concurrent use.
//
// A move keeps them if it costs nothing while nothing has been lost. The dynamic oracle knows the
// costs for arc-hybrid, arc-eager and head-offset. Arc-standard has a rule of its own: whether arcs are lost takes
// linear time, how many of them takes a table.
type Constraint struct {
	oracle Oracle
	system transition.System
	given  *Gold
}

// NewConstraint returns the Constraint of a dependency system. The error is ErrNoOracle.
func NewConstraint(s transition.System) (*Constraint, error) {
	if s.Name() == (transition.ArcStandard{}).Name() {
		o := &standardKeeping{}
		o.be("keeping", s)
		return &Constraint{oracle: o, system: s}, nil
	}
	if s.Kind() != transition.Dependencies {
		return nil, fmt.Errorf("%w: %s builds no arcs that it could keep", ErrNoOracle, s.Name())
	}
	if s.Moves().Has(transition.Swap) {
		return nil, fmt.Errorf("%w: it is not known which moves of %s keep arcs, since it swaps words", ErrNoOracle, s.Name())
	}
	o := dynamicArcs(s)
	o.be("dynamic", s)
	return &Constraint{oracle: o, system: s}, nil
}

// Start takes the arcs to keep, and retains them until the next Start. The error is
// ErrNonProjective if no projective tree has them all, or ErrNotRooted if they have two roots where
// the system allows one.
func (k *Constraint) Start(given *Gold) error {
	k.given = given
	roots := 0
	for _, h := range given.Heads[1:] {
		if h == 0 {
			roots++
		}
	}
	if single(k.system) && roots > 1 {
		return fmt.Errorf("%w but %d", ErrNotRooted, roots)
	}
	return k.oracle.Start(given)
}

// Moves returns those of the legal moves of c that keep all arcs, if the moves before did. A
// configuration that is not terminal always has such a move.
func (k *Constraint) Moves(c *transition.Config, legal transition.Moves) transition.Moves {
	var costs Costs
	_ = k.oracle.Moves(&costs, c, legal) // the oracles chosen here never fail
	return costs.Best(legal)
}

// Label returns the given label of the word that the move m attaches, or transition.None.
func (k *Constraint) Label(c *transition.Config, m transition.Move) int32 {
	_, d, ok := k.system.Arc(c, m)
	if !ok || k.given.Heads[d] == transition.None {
		return transition.None
	}
	return k.given.Labels[d]
}

// standardKeeping says whether the moves of arc-standard lose arcs: the cost is then WrongHead,
// however many are lost. Arc-standard is not arc-decomposable, but linear time suffices to decide
// whether all arcs of a partial tree can still be built: attach each word to its head as soon as
// the two are neighbours on the stack and the word has all its given dependents, and remove words
// without head that have theirs, since any neighbour can take them. All arcs can be built if only
// ROOT remains.
type standardKeeping struct {
	base
	items   []int32 // of the stack
	waiting []int32 // number of given dependents that each word waits for
}

func (o *standardKeeping) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	*dst = Costs{}
	if legal.Has(transition.Shift) {
		o.items = append(append(o.items[:0], c.Stack...), c.Next)
		dst[transition.Shift] = WrongHead * indicator(!o.derives(c.Next+1))
	}
	for m := transition.Left; m <= transition.Right; m++ {
		if legal.Has(m) {
			h, d, _ := o.system.Arc(c, m)
			o.items = append(append(o.items[:0], c.Stack[:len(c.Stack)-2]...), h)
			kept := o.head[d] == h || o.head[d] == transition.None
			dst[m] = WrongHead * indicator(!kept || !o.derives(c.Next))
		}
	}
	return nil
}

// derives reports whether all given arcs to the items, which are the stack, and to the words of the
// buffer, which begins with next, can be built.
func (o *standardKeeping) derives(next int32) bool {
	end := int32(len(o.head))
	o.waiting = zeros(o.waiting, len(o.head))
	for _, d := range o.items[1:] {
		o.wait(d, 1)
	}
	for d := next; d < end; d++ {
		o.wait(d, 1)
	}
	for ; ; next++ {
		for o.reduce() {
		}
		if next == end {
			return len(o.items) == 1
		}
		o.items = append(o.items, next)
	}
}

// wait makes the given head of d wait for more dependents; more may be negative.
func (o *standardKeeping) wait(d, more int32) {
	if h := o.head[d]; h != transition.None {
		o.waiting[h] += more
	}
}

// reduce removes one of the two topmost items, if it can.
func (o *standardKeeping) reduce() bool {
	top := len(o.items) - 1
	if top == 0 {
		return false
	}
	s0, s1 := o.items[top], o.items[top-1]
	goes := func(d, h int32) bool {
		return o.waiting[d] == 0 && (o.head[d] == h || o.head[d] == transition.None)
	}
	switch {
	case s1 != 0 && goes(s1, s0):
		o.wait(s1, -1)
		o.items[top-1] = s0
	case goes(s0, s1):
		o.wait(s0, -1)
	default:
		return false
	}
	o.items = o.items[:top]
	return true
}
