// Package tregex reads patterns over constituents in the language of Tregex (Levy & Andrew 2006), and knows what its nodes and
// relations mean in a tree.
package tregex

import (
	"strings"

	"parser/ptb"
	"parser/ptb/heads"
)

// Tree has the nodes of a tree, in the order in which they are written: constituents, parts of speech, and words, each of
// which stands below its part of speech.
type Tree struct {
	Nodes []Node
	Rules *heads.Rules

	open []int
}

// Node is a node of a tree.
type Node struct {
	Tree        *ptb.Tree // of a word, its part of speech
	Label       string    // of a word, the word as texts have it
	Word        bool
	First, Last int // its words: those from First up to Last

	parent   int // none of the outermost
	end      int // of what is below it
	place    int // among its parent's children
	children int
	before   int // its left sister, or none
	after    int // its right sister, or none
	last     int // its last child, or none
	head     int // its head child; none if it has no children, unknown until it is asked for
}

const (
	none    = -1
	unknown = -2
)

// Set makes t the nodes of a tree, whatever it was before.
func (t *Tree) Set(root *ptb.Tree) {
	t.Nodes, t.open = t.Nodes[:0], append(t.open[:0], none)
	words := 0
	root.Walk(func(n *ptb.Tree) {
		at := t.add(n, n.Label, words)
		t.open = append(t.open, at)
		if n.Leaf() {
			word := t.add(n, ptb.Unescape(n.Word), words)
			words++
			t.Nodes[word].Word, t.Nodes[word].Last, t.Nodes[word].head = true, words, none
		}
	}, func(*ptb.Tree) {
		at := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.Nodes[at].Last, t.Nodes[at].end = words, len(t.Nodes)
	})
}

// add adds a child to the node that is open.
func (t *Tree) add(n *ptb.Tree, label string, words int) int {
	at, parent := len(t.Nodes), t.open[len(t.open)-1]
	node := Node{
		Tree: n, Label: label, First: words, parent: parent, end: at + 1,
		before: none, after: none, last: none, head: unknown,
	}
	if parent != none {
		p := &t.Nodes[parent]
		node.place, node.before = p.children, p.last
		if p.last != none {
			t.Nodes[p.last].after = at
		}
		p.children++
		p.last = at
	}
	t.Nodes = append(t.Nodes, node)
	return at
}

// first returns a node's first child, or none.
func (t *Tree) first(at int) int {
	if t.Nodes[at].children == 0 {
		return none
	}
	return at + 1
}

// child returns a node's child with a number from 0, or none.
func (t *Tree) child(at, number int) int {
	if number < 0 || number >= t.Nodes[at].children {
		return none
	}
	to := at + 1
	for ; number > 0; number-- {
		to = t.Nodes[to].after
	}
	return to
}

// head returns a node's head child, or none. That of a part of speech is its word.
func (t *Tree) head(at int) int {
	n := &t.Nodes[at]
	if n.head == unknown {
		number := 0
		if !n.Tree.Leaf() && n.children > 0 {
			number = t.Rules.Head(n.Tree)
		}
		n.head = t.child(at, number)
	}
	return n.head
}

// introducing are the characters that what is not the basic category of a label begins with.
const introducing = "-=|#^~_["

// Basic returns the basic category of a label: what stands before function tags, indices and the like. One of the characters
// that these begin with may stand at its beginning, and then once more, as in -LRB-.
func Basic(label string) string {
	opened := len(label) > 0 && strings.IndexByte(introducing, label[0]) >= 0
	for i := 1; i < len(label); i++ {
		switch {
		case strings.IndexByte(introducing, label[i]) < 0:
		case opened && label[i] == label[0]:
			opened = false
		default:
			return label[:i]
		}
	}
	return label
}

// words finds the nodes of words below a node, in order.
func (t *Tree) words(at int) []int {
	var all []int
	for to := at; to < t.Nodes[at].end; to++ {
		if t.Nodes[to].Word && to != at {
			all = append(all, to)
		}
	}
	return all
}
