package smatch

import "slices"

const (
	// scale is what one triple is worth in potentials, which are whole numbers.
	scale = 1 << 20
	// never is the potential of labels that are left out, less than any other.
	never = -1 << 50
)

// potentials are an upper bound on the worth of labellings, by Lagrangean relaxation: every variable takes the label
// with the greatest potential, independently of the others, and a right variable has a price, which is added to the
// bound once and subtracted for each variable that is mapped to it. Messages divide the gain of a link between the
// potentials of its two labels, such that for labels a and b of the ends of an edge
//
//	scale·link(a, b) ≤ message of a + message of b
//
// Then no labelling is worth more than the sum of all prices and of the greatest potential of each variable. Messages
// and prices are changed one after another such that the bound never grows (max-product linear programming, Globerson &
// Jaakkola 2007; with prices, Swoboda et al. 2017, A study of Lagrangean decompositions and dual ascent solvers for
// graph matching).
type potentials struct {
	*problem
	live     [][]int    // of each variable, the labels that may still be better than the best known labelling
	theta    []int64    // of each live label, its gain minus its price plus messages; never for others
	price    []int64    // of each right variable, at least 0
	messages [2][]int64 // to labels of the first variable of each edge, and of the second, edge after edge
}

func newPotentials(p *problem) *potentials {
	b := &potentials{problem: p, price: make([]int64, p.rights)}
	for v := range p.vars {
		labels := []int{}
		for a := p.start[v]; a < p.start[v+1]; a++ {
			labels = append(labels, a)
			b.theta = append(b.theta, scale*int64(p.gain[a]))
		}
		b.live = append(b.live, labels)
	}
	for _, e := range p.edges {
		for side, links := range e.links {
			b.messages[side] = append(b.messages[side], make([]int64, len(links))...)
		}
	}
	return b
}

// with returns the potentials for the case that a variable has this label, or nil if
// another variable is left without labels then.
func (b *potentials) with(v, label int) *potentials {
	c := &potentials{problem: b.problem, theta: slices.Clone(b.theta), price: slices.Clone(b.price)}
	for side, messages := range b.messages {
		c.messages[side] = slices.Clone(messages)
	}
	for _, labels := range b.live {
		c.live = append(c.live, slices.Clone(labels))
	}
	c.remove(v, func(a int) bool { return a != label })
	if !c.propagate() {
		return nil
	}
	return c
}

// propagate removes labels whose right variable is that of the only label of another
// variable. It reports whether each variable still has a label.
func (b *potentials) propagate() bool {
	taken := slices.Repeat([]int{none}, b.rights) // the variable that takes each right variable
	for {
		more := false
		for v, labels := range b.live {
			if right := b.right[labels[0]]; len(labels) == 1 && right != none && taken[right] == none {
				taken[right], more = v, true
			}
		}
		if !more {
			return true
		}
		for v := range b.live {
			b.remove(v, func(a int) bool {
				right := b.right[a]
				return right != none && taken[right] != none && taken[right] != v
			})
			if len(b.live[v]) == 0 {
				return false
			}
		}
	}
}

func (b *potentials) remove(v int, out func(label int) bool) {
	b.live[v] = slices.DeleteFunc(b.live[v], func(a int) bool {
		if !out(a) {
			return false
		}
		b.theta[a] = never
		return true
	})
}

// tighten lowers the bound, and removes labels that no labelling worth more than enough can have, as long as this is
// fast enough and the budget lasts. It reports whether there may be such a labelling.
func (b *potentials) tighten(enough int, work *budget) (open bool) {
	const patience = 20 // rounds in which the bound should reach enough
	for last := int64(0); ; {
		b.sweep(work)
		bound := b.prune(enough, work)
		left := bound - scale*int64(enough+1)
		if left < 0 || !b.propagate() {
			return false
		}
		if last > 0 && patience*(last-bound) <= left || work.spent() {
			return true
		}
		last = bound
	}
}

