package smatch

import (
	"cmp"
	"slices"
)

// none is the right variable of the first label of every variable, which maps it to nothing.
const none = -1

// problem is the search for the best mapping, as a labelling: each variable of one graph, the left one, gets a label,
// which is a variable of the right graph or none, and no two get the same variable of the right graph. There are only
// labels that can make a triple match; all others are worth no more than none.
//
// A labelling is worth the gains of its labels and those of its links.
type problem struct {
	vars   int      // of the left graph
	rights int      // variables of the right graph
	start  []int    // of each variable its first label, for none; at the end the number of labels
	of     []int    // of each label its variable
	right  []int    // of each label a variable of the right graph, or none; ascending for each variable
	gain   []int    // of each label the triples that match by it alone
	links  [][]link // of each label its links, in the order of the other labels
	edges  []edge
	most   int // the greatest gain of a link
}

// link is another label and the number of relations that match by both together.
type link struct{ label, gain int }

func (l link) compare(m link) int { return cmp.Compare(l.label, m.label) }

// edge joins two variables of the left graph, the smaller one first, whose labels are linked.
type edge struct {
	vars  [2]int
	links [2][][]link // of each label of either variable, the links to labels of the other
}

// label returns the label that maps a variable to one of the right graph. If there is no
// such label, it returns the first one, which maps the variable to nothing.
func (p *problem) label(v, right int) int {
	first := p.start[v]
	if at, found := slices.BinarySearch(p.right[first:p.start[v+1]], right); found {
		return first + at
	}
	return first
}

// link returns the gain of the link of two labels, or 0 if they have no link.
func (p *problem) link(a, b int) int {
	if at, found := slices.BinarySearchFunc(p.links[a], link{label: b}, link.compare); found {
		return p.links[a][at].gain
	}
	return 0
}

// value returns what a labelling is worth: the number of triples that match.
func (p *problem) value(labelling []int) (sum int) {
	chosen := map[int]bool{}
	for _, label := range labelling {
		sum += p.gain[label]
		for _, l := range p.links[label] {
			if chosen[l.label] {
				sum += l.gain
			}
		}
		chosen[label] = true
	}
	return sum
}

// pair is a variable of the left graph and one of the right graph.
type pair struct{ left, right int }

func (p pair) compare(q pair) int {
	return cmp.Or(cmp.Compare(p.left, q.left), cmp.Compare(p.right, q.right))
}

// budget is the number of steps, looks at a label or link, that may still be taken.
type budget int

func (b *budget) spend(steps int) { *b -= budget(steps) }

func (b *budget) spent() bool { return *b <= 0 }
