package transition

import (
	"errors"
	"fmt"
)

// ErrBroken is the cause of Verify's errors.
var ErrBroken = errors.New("broken configuration")

// Verify returns the first invariant that c breaks, or nil. They hold in every
// configuration that a system reaches from Start by legal moves:
//
//   - ROOT lies at the bottom of the stack and has no head;
//   - the arcs have no cycle, and no bracket is above itself;
//   - the dependents, valencies and label sets of every node are those that its
//     dependents' heads and labels say.
//
// In dependency systems:
//
//   - the stack ascends, and its words stand before the buffer front;
//   - a word left of the buffer is on the stack or has a head, and a word of the
//     buffer has none, so that each word is in one place.
//
// In constituency systems:
//
//   - the items above ROOT are the nodes without parent, follow each other without
//     gap, and cover the words before the buffer front, unless the tree under ROOT
//     does;
//   - the children of a bracket follow each other without gap, and a closed one
//     covers exactly their words;
//   - a bracket was opened since the last word if and only if it counts in Opens.
//
// In tagging, ROOT is alone on the stack, the words before the buffer front and no
// others have a label, and there is nothing else.
//
// Verify is for tests and for builds with the tag "invariants", where every
// move is followed by it; it takes O(n log n) time and allocates.
func (c *Config) Verify() error {
	places := c.verifyWords
	if c.Kind == Constituents {
		places = c.verifyItems
	}
	for _, check := range []func() error{c.verifyRanges, c.verifyAcyclic, c.verifyNodes, places} {
		if err := check(); err != nil {
			return fmt.Errorf("%w: stack %v, b=%d, n=%d: %w", ErrBroken, c.Stack, c.Next, c.N, err)
		}
	}
	return nil
}

// verifyRanges checks that nodes stand for words or brackets, and that their heads
// and the items of the stack exist.
func (c *Config) verifyRanges() error {
	end := int32(len(c.Nodes))
	if c.N < 0 || end <= c.N || c.Kind != Constituents && end != c.N+1 || c.Next < 1 || c.Next > c.N+1 {
		return fmt.Errorf("%d nodes, or buffer outside the sentence", end)
	}
	for i, n := range c.Nodes {
		w := int32(i)
		switch {
		case n.Head < None || n.Head >= end:
			return fmt.Errorf("node %d has the head %d, which does not exist", i, n.Head)
		case w <= c.N && (n.First != w || n.Last != w),
			w > c.N && (n.First < 1 || n.First > c.N || n.Last != None && (n.Last < n.First || n.Last > c.N)):
			return fmt.Errorf("node %d covers words %d to %d", i, n.First, n.Last)
		}
	}
	if len(c.Stack) == 0 || c.HasHead(0) {
		return errors.New("ROOT is not on the stack, or has a head")
	}
	for i, node := range c.Stack {
		if node < 0 || node >= end || (node == 0) != (i == 0) {
			return fmt.Errorf("%d does not belong on the stack", node)
		}
	}
	return nil
}

// verifyAcyclic climbs from every node until it meets ROOT, a headless node or one
// that an earlier climb has passed.
func (c *Config) verifyAcyclic() error {
	passed := make([]int, len(c.Nodes)) // the node whose climb came by, or 0
	for w := 1; w < len(c.Nodes); w++ {
		for k := int32(w); k > 0 && (passed[k] == 0 || passed[k] == w); k = c.Nodes[k].Head {
			if passed[k] == w {
				return fmt.Errorf("%d is above itself", k)
			}
			passed[k] = w
		}
	}
	return nil
}

// verifyNodes adds up all dependents and children anew, from left to right.
func (c *Config) verifyNodes() error {
	want := Config{Nodes: make([]Node, len(c.Nodes))}
	for i, n := range c.Nodes {
		none := [2]int32{None, None}
		want.Nodes[i] = Node{Head: n.Head, Label: n.Label, Left: none, Right: none, First: n.First, Last: n.Last}
	}
	for _, d := range c.byFirstWord() {
		n := &c.Nodes[d]
		switch {
		case n.Head == None:
		case c.Kind != Constituents:
			want.attach(n.Head, d, n.Label)
		default:
			parent := &want.Nodes[n.Head]
			next := max(parent.First, 1)
			if parent.LeftValency > 0 {
				next = c.Nodes[parent.Right[0]].Last + 1
			}
			if 0 < n.Head && n.Head <= c.N || n.Last == None || n.First != next || n.Head == 0 && n.Last != c.N {
				return fmt.Errorf("child %d of %d is open or leaves a gap", d, n.Head)
			}
			want.adopt(n.Head, d)
		}
	}
	for i, n := range c.Nodes {
		switch {
		case want.Nodes[i] != n:
			return fmt.Errorf("node %d is %+v, should be %+v", i, n, want.Nodes[i])
		case i > int(c.N) && n.Last != None && (n.LeftValency == 0 || n.Last != c.Nodes[n.Right[0]].Last):
			return fmt.Errorf("bracket %d does not cover its children", i)
		}
	}
	return nil
}

// verifyWords checks that stack, buffer and attached or tagged words part the sentence.
func (c *Config) verifyWords() error {
	tags := c.Kind == Tags
	onStack := make([]bool, len(c.Nodes))
	for i, w := range c.Stack {
		if i > 0 && (tags || w <= c.Stack[i-1] || w >= c.Next) {
			return fmt.Errorf("%d does not belong on the stack", w)
		}
		onStack[w] = true
	}
	for w, n := range c.Nodes {
		headed, passed := n.Head != None, int32(w) < c.Next
		labelled := headed
		if tags {
			labelled = passed && w > 0
		}
		switch {
		case headed && (tags || !passed):
			return fmt.Errorf("%d has a head but waits in the buffer, or should have a tag alone", w)
		case passed && !headed && !onStack[w] && !tags:
			return fmt.Errorf("%d left the stack without a head", w)
		case labelled != (n.Label != None):
			return fmt.Errorf("%d has the label %d and the head %d", w, n.Label, n.Head)
		}
	}
	return nil
}

// verifyItems checks that the items of the stack are the nodes without parent,
// from left to right, that they and the tree under ROOT cover the words before the
// buffer front, and that Opens counts the brackets that start behind all of these.
func (c *Config) verifyItems() error {
	orphans, next, opens := 0, int32(1), int32(0)
	for node := int32(1); node < int32(len(c.Nodes)); node++ {
		if !c.HasHead(node) && (node > c.N || node < c.Next) {
			orphans++
		}
	}
	if root := &c.Nodes[0]; root.LeftValency > 0 {
		next = c.Nodes[root.Right[0]].Last + 1
	}
	for _, node := range c.Stack[1:] {
		n := &c.Nodes[node]
		if n.First != next || n.Head != None {
			return fmt.Errorf("item %d does not follow the one below, or has a parent", node)
		}
		switch { // what it covers so far
		case n.Last != None:
			next = n.Last + 1
		case n.LeftValency > 0:
			next = c.Nodes[n.Right[0]].Last + 1
		}
		if n.Last == None && n.First == c.Next {
			opens++
		}
	}
	if orphans != len(c.Stack)-1 || next != c.Next || opens != c.Opens {
		return fmt.Errorf("%d nodes without parent, items end before word %d, %d brackets just opened, not %d", orphans, next, opens, c.Opens)
	}
	return nil
}
