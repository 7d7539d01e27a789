package features

import (
	"slices"
	"strings"

	"parser/transition"
)

// Extractor is a compiled set of templates. It is immutable; the state of one
// parse is in a Vector, so that many goroutines can share an extractor.
type Extractor struct {
	columns   []attribute // word attributes in use, the columns of Words
	nodes     []nodeRef   // nodes in use, each after the one it starts from
	wordAtoms []wordAtom  // values 0…
	treeAtoms []treeAtom  // values behind them
	templates []compiled
	order     []int32 // the templates' atoms, run together
}

// nodeRef tells how a node is found: in stack or buffer, or by a step from
// another node.
type nodeRef struct {
	kind  nodeKind
	index int32 // place in stack or buffer, or the node to step from
}

type nodeKind uint8

// The kinds of nodes, in the order of bases and of steps.
const (
	onStack nodeKind = iota
	inBuffer
	before
	topItem
	openBracket
	left2Of
	right2Of
	leftOf
	rightOf
	headOf
	firstOf
	lastOf
)

type wordAtom struct{ node, column int32 }

type treeAtom struct {
	kind     treeKind
	node, to int32
}

type treeKind uint8

// The kinds of tree atoms, in the order of ofTree.
const (
	kindBias treeKind = iota
	kindLabel
	kindLeftValency
	kindRightValency
	kindLeftSet
	kindRightSet
	kindState
	kindDistance
)

type compiled struct {
	seed     uint64
	from, to int32 // its atoms are order[from:to]
}

// Vector is the working space of one parse.
type Vector struct {
	nodes    []int32
	values   []uint64
	Features []uint64 // set by Extract: one per template
}

// Compile prepares the set for extraction.
func (s *Set) Compile() *Extractor {
	x, slots, nodes := &Extractor{}, map[atom]int32{}, map[address]int32{}
	for _, words := range []bool{true, false} {
		for _, a := range slices.Concat(s.templates...) {
			if _, ok := slots[a]; ok || a.attr.ofWord() != words {
				continue
			}
			slots[a] = int32(len(slots))
			if words {
				x.wordAtoms = append(x.wordAtoms, wordAtom{x.node(a.node, nodes), x.column(a.attr)})
				continue
			}
			t := treeAtom{kind: treeKind(slices.Index(ofTree, a.attr))}
			if a.attr != bias {
				t.node = x.node(a.node, nodes)
			}
			if a.attr == distance {
				t.to = x.node(a.to, nodes)
			}
			x.treeAtoms = append(x.treeAtoms, t)
		}
	}
	for _, t := range s.templates {
		from := int32(len(x.order))
		for _, a := range t {
			x.order = append(x.order, slots[a])
		}
		x.templates = append(x.templates, compiled{hash(print(t)), from, int32(len(x.order))})
	}
	return x
}

// column numbers a word attribute.
func (x *Extractor) column(a attribute) int32 {
	if i := slices.Index(x.columns, a); i >= 0 {
		return int32(i)
	}
	x.columns = append(x.columns, a)
	return int32(len(x.columns) - 1)
}

// node numbers an address and, before it, every node on the way, unless they have numbers.
func (x *Extractor) node(a address, numbers map[address]int32) int32 {
	ref := func(a address, r nodeRef) int32 {
		if _, ok := numbers[a]; !ok {
			numbers[a] = int32(len(x.nodes))
			x.nodes = append(x.nodes, r)
		}
		return numbers[a]
	}
	from := address{base: a.base, index: a.index}
	i := ref(from, nodeRef{nodeKind(strings.IndexByte(bases, a.base)), int32(a.index)})
	for rest := a.steps; rest != ""; {
		s := leadingStep(rest)
		from.steps, rest = from.steps+steps[s], rest[len(steps[s]):]
		i = ref(from, nodeRef{left2Of + nodeKind(s), i})
	}
	return i
}

