package transition

import (
	"errors"
	"fmt"
)

// verifyStack checks that the items of the stack are the nodes without parent,
// from left to right, and that they and their children cover the words before
// the buffer front.
func (c *Config) verifyStack() error {
	if c.Next < 1 || c.Next > c.N+1 || len(c.Stack) == 0 || c.Stack[0] != 0 || c.HasHead(0) {
		return errors.New("buffer outside the sentence, or ROOT not at the bottom of the stack")
	}
	orphans := 0
	for i := range c.Nodes[1:] {
		if node := int32(i + 1); !c.HasHead(node) && (node > c.N || node < c.Next) {
			orphans++
		}
	}
	if orphans != len(c.Stack)-1 {
		return fmt.Errorf("%d nodes without parent", orphans)
	}
	next := int32(1)
	for _, node := range c.Stack[1:] {
		if c.HasHead(node) || c.Nodes[node].First != next {
			return fmt.Errorf("item %d does not follow the one below", node)
		}
		next = c.behind(node)
	}
	if root := &c.Nodes[0]; root.LeftValency > 0 {
		next = c.behind(root.Right[0])
	}
	if next != c.Next {
		return fmt.Errorf("the items end before word %d", next)
	}
	return nil
}

// behind returns the word behind what a node covers so far.
func (c *Config) behind(node int32) int32 {
	n := &c.Nodes[node]
	switch {
	case n.Last != None:
		return n.Last + 1
	case n.LeftValency == 0:
		return n.First
	}
	return c.behind(n.Right[0])
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
		if n.Head > 0 && (parent.LeftValency == 0 && n.First != parent.First || parent.LeftValency > 0 && n.First != c.Nodes[parent.Right[0]].Last+1) {
			return fmt.Errorf("child %d of %d leaves a gap", child, n.Head)
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

// byFirstWord lists all nodes but ROOT, sorted by their first words.
func (c *Config) byFirstWord() []int32 {
	lists := make([][]int32, c.N+2)
	for i := range c.Nodes[1:] {
		first := c.Nodes[i+1].First
		lists[first] = append(lists[first], int32(i+1))
	}
	var all []int32
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}
