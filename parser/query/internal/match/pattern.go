// Package match finds the ways in which a pattern fits a graph, whatever the language of the pattern and the kind of graph.
//
// A pattern is nodes that hang together by relations, joined by and, or, not and maybe. A search tries candidates one after
// another, depth first, and reports each way in which all of the pattern fits: as often as there are ways, in the order of
// the candidates.
package match

// Pattern is a pattern over graphs of type G, whose nodes are numbers from 0. It is never changed once it is made.
type Pattern[G any] struct {
	Root  *Node[G]
	Names Names
}

// Names are the names that a pattern gives: to nodes, to relations, to edges and to groups of regular expressions.
type Names struct{ Nodes, Relations, Edges, Groups []string }

// Node describes a node.
type Node[G any] struct {
	Test   func(g G) func(node int) bool // nil if any node will do
	Name   int                           // one of Names.Nodes, or NoName
	Groups []Group[G]
	Where  Constraint[G] // nil without constraints
}

// Group is a part of a node's text, which is the same wherever its name stands.
type Group[G any] struct {
	Name int
	Text func(g G) func(node int) (string, bool)
}

// NoName stands for a name that is not given.
const NoName = -1

// Constraint says what must hold of a node: an All, Any, Not, Maybe or Relation.
type Constraint[G any] interface {
	build(s *Search[G], from *int, then next) next
}

// All holds where each of its parts holds.
type All[G any] []Constraint[G]

// Any holds where one of its parts holds: once for each that does.
type Any[G any] []Constraint[G]

// Not holds where its part does not.
type Not[G any] struct{ Of Constraint[G] }

// Maybe holds everywhere, once: in the first way in which its part does, or without it.
type Maybe[G any] struct{ Of Constraint[G] }

// Relation holds where a node that Each finds is as To says.
type Relation[G any] struct {
	// Each calls try with each node that the relation leads to from a node, and with the edge to it, until try says that
	// this is enough; it then returns true.
	Each func(g G) func(from int, try func(to, edge int) bool) bool
	To   *Node[G]

	Name, Edge int                             // one of Names.Relations and of Names.Edges, or NoName
	Text       func(g G) func(edge int) string // what Name stands for
}
