// Package ptb reads, writes and changes constituency trees in the bracket
// format of the Penn Treebank (Marcus, Santorini & Marcinkiewicz 1993).
//
//	r := ptb.NewReader(in, "wsj_0001.mrg")
//	for tree, err := range r.All() {        // ( (S (NP-SBJ (NNS Birds)) (VP (VBP sing))))
//		…
//		tree = ptb.Usual().Apply(tree)      // (TOP (S (NP (NNS Birds)) (VP (VBP sing))))
//	}
//
// [Steps] normalise trees. Nothing here is recursive, so trees of any depth are safe.
package ptb

import (
	"fmt"
	"slices"

	"parser/conll/textfile"
)

// Errors that [Tree.Check] finds in trees that a [Reader] accepts.
var (
	errNoWords          = textfile.NewCause("no-words", "tree without words")
	errEmptyConstituent = textfile.NewCause("empty-constituent", "constituent without words")
)

// Tree is a node of a constituency tree: a constituent, which has children, or
// a leaf, which has a word. The outermost bracket of a file is a node of its
// own; its label may be empty, as in "( (S …))".
type Tree struct {
	Label    string  // of a constituent; the part-of-speech tag of a leaf
	Word     string  // of a leaf; "" in constituents
	Children []*Tree // of a constituent
}

// Leaf reports whether t is a leaf.
func (t *Tree) Leaf() bool { return t.Word != "" }

// Walk visits t and what is below it: it calls enter before a node's children and leave after them,
// unless they are nil. It is not recursive, so any depth is safe.
func (t *Tree) Walk(enter, leave func(*Tree)) {
	type visit struct {
		node *Tree
		next int // child
	}
	path := make([]visit, 1, 32) // few trees are deeper
	for path[0].node = t; len(path) > 0; {
		top := &path[len(path)-1]
		if top.next == 0 && enter != nil {
			enter(top.node)
		}
		if top.next < len(top.node.Children) {
			top.next++
			path = append(path, visit{node: top.node.Children[top.next-1]})
			continue
		}
		if leave != nil {
			leave(top.node)
		}
		path = path[:len(path)-1]
	}
}

// Leaves returns the leaves from left to right.
func (t *Tree) Leaves() []*Tree {
	var list []*Tree
	t.Walk(func(n *Tree) {
		if n.Leaf() {
			list = append(list, n)
		}
	}, nil)
	return list
}

// Check returns an error if t has no leaves, or if some node of it has
// none below. Empty elements are leaves.
func (t *Tree) Check() (err error) {
	if len(t.Leaves()) == 0 {
		return errNoWords
	}
	t.Walk(func(n *Tree) {
		if err == nil && !n.Leaf() && len(n.Children) == 0 {
			err = fmt.Errorf("%w: (%.40s)", errEmptyConstituent, n.Label)
		}
	}, nil)
	return err
}

// Equal reports whether t and u are the same tree, node by node.
func (t *Tree) Equal(u *Tree) bool {
	nodes := func(t *Tree) (all []*Tree) {
		t.Walk(func(n *Tree) { all = append(all, n) }, nil)
		return all
	}
	return slices.EqualFunc(nodes(t), nodes(u), func(a, b *Tree) bool {
		return a.Label == b.Label && a.Word == b.Word && len(a.Children) == len(b.Children)
	})
}

// String returns the tree in brackets, on one line.
func (t *Tree) String() string { return string(printTree(nil, t, false, false)) }

// Span is a constituent with the words that it covers: words Start to End−1,
// counted from 0.
type Span struct {
	Label      string
	Start, End int
}

// Spans returns the constituents of t, t included, each before those inside it.
func (t *Tree) Spans() []Span {
	var spans []Span
	var open []int
	words := 0
	t.Walk(func(n *Tree) {
		if n.Leaf() {
			words++
		} else {
			open = append(open, len(spans))
			spans = append(spans, Span{Label: n.Label, Start: words})
		}
	}, func(n *Tree) {
		if last := len(open) - 1; !n.Leaf() {
			spans[open[last]].End = words
			open = open[:last]
		}
	})
	return spans
}
