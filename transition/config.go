// Package transition holds the transition systems: what a configuration is,
// which moves are legal in it and what they do. It knows neither gold trees
// nor scores.
//
// A system parses the n words of a sentence from left to right into a dependency tree, a
// constituency tree or a sequence of tags ([Kind]). Node 0 is the artificial ROOT, which lies at
// the bottom of the stack, and nodes 1..n are the words. In constituency systems the brackets
// follow, in the order in which they were made. A graph of concepts is made from a dependency tree;
// its state is the [graph.State] in Config.Graph, which has nodes of its own.
//
//	var c transition.Config
//	s := transition.ArcHybrid{Roots: transition.SingleRoot}
//	s.Start(&c, 2)                          // [0] [1 2]
//	s.Apply(&c, transition.Shift, 0)        // [0 1] [2]
//	s.Apply(&c, transition.Left, det)       // [0] [2]      2 -det-> 1
//	s.Apply(&c, transition.Shift, 0)        // [0 2] []
//	s.Apply(&c, transition.Right, root)     // [0] []       0 -root-> 2
package transition

import (
	"slices"

	"parser/transition/graph"
)

// None stands for "no node" and "no label".
const None = -1

// Node is what a configuration knows about one word, ROOT, or a bracket: what it hangs from, and
// its outermost dependents or children so far.
//
// The children of a bracket, and the tree under ROOT in constituency systems,
// are all counted as left: LeftValency is their number, Left the first two;
// Right has the last two.
type Node struct {
	Head, Label   int32 // head and label of the arc, or parent and category; None if not attached
	Left, Right   [2]int32
	LeftValency   int32 // number of left dependents
	RightValency  int32
	First, Last   int32  // words that a bracket covers; Last is None while it is open; a word covers itself
	LeftLabelSet  uint64 // bit label%64 for each left dependent
	RightLabelSet uint64
}

// Config is a configuration: stack, buffer, and arcs or brackets. It is reused
// from sentence to sentence and no move allocates.
type Config struct {
	Stack    []int32 // bottom first; Stack[0] is ROOT
	Returned []int32 // words that SWAP put there, the buffer front last
	Next     int32   // the buffer is Returned from its end, then Next..N
	N        int32   // number of words
	Nodes    []Node  // 0..N, then brackets; Left[0] is the leftmost dependent, Right[0] the rightmost

	Kind       Kind  // what the system builds
	Opens      int32 // brackets opened since the last word or close (Bracket)
	Unlabelled bool  // the top of the stack waits for its label (ShiftLabel, Split)

	Given *graph.Sentence // what the graph is made from; set it before Start
	Graph *graph.State    // the graph so far; nil for other kinds

	Steps []Step // from Start to here
}

// Step is a move that was carried out, with its label, or None without one.
type Step struct {
	Move  Move
	Label int32
}

// Reset makes c the initial configuration over n words, with ROOT on the stack, of a system that
// builds structures of the given kind.
func (c *Config) Reset(n int, kind Kind) {
	usual := 2*n + 1 // nodes and steps; at least as many items
	c.Stack, c.Nodes, c.Steps = append(slices.Grow(c.Stack[:0], usual), 0), slices.Grow(c.Nodes[:0], usual)[:0], slices.Grow(c.Steps[:0], usual)
	c.Returned = c.Returned[:0]
	c.Next, c.N, c.Kind, c.Opens, c.Unlabelled = 1, int32(n), kind, 0, false
	none := [2]int32{None, None}
	for w := range c.N + 1 {
		c.Nodes = append(c.Nodes, Node{Head: None, Label: None, Left: none, Right: none, First: w, Last: w})
	}
}

// CopyFrom makes c an independent copy of d.
func (c *Config) CopyFrom(d *Config) {
	c.Stack = append(c.Stack[:0], d.Stack...)
	c.Returned = append(c.Returned[:0], d.Returned...)
	c.Nodes = append(c.Nodes[:0], d.Nodes...)
	c.Steps = append(c.Steps[:0], d.Steps...)
	c.Next, c.N = d.Next, d.N
	c.Kind, c.Opens, c.Unlabelled = d.Kind, d.Opens, d.Unlabelled
	if c.Given = d.Given; d.Graph != nil {
		if c.Graph == nil {
			c.Graph = new(graph.State)
		}
		c.Graph.CopyFrom(d.Graph)
	}
}

// BufferEmpty reports whether every word was consumed.
func (c *Config) BufferEmpty() bool { return c.Next > c.N && len(c.Returned) == 0 }

// Front returns the buffer front b, or None.
func (c *Config) Front() int32 { return c.B(0) }

// B returns the i-th word of the buffer counted from its front, or None.
func (c *Config) B(i int) int32 {
	if i < len(c.Returned) {
		return c.Returned[len(c.Returned)-1-i]
	}
	if w := c.Next + int32(i-len(c.Returned)); w <= c.N {
		return w
	}
	return None
}

