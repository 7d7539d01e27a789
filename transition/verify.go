package transition

import (
	"errors"
	"fmt"
	"slices"
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
//   - the stack ascends, unless there was a SWAP;
//   - each word is in one place: on the stack, in the buffer, or attached, or, after FU, between
//     stack and buffer.
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
// In split, where brackets are made before their children, instead of the first and the last of these:
//
//   - the items above ROOT have no children, and follow each other from the top of the stack to the
//     last word;
//   - the buffer begins after the topmost one or, once that has its label or none, with one of its words
//     but the first;
//   - no bracket counts in Opens.
//
// In tagging, ROOT is alone on the stack, exactly the words before the buffer front have a label,
// and there are no arcs or brackets.
//
// The invariants of a graph are those of graph.State.Verify.
//
// Verify is for tests and for builds with the tag "invariants", where every
// move is followed by it; it takes O(n log n) time and allocates.
func (c *Config) Verify() error {
	places := c.verifyWords
	switch c.Kind {
	case Constituents:
		if places = c.verifyItems; c.splits() {
			places = c.verifySpans
		}
	case Graphs:
		if err := c.Graph.Verify(); err != nil {
			return fmt.Errorf("%w: %w", ErrBroken, err)
		}
		return nil
	}
	for _, check := range []func() error{c.verifyTree, c.verifyNodes, places} {
		if err := check(); err != nil {
			return fmt.Errorf("%w: stack %v, b=%d, n=%d: %w", ErrBroken, c.Stack, c.Next, c.N, err)
		}
	}
	return nil
}

// verifyTree checks that nodes stand for words or brackets, that their heads and the
// items of the stack exist, and that no node is above itself.
func (c *Config) verifyTree() error {
	end := int32(len(c.Nodes))
	switch {
	case c.N < 0 || end <= c.N || c.Kind != Constituents && end != c.N+1 || c.Next < 1 || c.Next > c.N+1:
		return fmt.Errorf("%d nodes, or buffer outside the sentence", end)
	case len(c.Stack) == 0 || c.HasHead(0):
		return errors.New("ROOT is not on the stack, or has a head")
	}
	for i, node := range c.Stack {
		if node < 0 || node >= end || (node == 0) != (i == 0) {
			return fmt.Errorf("%d does not belong on the stack", node)
		}
	}
	for i, n := range c.Nodes {
		switch w := int32(i); {
		case n.Head < None || n.Head >= end:
			return fmt.Errorf("node %d has the head %d, which does not exist", w, n.Head)
		case w <= c.N && (n.First != w || n.Last != w),
			w > c.N && (n.First < 1 || n.First > c.N || n.Last != None && (n.Last < n.First || n.Last > c.N)):
			return fmt.Errorf("node %d covers words %d to %d", w, n.First, n.Last)
		}
	}
	passed := make([]int32, end) // the node from which a climb passed here, or 0
	for w := int32(1); w < end; w++ {
		for k := w; k > 0 && (passed[k] == 0 || passed[k] == w); k = c.Nodes[k].Head {
			if passed[k] == w {
				return fmt.Errorf("%d is above itself", k)
			}
			passed[k] = w
		}
	}
	return nil
}

// verifyNodes adds up all dependents and children again, from left to right.
func (c *Config) verifyNodes() error {
	want := Config{Nodes: slices.Clone(c.Nodes)}
	for i := range want.Nodes {
		n, none := &want.Nodes[i], [2]int32{None, None}
		*n = Node{Head: n.Head, Label: n.Label, Left: none, Right: none, First: n.First, Last: n.Last}
	}
	for parent, child := range c.Children {
		n := &c.Nodes[child]
		switch {
		case c.Kind != Constituents:
			want.attach(parent, child, n.Label)
		case 0 < parent && parent <= c.N, n.Last == None, n.First != c.reached(&want.Nodes[parent])+1, parent == 0 && n.Last != c.N:
			return fmt.Errorf("child %d of %d is open or leaves a gap", child, parent)
		default:
			want.adopt(parent, child)
		}
	}
	for i, n := range c.Nodes {
		switch {
		case want.Nodes[i] != n:
			return fmt.Errorf("node %d is %+v, should be %+v", i, n, want.Nodes[i])
		case n.LeftValency == 0 && c.splits() && slices.Contains(c.Stack, int32(i)): // has none yet
		case i > int(c.N) && n.Last != None && (n.LeftValency == 0 || n.Last != c.reached(&n)):
			return fmt.Errorf("bracket %d does not cover its children", i)
		}
	}
	return nil
}

// reached returns the last word of the children that a bracket or ROOT has so far; without
// children, the word before its first.
func (c *Config) reached(n *Node) int32 {
	if n.LeftValency > 0 {
		return c.Nodes[n.Right[0]].Last
	}
	return max(n.First, 1) - 1
}

// verifyWords checks that stack, buffer and attached or tagged words part the sentence.
func (c *Config) verifyWords() error {
	onStack, back, tags := make([]bool, len(c.Nodes)), make([]bool, len(c.Nodes)), c.Kind == Tags
	ascends := !slices.ContainsFunc(c.Steps, func(s Step) bool { return s.Move == Swap })
	gap := len(c.Steps) > 0 && c.Steps[len(c.Steps)-1].Move == Further
	for _, w := range c.Returned {
		if w <= 0 || w >= c.Next || back[w] || ascends {
			return fmt.Errorf("%d does not belong among the returned words", w)
		}
		back[w] = true
	}
	for i, w := range c.Stack {
		if i > 0 && (tags || ascends && w <= c.Stack[i-1] || w >= c.Next || onStack[w] || back[w]) {
			return fmt.Errorf("%d does not belong on the stack", w)
		}
		onStack[w] = true
	}
	for w, n := range c.Nodes {
		headed, passed := n.Head != None, int32(w) < c.Next && !back[w]
		labelled := headed
		if tags {
			labelled = passed && w > 0
		}
		switch {
		case headed && (tags || !passed):
			return fmt.Errorf("%d has a head but waits in the buffer, or should have a tag alone", w)
		case passed && !headed && !onStack[w] && !tags && (!gap || int32(w) < c.S(0)):
			return fmt.Errorf("%d left the stack without a head", w)
		case labelled != (n.Label != None):
			return fmt.Errorf("%d has the label %d and the head %d", w, n.Label, n.Head)
		}
	}
	return nil
}

// verifyItems checks that the items of the stack are the nodes without parent, from left to right,
// that they and the tree under ROOT cover the words before the buffer front, and that Opens counts
// the brackets that start after all of these words.
func (c *Config) verifyItems() error {
	items := slices.DeleteFunc(c.byFirstWord(), func(node int32) bool { return c.HasHead(node) || c.Next <= node && node <= c.N })
	if !slices.Equal(items, c.Stack[1:]) {
		return fmt.Errorf("the nodes without parent are %v", items)
	}
	last, opens := c.reached(&c.Nodes[0]), int32(0)
	for _, node := range items {
		n := &c.Nodes[node]
		if n.First != last+1 {
			return fmt.Errorf("item %d does not follow the one below", node)
		}
		if last = n.Last; last == None {
			last = c.reached(n)
		}
		if n.First == c.Next {
			opens++
		}
	}
	if last != c.Next-1 || opens != c.Opens {
		return fmt.Errorf("items end after word %d, %d brackets just opened, not %d", last, opens, c.Opens)
	}
	return nil
}

// splits reports whether the parse is one of split, which alone begins with a span of all words and its label.
func (c *Config) splits() bool {
	if len(c.Steps) == 0 {
		return c.Kind == Constituents && c.Next > 1
	}
	return c.Kind == Constituents && c.Steps[0].Move == Label
}

// verifySpans checks that the items of the stack are spans without children that follow each other up to the last word,
// and where the buffer begins.
func (c *Config) verifySpans() error {
	end := c.N // of the next item
	for _, node := range c.Stack[1:] {
		n := &c.Nodes[node]
		if n.Last != end || n.LeftValency > 0 {
			return fmt.Errorf("item %d is split already, or does not end with word %d", node, end)
		}
		end = n.First - 1
	}
	from, to := c.N+1, c.N+1
	if top := c.S(0); top != 0 && c.Unlabelled {
		from, to = c.Nodes[top].Last+1, c.Nodes[top].Last+1
	} else if top != 0 {
		from, to = c.Nodes[top].First+1, c.Nodes[top].Last
	}
	if c.Next < from || c.Next > to || c.Opens > 0 {
		return fmt.Errorf("the buffer begins outside words %d to %d, or %d brackets count as open", from, to, c.Opens)
	}
	return nil
}
