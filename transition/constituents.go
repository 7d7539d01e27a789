package transition

import (
	"cmp"
	"slices"
)

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
	c.Nodes[parent].adopt(child)
}

// adopt adds a child behind all others.
func (n *Node) adopt(child int32) {
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
// left to right, until yield returns false. It takes O(n log n) time and allocates.
func (c *Config) Children(yield func(parent, child int32) bool) {
	for _, child := range c.byFirstWord() {
		if parent := c.Nodes[child].Head; parent != None && !yield(parent, child) {
			return
		}
	}
}

// byFirstWord lists all nodes but ROOT, sorted by their first words.
func (c *Config) byFirstWord() []int32 {
	all := make([]int32, len(c.Nodes)-1)
	for i := range all {
		all[i] = int32(i + 1)
	}
	slices.SortFunc(all, func(a, b int32) int {
		return cmp.Or(cmp.Compare(c.Nodes[a].First, c.Nodes[b].First), cmp.Compare(a, b))
	})
	return all
}
