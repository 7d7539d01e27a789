package layered

import (
	"fmt"
	"slices"
)

// layers is a graph in layers. Layers of nodes alternate with layers of labels.
type layers struct {
	*Graph
	Options
	items  []item // first those of the nodes
	rows   [][]int
	chains []chain // of each edge
}

// item is an item of a layer: a node, a label, or a passing edge.
type item struct {
	layer        int
	size         Size
	passes       bool
	above, below []int // joined items in the layers before and after
	along        float64
	place        int // in its layer
}

// chain holds the items of an edge between its upper node and its lower node; the last is the label.
// An edge is turned if it leads upwards: it would close a cycle.
type chain struct {
	upper, lower int
	items        []int
	turned       bool
}

// newLayers puts nodes, labels and passages into layers, in the order of a search from the root.
func newLayers(g *Graph, o Options) (*layers, error) {
	l := &layers{Graph: g, Options: o, chains: make([]chain, len(g.Edges))}
	depth := l.depths()
	count := len(g.Nodes)
	for k := range l.chains {
		c := &l.chains[k]
		if count += 2*(depth[c.lower]-depth[c.upper]) - 1; count > MaxItems {
			return nil, fmt.Errorf("%w: its edges pass more than %d layers", ErrTooLarge, MaxItems)
		}
	}
	l.rows = make([][]int, 2*slices.Max(depth)+1)
	l.items = make([]item, len(g.Nodes), count)
	below := make([][]int, len(g.Nodes)) // chains
	for k, c := range l.chains {
		below[c.upper] = append(below[c.upper], k)
	}
	met := make([]bool, len(g.Nodes))
	var visit func(v int)
	visit = func(v int) {
		met[v] = true
		l.items[v] = item{layer: 2 * depth[v], size: g.Nodes[v], above: l.items[v].above}
		l.enter(v)
		for _, k := range below[v] {
			l.link(k, depth)
			if w := l.chains[k].lower; !met[w] {
				visit(w)
			}
		}
	}
	visit(g.Root)
	for v := range g.Nodes {
		if !met[v] {
			visit(v)
		}
	}
	return l, nil
}

// enter puts an item at the end of its layer.
func (l *layers) enter(i int) {
	t := &l.items[i]
	t.place = len(l.rows[t.layer])
	l.rows[t.layer] = append(l.rows[t.layer], i)
}

func (l *layers) link(k int, depth []int) {
	c := &l.chains[k]
	at := c.upper
	for layer := 2*depth[c.upper] + 1; layer < 2*depth[c.lower]; layer++ {
		t := item{layer: layer, passes: layer < 2*depth[c.lower]-1}
		if !t.passes {
			t.size = l.Edges[k].Label
		}
		i := len(l.items)
		l.items = append(l.items, t)
		l.enter(i)
		c.items = append(c.items, i)
		l.join(at, i)
		at = i
	}
	l.join(at, c.lower)
}

func (l *layers) join(above, below int) {
	l.items[above].below = append(l.items[above].below, below)
	l.items[below].above = append(l.items[below].above, above)
}

// depths turns the edges that close cycles in a search from the root, and returns the length of the longest path to
// each node. A node that no edge leads to, except the root, moves down to just above the highest node below it.
func (l *layers) depths() []int {
	n := len(l.Nodes)
	out := make([][]int, n) // edges
	into := make([]int, n)
	for k, e := range l.Edges {
		l.chains[k] = chain{upper: e.From, lower: e.To}
		out[e.From] = append(out[e.From], k)
		into[e.To]++
	}
	const open, done = 1, 2
	state := make([]int, n)
	var last []int // nodes, each after all that it leads to
	var visit func(v int)
	visit = func(v int) {
		state[v] = open
		for _, k := range out[v] {
			switch w := l.Edges[k].To; state[w] {
			case open:
				l.chains[k] = chain{upper: w, lower: v, turned: true}
			case 0:
				visit(w)
			}
		}
		state[v] = done
		last = append(last, v)
	}
	visit(l.Root)
	for _, sources := range []bool{true, false} {
		for v := range n {
			if state[v] == 0 && (into[v] == 0 || !sources) {
				visit(v)
			}
		}
	}
	down := make([][]int, n) // nodes
	up := make([]int, n)
	for _, c := range l.chains {
		down[c.upper] = append(down[c.upper], c.lower)
		up[c.lower]++
	}
	depth := make([]int, n)
	for _, v := range slices.Backward(last) {
		for _, w := range down[v] {
			depth[w] = max(depth[w], depth[v]+1)
		}
	}
	for v := range n {
		if v != l.Root && up[v] == 0 && len(down[v]) > 0 {
			depth[v] = depth[slices.MinFunc(down[v], func(a, b int) int { return depth[a] - depth[b] })] - 1
		}
	}
	return depth
}
