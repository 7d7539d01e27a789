package transition

import "fmt"

// verifyRanges checks that nodes stand for words or brackets, and that what they
// refer to exists.
func (c *Config) verifyRanges() error {
	if c.N < 0 || len(c.Nodes) <= int(c.N) || c.Next < 1 || c.Next > c.N+1 || len(c.Stack) == 0 {
		return fmt.Errorf("%d nodes, buffer outside the sentence, or no stack", len(c.Nodes))
	}
	none, end := int32(None), int32(len(c.Nodes))
	for i := range c.Nodes {
		n := &c.Nodes[i]
		word := i <= int(c.N)
		switch {
		case min(n.Head, n.Left[0], n.Left[1], n.Right[0], n.Right[1]) < none,
			max(n.Head, n.Left[0], n.Left[1], n.Right[0], n.Right[1]) >= end:
			return fmt.Errorf("node %d refers to a node that does not exist", i)
		case word && (n.First != int32(i) || n.Last != int32(i)),
			!word && (n.First < 1 || n.First > c.N || n.Last != None && (n.Last < n.First || n.Last > c.N)):
			return fmt.Errorf("node %d covers words %d to %d", i, n.First, n.Last)
		case word && i > 0 && n.LeftValency > 0:
			return fmt.Errorf("word %d has children", i)
		}
	}
	for i, node := range c.Stack {
		if node < 0 || node >= end || (node == 0) != (i == 0) || c.HasHead(node) {
			return fmt.Errorf("%d does not belong on the stack", node)
		}
	}
	return nil
}

// verifyStack checks that the items of the stack are the nodes without parent,
// from left to right, that they and the tree under ROOT cover the words before the
// buffer front, and that Opens counts the brackets that start behind all of these.
func (c *Config) verifyStack() error {
	orphans := 0
	for i := range c.Nodes[1:] {
		if node := int32(i + 1); !c.HasHead(node) && (node > c.N || node < c.Next) {
			orphans++
		}
	}
	if orphans != len(c.Stack)-1 {
		return fmt.Errorf("%d nodes without parent", orphans)
	}
	next, opens := int32(1), int32(0)
	if root := &c.Nodes[0]; root.LeftValency > 0 {
		next = c.behind(root.Right[0])
	}
	for _, node := range c.Stack[1:] {
		if c.Nodes[node].First != next {
			return fmt.Errorf("item %d does not follow the one below", node)
		}
		next = c.behind(node)
		if c.IsOpen(node) && c.Nodes[node].First == c.Next {
			opens++
		}
	}
	switch {
	case next != c.Next:
		return fmt.Errorf("the items end before word %d", next)
	case opens != c.Opens:
		return fmt.Errorf("%d brackets just opened, not %d", opens, c.Opens)
	}
	return nil
}

// behind returns the word behind what a node covers so far.
func (c *Config) behind(node int32) int32 {
	n := &c.Nodes[node]
	for n.Last == None && n.LeftValency > 0 {
		n = &c.Nodes[n.Right[0]]
	}
	if n.Last == None {
		return n.First
	}
	return n.Last + 1
}

// verifyBrackets goes through the children of each bracket from left to right.
func (c *Config) verifyBrackets() error {
	want := make([]Node, len(c.Nodes))
	for i, n := range c.Nodes {
		none := [2]int32{None, None}
		want[i] = Node{Head: n.Head, Label: n.Label, Left: none, Right: none, First: n.First, Last: n.Last}
	}
	for _, child := range c.byFirstWord() {
		n := &c.Nodes[child]
		if n.Head == None {
			continue
		}
		parent := &want[n.Head]
		next := parent.First
		switch {
		case n.Head == 0:
			next = 1
		case parent.LeftValency > 0:
			next = c.Nodes[parent.Right[0]].Last + 1
		}
		if n.Last == None || n.First != next || n.Head == 0 && n.Last != c.N {
			return fmt.Errorf("child %d of %d is open or leaves a gap", child, n.Head)
		}
		parent.adopt(child)
	}
	for i, n := range c.Nodes {
		switch {
		case want[i] != n:
			return fmt.Errorf("node %d is %+v, should be %+v", i, n, want[i])
		case i > int(c.N) && n.Last != None && (n.LeftValency == 0 || n.Last != c.Nodes[n.Right[0]].Last):
			return fmt.Errorf("bracket %d does not cover its children", i)
		}
	}
	return nil
}

// byFirstWord lists all nodes but ROOT, sorted by their first words (counting sort).
func (c *Config) byFirstWord() []int32 {
	place := make([]int32, c.N+3)
	for i := range c.Nodes[1:] {
		place[c.Nodes[i+1].First+1]++
	}
	for first := range place[1:] {
		place[first+1] += place[first]
	}
	all := make([]int32, len(c.Nodes)-1)
	for i := range all {
		first := c.Nodes[i+1].First
		all[place[first]] = int32(i + 1)
		place[first]++
	}
	return all
}
