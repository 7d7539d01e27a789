package smatch

import "slices"

const (
	// scale is what one triple is worth in potentials, which are whole numbers.
	scale = 1 << 20
	// never is the potential of labels that are left out, less than any other.
	never = -1 << 50
)

// potentials are a bound on what labellings are worth, by Lagrangean relaxation: every
// variable takes the label that has most potential, whatever the others do, and a right
// variable has a price, which is got once and paid by each that is mapped to it. What
// labels gain by links is shared out between their potentials by messages, such that for
// labels a and b of the ends of an edge
//
//	scale·link(a, b) ≤ message of a + message of b
//
// Then no labelling is worth more than the sum of all prices and of the greatest
// potential of each variable. Messages and prices are changed in turn, each such that the
// bound does not grow (max-product linear programming, Globerson & Jaakkola 2007; with
// prices, Swoboda et al. 2017, A study of Lagrangean decompositions and dual ascent
// solvers for graph matching).
type potentials struct {
	*problem
	live     [][]int    // of each variable the labels that may still be better than what is known
	theta    []int64    // of each live label: its gain, less its price, and messages; of others never
	price    []int64    // of each right variable, none below 0
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

// with returns the potentials if a variable has this label, or nil if another is left
// without any.
func (b *potentials) with(v, label int) *potentials {
	c := &potentials{problem: b.problem, theta: slices.Clone(b.theta), price: slices.Clone(b.price)}
	for side, messages := range b.messages {
		c.messages[side] = slices.Clone(messages)
	}
	for _, labels := range b.live {
		c.live = append(c.live, slices.Clone(labels))
	}
	c.leave(v, func(a int) bool { return a != label })
	if !c.propagate() {
		return nil
	}
	return c
}

// propagate leaves out labels whose right variable is that of the last label of another
// variable. It reports whether each variable still has one.
func (b *potentials) propagate() bool {
	taken := slices.Repeat([]int{none}, b.rights) // by whom
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
			b.leave(v, func(a int) bool {
				right := b.right[a]
				return right != none && taken[right] != none && taken[right] != v
			})
			if len(b.live[v]) == 0 {
				return false
			}
		}
	}
}

// leave leaves labels of a variable out.
func (b *potentials) leave(v int, out func(label int) bool) {
	b.live[v] = slices.DeleteFunc(b.live[v], func(a int) bool {
		if !out(a) {
			return false
		}
		b.theta[a] = never
		return true
	})
}

// tighten lowers the bound and leaves labels out with which nothing is worth more than
// enough, as long as that goes on fast enough and there is a budget. It reports whether
// anything may be.
func (b *potentials) tighten(enough int, work *budget) (open bool) {
	const patience = 20 // rounds in which enough should be reached
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

// prune leaves out labels with which nothing is worth more than enough, and returns the
// bound.
func (b *potentials) prune(enough int, work *budget) (bound int64) {
	for _, price := range b.price {
		bound += price
	}
	most := make([]int64, b.vars)
	for v, labels := range b.live {
		most[v] = b.most(labels)
		bound += most[v]
		work.spend(len(labels))
	}
	for v := range b.live {
		least := min(scale*int64(enough+1)-(bound-most[v]), most[v])
		b.leave(v, func(a int) bool { return b.theta[a] < least })
	}
	return bound
}

// most returns the greatest potential of some labels.
func (b *potentials) most(labels []int) int64 {
	most := b.theta[labels[0]]
	for _, a := range labels {
		most = max(most, b.theta[a])
	}
	return most
}

// sweep changes all messages, in one order and then in the other, and all prices.
func (b *potentials) sweep(work *budget) {
	var at [2]int // where the messages of an edge begin
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

// send shares what the links of an edge gain out anew: the best that a label can do with
// some label of the other side, by both of their potentials and their link, becomes, by
// halves, the potential of both.
func (b *potentials) send(e *edge, at [2]int, work *budget) {
	var messages [2][]int64
	var most [2]int64
	for side, v := range e.vars { // take back what was sent before
		messages[side] = b.messages[side][at[side]:][:len(e.links[side])]
		for _, a := range b.live[v] {
			b.theta[a] -= messages[side][a-b.start[v]]
		}
		most[side] = b.most(b.live[v])
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

// charge sets all prices, one after another: the bound is least where one variable, and no
// other, would still rather be mapped to the right variable than not.
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
		var first, second int64 // by how much its labels are better than the others of their variables
		for _, a := range column {
			best := bests[b.of[a]]
			rest := best.theta
			if best.label == a {
				rest = best.second
			}
			better := b.theta[a] + b.price[right] - rest
			if best.second == never { // no other variable has a label for it
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
			if max(before, b.theta[a]) >= bests[v].second { // it was or is one of the two
				bests[v] = b.two(b.live[v])
				work.spend(len(b.live[v]))
			}
		}
		b.price[right] = price
	}
}

// two is the label of greatest potential, and the second greatest, never if there is none.
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
