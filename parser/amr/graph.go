// Package amr holds graphs of Abstract Meaning Representation (Banarescu et al. 2013) in PENMAN notation: what a graph
// is, and how it is read, written and normalised. It knows nothing about parsing.
package amr

import "parser/conll/textfile"

// Graph is a rooted, directed graph with labelled nodes and edges.
type Graph struct {
	File string // where it begins, for errors
	Line int
	Meta []Meta // from the comments before it, in their order
	Root int    // index in Nodes
	// Nodes are in the order in which the text first mentions them.
	Nodes []Node
	// Edges are in the order of the text: those of a node in their order, and everything inside the
	// brackets of a target before the next edge.
	Edges []Edge
}

// Words returns the words of the sentence, separated by blanks in its pair tok or else snt.
func (g *Graph) Words() []string {
	text, ok := g.Get("tok")
	if !ok {
		text, _ = g.Get("snt")
	}
	return textfile.Fields(text)
}

// Meta is a pair of a comment, such as id and x of "# ::id x", or, with an empty Key, the text of a
// comment without pairs.
type Meta struct{ Key, Value string }

// Node is a variable with its concept or, without Var, a constant.
type Node struct {
	Var     string // "" for a constant
	Concept string // a constant's text, with its quotation marks; "" for a variable without concept
	Align   string // "e.3,4" of "~e.3,4" after the concept or constant; "" for none
}

// Constant reports whether the node is a constant: a quoted string, a number, "-", ….
func (n *Node) Constant() bool { return n.Var == "" }

// Edge is an arc as it is written: From is the node in whose brackets it stands.
type Edge struct {
	From, To  int    // nodes
	Role      string // without its colon: "ARG0", "ARG0-of"
	RoleAlign string // alignment of the role; "" for none
	// Defines says that the target is written out here, in brackets or as a constant; otherwise its
	// variable is mentioned, perhaps with an alignment.
	Defines bool
	Align   string // of a mention
}

// Get returns the value of the first pair with a key, such as "id" or "snt".
func (g *Graph) Get(key string) (value string, ok bool) {
	for _, m := range g.Meta {
		if m.Key == key && key != "" {
			return m.Value, true
		}
	}
	return "", false
}
