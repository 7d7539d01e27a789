package features

import (
	"slices"

	"parser/conll"
	"parser/transition"
)

// Extractor is a compiled set of templates. Goroutines can share it, since the state of a parse is in
// a Vector.
type Extractor struct {
	// Labels is the number of labels that a parser of graphs knows, to be set before use. Larger
	// labels belong to one sentence, and all count as the same.
	Labels    int32
	columns   []attribute // word attributes in use, those of the form first
	spelling  int         // how many of them are of the form
	nodes     []nodeRef   // nodes in use, each after the one it starts from
	wordAtoms []wordAtom  // values 0…
	treeAtoms []treeAtom  // values after them
	plan                  // of the templates
	ends      [layers]end // for graphs: nodes and atoms are in the order of layers
	groups    []group     // for graphs: the templates again
	labelled  bool        // for graphs: asksLabels
}

// nodeRef says how to find a node: in the stack or the buffer, or by a step from another node.
type nodeRef struct {
	kind  byte  // one of bases, or a step as in address
	index int32 // place in stack or buffer, or the node to step from
}

type wordAtom struct{ node, column int32 }

type treeAtom struct {
	asks     int // index in ofTree, or asksPath
	node, to int32
	column   int32 // for a path
}

// Vector is the working space of one sentence: the atoms of its words, and the features of the last
// configuration.
type Vector struct {
	words    int32               // number of words
	atoms    []uint64            // a row for each node from 0 and one for "no node", with a column for each of the extractor's
	forms    map[string][]uint64 // cached atoms of forms, if that is worthwhile,
	of       *Extractor          // for this extractor
	nodes    []int32
	rows     []int32 // for each node, where its row is in atoms
	values   []uint64
	hashes   []uint64
	Features []uint64 // set by Extract: one per template, in their order; for graphs see Extract
	AnyOrder bool     // whether they may come in any order, which is faster
	labels   []uint64 // for graphs: the label of each word in the dependency tree
	concepts []uint64 // for graphs: what stands for the form and lemma of each inserted node; 0 for other nodes
	each     [2]int32 // for graphs: the children C and D
}

// Compile prepares the set for extraction.
func (s *Set) Compile() *Extractor {
	x, places, numbers := &Extractor{}, map[atom]int32{}, map[address]int32{}
	all := slices.Concat(s.templates...)
	for _, a := range all {
		_, asked := a.attr.cut()
		if column := asked.column(); column != "" && !slices.Contains(x.columns, asked) {
			at := len(x.columns)
			if column == "w" {
				at = x.spelling
				x.spelling++
			}
			x.columns = slices.Insert(x.columns, at, asked)
		}
	}
	for layer := range layers {
		for _, a := range all {
			for _, node := range a.nodes() {
				if node.layer() == layer {
					x.node(node, numbers)
				}
			}
		}
		for _, a := range all {
			if _, ok := places[a]; !ok && a.layer() == layer {
				places[a] = x.add(a, numbers)
			}
		}
		x.ends[layer] = end{len(x.nodes), len(x.wordAtoms), len(x.treeAtoms)}
	}
	var seeds []uint64
	var ofAtoms [][]int32
	for _, t := range s.templates {
		var at []int32
		for _, a := range t {
			slot := places[a]
			if !a.attr.ofWord() {
				slot += int32(len(x.wordAtoms))
			}
			at = append(at, slot)
		}
		seeds, ofAtoms = append(seeds, hash(print(t))), append(ofAtoms, at)
	}
	x.plan, x.groups = newPlan(seeds, ofAtoms), newGroups(s.templates, seeds, ofAtoms)
	x.labelled = x.asksLabels()
	return x
}

// add adds an atom, whose nodes have numbers, and returns its place among the atoms of words or of trees.
func (x *Extractor) add(a atom, numbers map[address]int32) int32 {
	_, asked := a.attr.cut()
	column := int32(slices.Index(x.columns, asked))
	if a.attr.ofWord() {
		x.wordAtoms = append(x.wordAtoms, wordAtom{numbers[a.node], column})
		return int32(len(x.wordAtoms) - 1)
	}
	t := treeAtom{asks: slices.Index(ofTree, a.attr), node: numbers[a.node], to: numbers[a.to], column: column}
	if t.asks < 0 {
		t.asks = asksPath
	}
	x.treeAtoms = append(x.treeAtoms, t)
	return int32(len(x.treeAtoms) - 1)
}

// node numbers an address and, before it, every node on the way, unless they have numbers.
func (x *Extractor) node(a address, numbers map[address]int32) int32 {
	if i, ok := numbers[a]; ok {
		return i
	}
	r := nodeRef{a.base, int32(a.index)}
	if last := len(a.steps) - 1; last >= 0 {
		r = nodeRef{a.steps[last], x.node(address{a.base, a.index, a.steps[:last]}, numbers)}
	}
	numbers[a], x.nodes = int32(len(x.nodes)), append(x.nodes, r)
	return numbers[a]
}

// Numbers that stand for a missing node and for ROOT, in any column.
const (
	noNode   = 0x6e6f6e6500000001
	rootNode = 0x726f6f7400000002
)

