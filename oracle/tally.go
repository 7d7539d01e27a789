package oracle

import (
	"slices"

	"parser/transition/graph"
)

// Tally computes the loss of one unfinished graph after the other, as Gold.Loss does, in time
// proportional to what has changed between them: roll-outs from one configuration differ little.
type Tally struct {
	gold   *naive
	left   []int32   // how often each gold element is still missing; negative if there are too many
	loss   int32     // of what is counted
	nodes  []counted // what is counted of each node: its concept and its arc
	arcs   []int32   // what is counted of re-entrancies
	seen   []int32   // the changes that led to it
	redone []int32
}

// counted is elements by their places among the gold ones; absent stands for those that gold lacks.
type counted struct {
	places [4]int32
	n      int
}

const absent = -1

// Start begins with an empty graph.
func (t *Tally) Start(m *Meaning) {
	t.gold, t.loss = &m.naive, m.size
	t.left = append(t.left[:0], m.naive.gold...)
	t.nodes, t.arcs, t.seen = t.nodes[:0], t.arcs[:0], t.seen[:0]
}

// Loss returns the loss of g, whose first shared Changes also led to the graph of the previous
// call.
func (t *Tally) Loss(g *graph.State, shared int) int32 {
	t.redone = append(append(t.redone[:0], t.seen[min(shared, len(t.seen)):]...), g.Changes[shared:]...)
	for node := len(t.nodes); node < len(g.Nodes); node++ {
		t.nodes = append(t.nodes, counted{})
		t.redone = append(t.redone, int32(node))
	}
	t.seen = append(t.seen[:min(shared, len(t.seen))], g.Changes[shared:]...)
	for _, node := range t.redone {
		n := &t.nodes[node]
		for _, place := range n.places[:n.n] {
			t.drop(place)
		}
		n.n = 0
	}
	slices.Sort(t.redone)
	for _, node := range slices.Compact(t.redone) {
		if node == 0 || int(node) >= len(g.Nodes) || g.Nodes[node].Gone {
			continue
		}
		n := &t.nodes[node]
		n.places[0], n.n = t.count(element{g.Nodes[node].Label, graph.None, graph.None}), 1
		if head := g.Nodes[node].Head; head != graph.None {
			for _, e := range partsOf(g, head, g.RoleOf(node), node) {
				n.places[n.n] = t.count(e)
				n.n++
			}
		}
	}
	for _, place := range t.arcs {
		t.drop(place)
	}
	t.arcs = t.arcs[:0]
	for _, a := range g.Arcs {
		for _, e := range partsOf(g, a.Head, a.Role, a.Dep) {
			t.arcs = append(t.arcs, t.count(e))
		}
	}
	return t.loss
}

// count adds an element, and returns its place.
func (t *Tally) count(e element) int32 {
	place, ok := t.gold.places[e]
	if !ok {
		t.loss++
		return absent
	}
	if t.left[place] > 0 {
		t.loss--
	} else {
		t.loss++
	}
	t.left[place]--
	return place
}

// drop takes back an element that was counted.
func (t *Tally) drop(place int32) {
	if place == absent {
		t.loss--
		return
	}
	if t.left[place]++; t.left[place] > 0 {
		t.loss++
	} else {
		t.loss--
	}
}
