package conll

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An enhanced graph (Nivre et al. 2020, "Universal Dependencies v2", section 4) stands in column 9, DEPS: a node may
// have several heads, and besides words there may be empty nodes.

// Node is a node of an enhanced graph: a word 1, 2, …, an empty node like 8.1, or 0, the root.
type Node struct {
	Word  int // the word, or the one before an empty node
	Empty int // the number of an empty node after the word, from 1; 0 for words
}

// String returns the node's ID, as column 1 has it.
func (n Node) String() string {
	if n.Empty == 0 {
		return strconv.Itoa(n.Word)
	}
	return fmt.Sprintf("%d.%d", n.Word, n.Empty)
}

// Compare orders nodes as files do.
func (n Node) Compare(other Node) int {
	return cmp.Or(cmp.Compare(n.Word, other.Word), cmp.Compare(n.Empty, other.Empty))
}

// Dep is an enhanced dependency: one of the heads of a node.
type Dep struct {
	Head     Node
	Relation string // with its subtype, and what stands in the treebank for a preposition, conjunction or case: "obl:from"
}

// compare orders the dependencies of a node as files do.
func (d Dep) compare(other Dep) int {
	return cmp.Or(d.Head.Compare(other.Head), cmp.Compare(d.Relation, other.Relation))
}

// ErrDeps is the cause of errors about DEPS.
var ErrDeps = errors.New("bad DEPS")

// ParseDeps reads DEPS, "4:nsubj|8.1:obj"; "_" has no dependencies. The cause of its error is ErrDeps.
func ParseDeps(column string) ([]Dep, error) {
	if !Filled(column) {
		return nil, nil
	}
	var deps []Dep
	for text := range strings.SplitSeq(column, "|") {
		id, relation, _ := strings.Cut(text, ":")
		head, ok := parseNode(id)
		if !ok || relation == "" {
			return nil, fmt.Errorf("%w: %.40q is not of the form head:relation", ErrDeps, text)
		}
		deps = append(deps, Dep{head, relation})
	}
	return deps, nil
}

func parseNode(id string) (n Node, ok bool) {
	if !enhancedHead().MatchString(id) {
		return n, false
	}
	word, empty, _ := strings.Cut(id, ".")
	n.Word, _ = strconv.Atoi(word) // which the pattern has checked
	n.Empty, _ = strconv.Atoi(empty)
	return n, true
}

// FormatDeps returns dependencies as DEPS has them: in the order of their heads and relations, each once.
func FormatDeps(deps []Dep) string {
	if len(deps) == 0 {
		return "_"
	}
	if len(deps) > 1 {
		deps = slices.Compact(slices.SortedFunc(slices.Values(deps), Dep.compare))
	}
	text := ""
	for i, d := range deps {
		if i > 0 {
			text += "|"
		}
		text += d.Head.String() + ":" + d.Relation
	}
	return text
}

// Graph is the enhanced graph of a sentence.
type Graph struct {
	Nodes []Node  // words and empty nodes, in order
	Deps  [][]Dep // of each of Nodes; their heads are among Nodes, or the root
}

// Enhanced returns the enhanced graph of s. The error, an [*Error] whose cause is ErrDeps, says which dependencies
// cannot be read or have a head that is not there.
func (s *Sentence) Enhanced() (*Graph, error) {
	g, nodes := new(Graph), s.EmptyNodes()
	for i, w := range s.Words {
		nodes = append(nodes, EmptyNode{Node{Word: i + 1}, w, s.wordLine(i)})
	}
	slices.SortStableFunc(nodes, func(a, b EmptyNode) int { return a.ID.Compare(b.ID) })
	for _, n := range nodes {
		deps, err := ParseDeps(n.Columns.Deps)
		if err != nil {
			return nil, &Error{File: s.File, Line: n.Line, SentID: s.ID, Err: err}
		}
		g.Nodes, g.Deps = append(g.Nodes, n.ID), append(g.Deps, deps)
	}
	for i, deps := range g.Deps {
		for _, d := range deps {
			if _, found := g.index(d.Head); d.Head != (Node{}) && !found {
				err := fmt.Errorf("%w: there is no node %v", ErrDeps, d.Head)
				return nil, &Error{File: s.File, Line: nodes[i].Line, SentID: s.ID, Err: err}
			}
		}
	}
	return g, nil
}

// index returns the place of a node in g.Nodes.
func (g *Graph) index(n Node) (i int, found bool) {
	return slices.BinarySearchFunc(g.Nodes, n, Node.Compare)
}