// prune removes labels that no labelling worth more than enough can have, and returns the bound.
func (b *potentials) prune(enough int, work *budget) (bound int64) {
	for _, price := range b.price {
		bound += price
	}
	most := make([]int64, b.vars)
	for v, labels := range b.live {
		most[v] = b.two(labels).theta
		bound += most[v]
		work.spend(len(labels))
	}
	for v := range b.live {
		least := min(scale*int64(enough+1)-(bound-most[v]), most[v])
		b.remove(v, func(a int) bool { return b.theta[a] < least })
	}
	return bound
}

// sweep changes all messages in order, then all prices, then all messages in reverse order.
func (b *potentials) sweep(work *budget) {
	var at [2]int // the index of the first message of an edge
	for i := range b.edges {
		e := &b.edges[i]
		b.send(e, at, work)
		at[0], at[1] = at[0]+len(e.links[0]), at[1]+len(e.links[1])
	}
	b.charge(work)
	for i := range b.edges {
		e := &b.edges[len(b.edges)-1-i]
		at[0], at[1] = at[0]-len(e.links[0]), at[1]-len(e.links[1])
		b.send(e, at, work)
	}
}

// send divides the gains of the links of an edge again: the potential of a label becomes half of the most that it
// reaches together with a label of the other side, which is the sum of both potentials and of their link.
func (b *potentials) send(e *edge, at [2]int, work *budget) {
	var messages [2][]int64
	var most [2]int64
	for side, v := range e.vars { // take back what was sent before
		messages[side] = b.messages[side][at[side]:][:len(e.links[side])]
		for _, a := range b.live[v] {
			b.theta[a] -= messages[side][a-b.start[v]]
		}
		most[side] = b.two(b.live[v]).theta
	}
	for side, v := range e.vars {
		for _, a := range b.live[v] {
			best, links := most[1-side], e.links[side][a-b.start[v]]
			for _, l := range links {
				best = max(best, b.theta[l.label]+scale*int64(l.gain))
			}
			messages[side][a-b.start[v]] = (best - b.theta[a] + 1) >> 1 // half of it, rounded up
			work.spend(1 + len(links))
		}
	}
	for side, v := range e.vars {
		for _, a := range b.live[v] {
			b.theta[a] += messages[side][a-b.start[v]]
		}
	}
}

// charge sets all prices, one after another. The bound is least if, at that price, exactly
// one variable still prefers the right variable to its other labels.
func (b *potentials) charge(work *budget) {
	columns, bests := make([][]int, b.rights), make([]two, b.vars)
	for v, labels := range b.live {
		bests[v] = b.two(labels)
		for _, a := range labels {
			if b.right[a] != none {
				columns[b.right[a]] = append(columns[b.right[a]], a)
			}
		}
		work.spend(2 * len(labels))
	}
	for right, column := range columns {
		var first, second int64 // the greatest gains of its labels over the other labels of their variables
		for _, a := range column {
			best := bests[b.of[a]]
			rest := best.theta
			if best.label == a {
				rest = best.second
			}
			better := b.theta[a] + b.price[right] - rest
			if best.second == never { // the variable has no other label
				better = 0
			}
			first, second = max(first, better), max(second, min(first, better))
		}
		price := (first + second) / 2
		if price == b.price[right] {
			continue
		}
		for _, a := range column {
			v, before := b.of[a], b.theta[a]
			b.theta[a] += b.price[right] - price
			if max(before, b.theta[a]) >= bests[v].second { // it was or is one of the best two
				bests[v] = b.two(b.live[v])
				work.spend(len(b.live[v]))
			}
		}
		b.price[right] = price
	}
}

// two is the label with the greatest potential, and the second greatest potential, or never if there is only one label.
type two struct {
	label         int
	theta, second int64
}

func (b *potentials) two(labels []int) two {
	best := two{none, never, never}
	for _, a := range labels {
		switch theta := b.theta[a]; {
		case best.label == none || theta > best.theta:
			best.label, best.theta, best.second = a, theta, best.theta
		case theta > best.second:
			best.second = theta
		}
	}
	return best
}
