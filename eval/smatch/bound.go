package smatch

import "slices"

// scale is what one triple is worth in potentials, which are whole numbers.
const scale = 1 << 20

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
	theta    []int64    // of each label: its gain, less its price, and messages
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
	for u, labels := range b.live {
		left := []int{label}
		if u != v {
			left = slices.DeleteFunc(slices.Clone(labels), func(a int) bool { return b.right[a] != none && b.right[a] == b.right[label] })
		}
		if len(left) == 0 {
			return nil
		}
		c.live = append(c.live, left)
	}
	return c
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
		if left < 0 {
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
	for v, labels := range b.live {
		least := scale*int64(enough+1) - (bound - most[v])
		b.live[v] = slices.DeleteFunc(labels, func(a int) bool { return b.theta[a] < least && b.theta[a] < most[v] })
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
		other := b.live[e.vars[1-side]]
		for _, a := range b.live[v] {
			best, links := most[1-side], e.links[side][a-b.start[v]]
			for _, l := range links {
				if _, live := slices.BinarySearch(other, l.label); live {
					best = max(best, b.theta[l.label]+scale*int64(l.gain))
				}
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
	const never = -1 << 40 // less than all potentials; and many of them can be added
	columns := make([][]int, b.rights)
	for _, labels := range b.live {
		for _, a := range labels {
			if b.right[a] != none {
				columns[b.right[a]] = append(columns[b.right[a]], a)
			}
		}
	}
	for right, column := range columns {
		var first, second int64 // by how much its labels are better than the others of their variables
		for _, label := range column {
			labels, rest := b.live[b.of[label]], int64(never)
			for _, a := range labels {
				if a != label {
					rest = max(rest, b.theta[a])
				}
			}
			better := b.theta[label] + b.price[right] - rest
			first, second = max(first, better), max(second, min(first, better))
			work.spend(len(labels))
		}
		price := (first + second) / 2
		for _, label := range column {
			b.theta[label] += b.price[right] - price
		}
		b.price[right] = price
	}
}
