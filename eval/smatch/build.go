package smatch

import (
	"maps"
	"slices"

	"parser/parser/amr"
)

// newProblem returns the problem of finding the best mapping of a's variables to those of b, or nil
// if more pairs of triples may match than most, since that would need too much memory. Triples
// that a graph has twice are two triples, and each matches another one.
func newProblem(a, b *amr.Triples, most int) *problem {
	left, right := grouped(a), grouped(b)
	pairs := 0
	for kind, group := range left {
		pairs += len(group) * len(right[kind])
	}
	if pairs > most {
		return nil
	}
	gains, links := map[pair]int{}, map[[2]pair]int{}
	for kind, group := range left {
		for x, m := range group {
			for y, n := range right[kind] {
				from, to, count := pair{x[0], y[0]}, pair{x[1], y[1]}, min(m, n)
				switch loop := from.left == to.left; {
				case loop != (from.right == to.right): // no mapping has both pairs
				case loop:
					gains[from] += count
				case from.left < to.left:
					links[[2]pair{from, to}] += count
				default:
					links[[2]pair{to, from}] += count
				}
			}
		}
	}
	return assemble(len(a.Concepts), len(b.Concepts), gains, links)
}

// assemble numbers the labels, variable by variable.
func assemble(lefts, rights int, gains map[pair]int, links map[[2]pair]int) *problem {
	labels := map[pair]int{}
	for p := range gains {
		labels[p] = 0
	}
	for l := range links {
		labels[l[0]], labels[l[1]] = 0, 0
	}
	pairs := slices.SortedFunc(maps.Keys(labels), pair.compare)
	p := &problem{vars: lefts, rights: rights}
	for v := range lefts {
		p.start = append(p.start, len(p.right))
		p.of, p.right, p.gain = append(p.of, v), append(p.right, none), append(p.gain, 0)
		for ; len(pairs) > 0 && pairs[0].left == v; pairs = pairs[1:] {
			labels[pairs[0]] = len(p.right)
			p.of, p.right, p.gain = append(p.of, v), append(p.right, pairs[0].right), append(p.gain, gains[pairs[0]])
		}
	}
	p.start = append(p.start, len(p.right))
	p.links = make([][]link, len(p.right))
	joined := map[[2]int]bool{}
	for l, gain := range links {
		a, b := labels[l[0]], labels[l[1]]
		p.links[a], p.links[b] = append(p.links[a], link{b, gain}), append(p.links[b], link{a, gain})
		joined[[2]int{l[0].left, l[1].left}] = true
		p.most = max(p.most, gain)
	}
	for _, links := range p.links {
		slices.SortFunc(links, link.compare)
	}
	for _, vars := range slices.SortedFunc(maps.Keys(joined), func(x, y [2]int) int { return slices.Compare(x[:], y[:]) }) {
		e := edge{vars: vars}
		for side, v := range vars {
			other := vars[1-side]
			for a := p.start[v]; a < p.start[v+1]; a++ {
				first, _ := slices.BinarySearchFunc(p.links[a], link{label: p.start[other]}, link.compare)
				after, _ := slices.BinarySearchFunc(p.links[a], link{label: p.start[other+1]}, link.compare)
				e.links[side] = append(e.links[side], p.links[a][first:after])
			}
		}
		p.edges = append(p.edges, e)
	}
	return p
}

// grouped counts the triples of a graph: first by everything except their variables, in which triples
// that may match agree, then by their variables, two of a relation and twice the same one of others.
func grouped(t *amr.Triples) map[amr.Triple]map[[2]int]int {
	groups := map[amr.Triple]map[[2]int]int{}
	for _, t := range t.List() {
		variables := [2]int{t.Var, t.Var}
		if t.Kind == amr.Relation {
			variables[1] = t.To
		}
		t.Var, t.To = 0, 0
		if groups[t] == nil {
			groups[t] = map[[2]int]int{}
		}
		groups[t][variables]++
	}
	return groups
}