// Extract sets v.Features to the features of the configuration c over the
// prepared words. It does not allocate once v has its size.
func (x *Extractor) Extract(v *Vector, w *Words, c *transition.Config) {
	v.nodes, v.Features = sized(v.nodes, len(x.nodes)), sized(v.Features, len(x.templates))
	v.values = sized(v.values, len(x.wordAtoms)+len(x.treeAtoms))
	x.locate(v.nodes, c)
	for i, a := range x.wordAtoms {
		node := v.nodes[a.node]
		if uint32(node) > uint32(w.n) { // none, or a bracket
			node = w.n + 1
		}
		v.values[i] = w.atoms[node*w.width+a.column]
	}
	trees := v.values[len(x.wordAtoms):]
	for i, a := range x.treeAtoms {
		trees[i] = a.value(v.nodes, c)
	}
	for i, t := range x.templates {
		h := t.seed
		for _, a := range x.order[t.from:t.to] {
			h = mix(h, v.values[a])
		}
		v.Features[i] = h
	}
}

// sized returns a slice of n, a itself if there is room; what is in it does not matter.
func sized[T any](a []T, n int) []T { return slices.Grow(a[:0], n)[:n] }

// locate finds every node of the templates.
func (x *Extractor) locate(nodes []int32, c *transition.Config) {
	for i, r := range x.nodes {
		if r.kind < left2Of {
			nodes[i] = base(r, c)
			continue
		}
		nodes[i] = transition.None
		from := nodes[r.index]
		if from == transition.None {
			continue
		}
		n := &c.Nodes[from]
		switch r.kind {
		case headOf:
			nodes[i] = n.Head
		case leftOf:
			nodes[i] = n.Left[0]
		case left2Of:
			nodes[i] = n.Left[1]
		case rightOf:
			nodes[i] = n.Right[0]
		case right2Of:
			nodes[i] = n.Right[1]
		case firstOf:
			nodes[i] = n.First
		case lastOf:
			nodes[i] = lastWord(n, c)
		}
	}
}

// base finds a node of the stack, the buffer, or the words before it.
func base(r nodeRef, c *transition.Config) int32 {
	switch r.kind {
	case onStack:
		return c.S(int(r.index))
	case inBuffer:
		if c.Next+r.index <= c.N {
			return c.Next + r.index
		}
	case before:
		return max(transition.None, c.Next-1-r.index) // ROOT is before the first word
	case topItem:
		if top := c.S(int(r.index)); top > 0 && !c.IsOpen(top) {
			return top
		}
	case openBracket:
		i := int(r.index)
		if !c.IsOpen(c.S(0)) {
			i++
		}
		if open := c.S(i); open > 0 && c.IsOpen(open) {
			return open
		}
	}
	return transition.None
}

// lastWord returns the last word of a node, or of its children so far.
func lastWord(n *transition.Node, c *transition.Config) int32 {
	switch {
	case n.Last != transition.None:
		return n.Last
	case n.Right[0] != transition.None:
		return c.Nodes[n.Right[0]].Last
	}
	return transition.None
}

// value returns the number of an atom that depends on the configuration.
func (a *treeAtom) value(nodes []int32, c *transition.Config) uint64 {
	if a.kind == kindBias {
		return 0
	}
	node := nodes[a.node]
	if node == transition.None {
		return noNode
	}
	n := &c.Nodes[node]
	switch a.kind {
	case kindLabel:
		return uint64(uint32(n.Label))
	case kindLeftValency:
		return uint64(n.LeftValency)
	case kindRightValency:
		return uint64(n.RightValency)
	case kindLeftSet:
		return n.LeftLabelSet
	case kindRightSet:
		return n.RightLabelSet
	case kindState:
		switch {
		case !c.IsBracket(node):
			return 0
		case c.IsOpen(node):
			return 1
		}
		return 2
	}
	to := nodes[a.to]
	if to == transition.None || c.IsBracket(node) || c.IsBracket(to) {
		return noNode
	}
	return bucket(to - node)
}

// bucket makes distances 1…5 their own, and joins 6–10 and the longer ones.
func bucket(d int32) uint64 {
	if d < 0 {
		d = -d
	}
	switch {
	case d <= 5:
		return uint64(d)
	case d <= 10:
		return 6
	}
	return 7
}