// InBuffer reports whether the buffer has the word w.
func (c *Config) InBuffer(w int32) bool { return w >= c.Next || slices.Contains(c.Returned, w) }

// S returns the i-th item of the stack counted from its top, or None.
func (c *Config) S(i int) int32 {
	if i >= len(c.Stack) {
		return None
	}
	return c.Stack[len(c.Stack)-1-i]
}

// HasHead reports whether the word w is attached.
func (c *Config) HasHead(w int32) bool { return c.Nodes[w].Head != None }

// pop removes the top of the stack.
func (c *Config) pop() { c.Stack = c.Stack[:len(c.Stack)-1] }

// push moves the buffer front to the stack.
func (c *Config) push() { c.Stack = append(c.Stack, c.take()) }

// take removes the buffer front and returns it.
func (c *Config) take() int32 {
	b := c.Front()
	if last := len(c.Returned) - 1; last >= 0 {
		c.Returned = c.Returned[:last]
	} else {
		c.Next++
	}
	return b
}

// record ends the application of a move.
func (c *Config) record(m Move, label int32) {
	if !m.Labelled() {
		label = None
	}
	c.Steps = append(c.Steps, Step{m, label})
	if Invariants {
		if err := c.Verify(); err != nil {
			panic("transition: " + err.Error())
		}
	}
}

// attach adds the arc h -label-> d. Dependents are attached from the inside out, except in the
// ending of arc-eager, which attaches words to ROOT from right to left, and after SWAP.
func (c *Config) attach(h, d, label int32) {
	c.Nodes[d].Head, c.Nodes[d].Label = h, label
	n := &c.Nodes[h]
	outer, valency, labels, side := &n.Right, &n.RightValency, &n.RightLabelSet, int32(1)
	if d < h {
		outer, valency, labels, side = &n.Left, &n.LeftValency, &n.LeftLabelSet, -1
	}
	*valency++
	*labels |= 1 << (uint32(label) & 63)
	switch {
	case outer[0] == None || side*d > side*outer[0]:
		*outer = [2]int32{d, outer[0]}
	case outer[1] == None || side*d > side*outer[1]:
		outer[1] = d
	}
}

// open makes a bracket that starts with the given word, has no child yet, and
// returns its node.
func (c *Config) open(label, first int32) int32 {
	none := [2]int32{None, None}
	c.Nodes = append(c.Nodes, Node{Head: None, Label: label, Left: none, Right: none, First: first, Last: None})
	return int32(len(c.Nodes) - 1)
}

// close completes a bracket, which has a child.
func (c *Config) close(node int32) {
	n := &c.Nodes[node]
	n.Last = c.Nodes[n.Right[0]].Last
}

// adopt makes child the last child of parent.
func (c *Config) adopt(parent, child int32) {
	c.Nodes[child].Head = parent
	n := &c.Nodes[parent]
	if n.LeftValency < 2 {
		n.Left[n.LeftValency] = child
	}
	n.Right = [2]int32{child, n.Right[0]}
	n.LeftValency++
}

// IsOpen reports whether node is a bracket that is not closed yet.
func (c *Config) IsOpen(node int32) bool { return c.Nodes[node].Last == None }

// IsBracket reports whether node is a bracket, neither a word nor ROOT.
func (c *Config) IsBracket(node int32) bool { return node > c.N }

// only returns the only child of a node, or None if it has none or several.
func (c *Config) only(node int32) int32 {
	if n := &c.Nodes[node]; n.LeftValency == 1 {
		return n.Left[0]
	}
	return None
}

// Tower counts the closed brackets over the same words as node, node included:
// 0 for a word, 1 for a bracket of several children.
func (c *Config) Tower(node int32) int32 {
	height := int32(0)
	for node != None && c.IsBracket(node) {
		height++
		node = c.only(node)
	}
	return height
}

// Children calls yield with each node that has a parent, parents' children from
// left to right, until yield returns false. It takes linear time and allocates.
func (c *Config) Children(yield func(parent, child int32) bool) {
	for _, child := range c.byFirstWord() {
		if parent := c.Nodes[child].Head; parent != None && !yield(parent, child) {
			return
		}
	}
}

// byFirstWord lists all nodes but ROOT, sorted by their first words.
func (c *Config) byFirstWord() []int32 {
	places := make([]int32, c.N+3) // for each first word, the place in the list of the next node that begins with it
	for _, n := range c.Nodes[1:] {
		places[n.First+1]++
	}
	for w := range places[1:] {
		places[w+1] += places[w]
	}
	all := make([]int32, len(c.Nodes)-1)
	for i, n := range c.Nodes[1:] {
		all[places[n.First]] = int32(i + 1)
		places[n.First]++
	}
	return all
}