// Prepare fills v with the atoms of a sentence's words.
func (x *Extractor) Prepare(v *Vector, words []conll.Word) {
	v.words, v.atoms = int32(len(words)), v.atoms[:0]
	if v.of != x {
		v.of, v.forms = x, nil
	}
	if v.labels = v.labels[:0]; x.labelled {
		v.labels = appendLabels(v.labels, words)
	}
	for range x.columns {
		v.atoms = append(v.atoms, rootNode)
	}
	for i := range words {
		v.atoms = x.appendSpelling(v, &words[i])
		for _, a := range x.columns[x.spelling:] {
			v.atoms = append(v.atoms, a.hashOf(&words[i]))
		}
	}
	for range x.columns {
		v.atoms = append(v.atoms, noNode)
	}
}

// Extract sets v.Features to the features of the configuration c over the prepared words; for
// graphs one per template and per child that it applies to. It does not allocate once v has its
// full size.
func (x *Extractor) Extract(v *Vector, c *transition.Config) {
	if c.Graph != nil {
		x.extractGraph(v, c)
		return
	}
	n, width := len(x.wordAtoms), int32(len(x.columns))
	v.nodes, v.values = sized(v.nodes, len(x.nodes)), sized(v.values, n+len(x.treeAtoms))
	v.rows = sized(v.rows, len(x.nodes))
	for i, r := range x.nodes {
		node := r.find(v.nodes, c)
		v.nodes[i] = node
		if uint32(node) > uint32(v.words) { // no node, or a bracket
			node = v.words + 1
		}
		v.rows[i] = node * width
	}
	for i, a := range x.wordAtoms {
		v.values[i] = v.atoms[v.rows[a.node]+a.column]
	}
	for i := range x.treeAtoms {
		v.values[n+i] = x.treeAtoms[i].value(v.nodes, c)
	}
	v.Features, v.hashes = sized(v.Features, len(x.at)), sized(v.hashes, len(x.at))
	x.hash(v.hashes, v.values)
	if v.AnyOrder {
		v.Features, v.hashes = v.hashes, v.Features
		return
	}
	for i, at := range x.at {
		v.Features[at] = v.hashes[i]
	}
}

// sized returns a slice of length n with arbitrary values, a itself if there is room.
func sized[T any](a []T, n int) []T { return slices.Grow(a[:0], n)[:n] }

func (r nodeRef) find(nodes []int32, c *transition.Config) int32 {
	switch r.kind {
	case 'S':
		return c.S(int(r.index))
	case 'N':
		return c.B(int(r.index))
	case 'P':
		front := c.Front()
		if front == transition.None {
			front = c.N + 1
		}
		return max(transition.None, front-1-r.index) // ROOT is before the first word
	case 'I':
		if top := c.S(int(r.index)); top > 0 && !c.IsOpen(top) {
			return top
		}
		return transition.None
	case 'O':
		i := int(r.index)
		if !c.IsOpen(c.S(0)) {
			i++
		}
		if open := c.S(i); open > 0 && c.IsOpen(open) {
			return open
		}
		return transition.None
	case 'K', 'C', 'D', 'x', 'm': // for graphs
		return transition.None
	}
	from := nodes[r.index]
	if from == transition.None {
		return transition.None
	}
	n := &c.Nodes[from]
	switch r.kind {
	case 'b':
		return max(transition.None, n.First-1)
	case 'h':
		return n.Head
	case 'l':
		return n.Left[0]
	case 'L':
		return n.Left[1]
	case 'r':
		return n.Right[0]
	case 'R':
		return n.Right[1]
	case 'f':
		return n.First
	}
	last := n.Last
	if last == transition.None && n.Right[0] != transition.None { // the last word so far
		last = c.Nodes[n.Right[0]].Last
	}
	switch {
	case r.kind == 'e', last == transition.None:
		return last
	case last < c.N:
		return last + 1
	}
	return transition.None
}

// value returns the number of an atom that depends on the configuration. Distances 1…5 have numbers
// of their own; 6–10 share one, and so do longer ones.
func (a *treeAtom) value(nodes []int32, c *transition.Config) uint64 {
	switch {
	case a.asks == asksBias:
		return 0
	case a.asks >= asksAction && a.asks < asksPath:
		s, ok := a.step(c)
		if !ok {
			return noNode
		}
		return actionNumber(s.Move, uint64(uint32(s.Label)))
	case a.asks > asksDistance: // for graphs
		return noNode
	}
	node := nodes[a.node]
	if node == transition.None {
		return noNode
	}
	n := &c.Nodes[node]
	switch a.asks {
	case asksLabel:
		return uint64(uint32(n.Label))
	case asksLeftValency:
		return uint64(n.LeftValency)
	case asksRightValency:
		return uint64(n.RightValency)
	case asksLeftLabels:
		return n.LeftLabelSet
	case asksRightLabels:
		return n.RightLabelSet
	case asksKind:
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
	return far(node, to)
}

// step returns the action that an atom of the history asks about, if the parse is that long.
func (a *treeAtom) step(c *transition.Config) (s transition.Step, ok bool) {
	i := len(c.Steps) - 1 - (a.asks - asksAction)
	if i < 0 {
		return s, false
	}
	return c.Steps[i], true
}

// actionNumber returns the number of an action, whose label has a number or is that of what has none.
func actionNumber(m transition.Move, label uint64) uint64 {
	const shift = 56 // numbers of labels are smaller
	return label ^ uint64(m)<<shift
}

func far(a, b int32) uint64 {
	switch d := max(a-b, b-a); {
	case d <= 5:
		return uint64(d)
	case d <= 10:
		return 6
	}
	return 7
}
