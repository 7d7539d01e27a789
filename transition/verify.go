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
//   - the stack ascends, and its words stand before the buffer front;
//   - a word left of the buffer is on the stack or has a head, and a word of the
//     buffer has none, so that each word is in one place;
//   - the arcs have no cycle;
//   - the dependents, valencies and label sets of every node are those that its
//     dependents' heads and labels say.
//
// In constituency systems:
//
//   - ROOT lies at the bottom of the stack; the items above it are the nodes
//     without parent, follow each other without gap, and cover the words before the
//     buffer front, unless the tree under ROOT does;
//   - no bracket is above itself;
//   - the children of a bracket follow each other without gap, and a closed one
//     covers exactly their words;
//   - a bracket was opened since the last word if and only if it counts in Opens.
//
// In tagging, ROOT is alone on the stack, the words before the buffer front and no
// others have a label, and there is nothing else.
//
// Verify is for tests and for builds with the tag "invariants", where every
// move is followed by it; it takes linear time and allocates.
func (c *Config) Verify() error {
	checks := []func() error{c.verifyPlaces, c.verifyAcyclic, c.verifyNodes}
	switch c.Kind {
	case Constituents:
		checks = []func() error{c.verifyRanges, c.verifyAcyclic, c.verifyBrackets, c.verifyStack}
	case Tags:
		checks = []func() error{c.verifyTags}
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return fmt.Errorf("%w: stack %v, b=%d, n=%d: %w", ErrBroken, c.Stack, c.Next, c.N, err)
		}
	}
	return nil
}

// verifyPlaces checks that stack, buffer and attached words part the sentence.
func (c *Config) verifyPlaces() error {
	if len(c.Nodes) != int(c.N)+1 || c.Next < 1 || c.Next > c.N+1 {
		return fmt.Errorf("%d nodes, buffer outside the sentence", len(c.Nodes))
	}
	if len(c.Stack) == 0 || c.Stack[0] != 0 || c.HasHead(0) {
		return errors.New("ROOT is not at the bottom of the stack, or has a head")
	}
	onStack := make([]bool, c.N+1)
	for i, w := range c.Stack[1:] {
		if w <= c.Stack[i] || w >= c.Next {
			return fmt.Errorf("%d does not belong on the stack", w)
		}
		onStack[w] = true
	}
	for w := int32(1); w <= c.N; w++ {
		switch {
		case w < c.Next && !onStack[w] && !c.HasHead(w):
			return fmt.Errorf("%d left the stack without a head", w)
		case w >= c.Next && c.HasHead(w):
			return fmt.Errorf("%d has a head but waits in the buffer", w)
		case c.HasHead(w) != (c.Nodes[w].Label != None):
			return fmt.Errorf("%d has a head without a label, or the reverse", w)
		}
	}
	return nil
}

// verifyAcyclic climbs from every node until it meets ROOT, a headless node or one
// that an earlier climb has passed.
func (c *Config) verifyAcyclic() error {
	nodes := int32(len(c.Nodes))
	passed := make([]int32, nodes) // the node whose climb came by, or 0
	for w := int32(1); w < nodes; w++ {
		for k := w; k > 0 && passed[k] != w; k = c.Nodes[k].Head {
			if passed[k] != 0 {
				break
			}
			passed[k] = w
			h := c.Nodes[k].Head
			if h < None || h >= nodes || h > 0 && passed[h] == w {
				return fmt.Errorf("the head of %d is %d, which is above it already or no node", k, h)
			}
		}
	}
	return nil
}

// verifyNodes adds up all dependents anew, word by word from left to right.
func (c *Config) verifyNodes() error {
	want := make([]Node, len(c.Nodes))
	for i, n := range c.Nodes {
		none := [2]int32{None, None}
		want[i] = Node{Head: n.Head, Label: n.Label, Left: none, Right: none, First: int32(i), Last: int32(i)}
	}
	for d := int32(1); d <= c.N; d++ {
		if c.HasHead(d) {
			want[c.Nodes[d].Head].addLast(d, c.Nodes[d].Label, d < c.Nodes[d].Head)
		}
	}
	for i := range want {
		if want[i] != c.Nodes[i] {
			return fmt.Errorf("node %d is %+v, should be %+v", i, c.Nodes[i], want[i])
		}
	}
	return nil
}

// addLast adds a dependent to the right of all that were added before.
func (n *Node) addLast(d, label int32, left bool) {
	bit := uint64(1) << (uint32(label) & 63)
	if !left {
		n.Right = [2]int32{d, n.Right[0]}
		n.RightValency++
		n.RightLabelSet |= bit
		return
	}
	if i := n.LeftValency; i < 2 {
		n.Left[i] = d
	}
	n.LeftValency++
	n.LeftLabelSet |= bit
}

// verifyTags checks that exactly the words before the buffer front have a label, and
// that nothing else was built.
func (c *Config) verifyTags() error {
	if len(c.Nodes) != int(c.N)+1 || c.Next < 1 || c.Next > c.N+1 || len(c.Stack) != 1 || c.Stack[0] != 0 {
		return fmt.Errorf("%d nodes, buffer outside the sentence, or more than ROOT on the stack", len(c.Nodes))
	}
	none := [2]int32{None, None}
	for i, n := range c.Nodes {
		w := int32(i)
		if (n.Label != None) != (w > 0 && w < c.Next) {
			return fmt.Errorf("%d has the label %d", w, n.Label)
		}
		if n != (Node{Head: None, Label: n.Label, Left: none, Right: none, First: w, Last: w}) {
			return fmt.Errorf("node %d is %+v", w, n)
		}
	}
	return nil
}
