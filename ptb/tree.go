// Package ptb reads, writes and changes constituency trees in the bracket
// format of the Penn Treebank (Marcus, Santorini & Marcinkiewicz 1993).
//
//	r := ptb.NewReader(in, "wsj_0001.mrg")
//	for tree, err := range r.All() {        // ( (S (NP-SBJ (NNS Birds)) (VP (VBP sing))))
//		…
//		tree = ptb.Usual().Apply(tree)      // (TOP (S (NP (NNS Birds)) (VP (VBP sing))))
//	}
//
// [Steps] normalise trees, [Convert] turns them into dependencies by head
// [Rules]. Nothing here recurses, so that no tree is too deep.
package ptb

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

// Walk visits t and what is below it: enter before a node's children, leave
// behind them; nil functions are not called. It does not recurse, so that no
// depth is too deep.
func (t *Tree) Walk(enter, leave func(*Tree)) {
	type visit struct {
		node *Tree
		next int // child
	}
	path := []visit{}
	push := func(n *Tree) {
		path = append(path, visit{node: n})
		if enter != nil {
			enter(n)
		}
	}
	for push(t); len(path) > 0; {
		top := &path[len(path)-1]
		if top.next < len(top.node.Children) {
			top.next++
			push(top.node.Children[top.next-1])
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

// fold computes something of a tree from the bottom up: of is told what was kept
// of a node's children, a slice that is valid during the call only, and returns what
// comes of the node and whether to keep it.
func fold[T any](t *Tree, of func(n *Tree, children []T) (T, bool)) (top T, kept bool) {
	var done []T    // of nodes whose parents are not finished
	var first []int // of each node that is entered: its first child in done
	t.Walk(func(*Tree) {
		first = append(first, len(done))
	}, func(n *Tree) {
		start := first[len(first)-1]
		first = first[:len(first)-1]
		made, keep := of(n, done[start:])
		if done = done[:start]; keep {
			done = append(done, made)
		}
	})
	if len(done) == 0 {
		return top, false
	}
	return done[0], true
}

// Clone returns a copy that shares no node with t.
func (t *Tree) Clone() *Tree { return Steps{}.Apply(t) }

// Equal reports whether t and u are the same tree, node by node.
func (t *Tree) Equal(u *Tree) bool {
	type pair struct{ a, b *Tree }
	for todo := []pair{{t, u}}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if p.a.Label != p.b.Label || p.a.Word != p.b.Word || len(p.a.Children) != len(p.b.Children) {
			return false
		}
		for i, child := range p.a.Children {
			todo = append(todo, pair{child, p.b.Children[i]})
		}
	}
	return true
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
			return
		}
		open = append(open, len(spans))
		spans = append(spans, Span{Label: n.Label, Start: words})
	}, func(n *Tree) {
		if n.Leaf() {
			return
		}
		spans[open[len(open)-1]].End = words
		open = open[:len(open)-1]
	})
	return spans
}
