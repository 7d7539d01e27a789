package features

import (
	"slices"

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

const (
	onStack nodeKind = iota
	inBuffer
	before
	topItem
	openBracket
	headOf
	leftOf
	left2Of
	rightOf
	right2Of
	firstOf
	lastOf
)

type wordAtom struct{ node, column int32 }

type treeAtom struct {
	attr     attribute
	kind     treeKind
	node, to int32
}

type treeKind uint8

const (
	kindLabel treeKind = iota
	kindLeftValency
	kindRightValency
	kindLeftSet
	kindRightSet
	kindState
	kindDistance
	kindBias
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
	c := compiler{x: &Extractor{}, nodes: map[address]int32{}}
	words, trees := map[atom]int32{}, map[atom]int32{}
	for _, t := range s.templates {
		for _, a := range t {
			c.number(a, words, trees)
		}
	}
	for _, t := range s.templates {
		from := int32(len(c.x.order))
		for _, a := range t {
			i, ok := words[a]
			if !ok {
				i = trees[a] + int32(len(words))
			}
			c.x.order = append(c.x.order, i)
		}
		c.x.templates = append(c.x.templates, compiled{hash(print(t)), from, int32(len(c.x.order))})
	}
	return c.x
}

type compiler struct {
	x     *Extractor
	nodes map[address]int32
}

// number gives an atom its place among the values.
func (c *compiler) number(a atom, words, trees map[atom]int32) {
	if a.attr.ofWord() {
		if _, ok := words[a]; !ok {
			words[a] = int32(len(c.x.wordAtoms))
			c.x.wordAtoms = append(c.x.wordAtoms, wordAtom{c.node(a.node), c.column(a.attr)})
		}
		return
	}
	if _, ok := trees[a]; ok {
		return
	}
	trees[a] = int32(len(c.x.treeAtoms))
	t := treeAtom{attr: a.attr, kind: treeKinds[a.attr]}
	if a.attr != bias {
		t.node = c.node(a.node)
	}
	if a.attr == distance {
		t.to = c.node(a.to)
	}
	c.x.treeAtoms = append(c.x.treeAtoms, t)
}

var treeKinds = map[attribute]treeKind{
	arcLabel: kindLabel, leftValency: kindLeftValency, rightValency: kindRightValency,
	leftLabelSet: kindLeftSet, rightLabelSet: kindRightSet, nodeState: kindState, distance: kindDistance,
	bias: kindBias,
}

var stepKinds = map[step]nodeKind{
	toHead: headOf, toLeft: leftOf, toLeft2: left2Of, toRight: rightOf, toRight2: right2Of,
	toFirst: firstOf, toLast: lastOf,
}

var baseKinds = map[byte]nodeKind{'S': onStack, 'N': inBuffer, 'P': before, 'I': topItem, 'O': openBracket}

func (c *compiler) column(a attribute) int32 {
	if i := slices.Index(c.x.columns, a); i >= 0 {
		return int32(i)
	}
	c.x.columns = append(c.x.columns, a)
	return int32(len(c.x.columns) - 1)
}

// node numbers an address and, before it, every node on the way.
func (c *compiler) node(a address) int32 {
	from := address{base: a.base, index: a.index}
	i := c.ref(from, nodeRef{baseKinds[a.base], int32(a.index)})
	for rest := a.steps; rest != ""; {
		s := leadingStep(rest)
		from.steps += string(s)
		rest = rest[len(s):]
		i = c.ref(from, nodeRef{stepKinds[s], i})
	}
	return i
}

func (c *compiler) ref(a address, r nodeRef) int32 {
	if i, ok := c.nodes[a]; ok {
		return i
	}
	c.nodes[a] = int32(len(c.x.nodes))
	c.x.nodes = append(c.x.nodes, r)
	return c.nodes[a]
}

// Extract sets v.Features to the features of the configuration c over the
// prepared words. It does not allocate once v has its size.
func (x *Extractor) Extract(v *Vector, w *Words, c *transition.Config) {
	v.reserve(x)
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

// reserve gives v the sizes that x needs.
func (v *Vector) reserve(x *Extractor) {
	v.nodes = slices.Grow(v.nodes[:0], len(x.nodes))[:len(x.nodes)]
	values := len(x.wordAtoms) + len(x.treeAtoms)
	v.values = slices.Grow(v.values[:0], values)[:values]
	v.Features = slices.Grow(v.Features[:0], len(x.templates))[:len(x.templates)]
}

// locate finds every node of the templates.
func (x *Extractor) locate(nodes []int32, c *transition.Config) {
	for i, r := range x.nodes {
		if r.kind < headOf {
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
		return state(node, c)
	}
	to := nodes[a.to]
	if to == transition.None || c.IsBracket(node) || c.IsBracket(to) {
		return noNode
	}
	return bucket(to - node)
}

// state tells words, closed brackets and open ones apart.
func state(node int32, c *transition.Config) uint64 {
	switch {
	case !c.IsBracket(node):
		return 0
	case c.IsOpen(node):
		return 1
	}
	return 2
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
