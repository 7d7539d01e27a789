package ptb

// String returns the tree in brackets, on one line.
func (t *Tree) String() string { return string(printTree(nil, t, false, false)) }

// pair is a node and its counterpart in another tree.
type pair struct{ a, b *Tree }

// Clone returns a copy that shares no node with t.
func (t *Tree) Clone() *Tree {
	root := &Tree{}
	for todo := []pair{{t, root}}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		p.b.Label, p.b.Word = p.a.Label, p.a.Word
		if len(p.a.Children) == 0 {
			continue
		}
		p.b.Children = make([]*Tree, len(p.a.Children))
		for i, child := range p.a.Children {
			p.b.Children[i] = &Tree{}
			todo = append(todo, pair{child, p.b.Children[i]})
		}
	}
	return root
}

// Equal reports whether t and u are the same tree, node by node.
func (t *Tree) Equal(u *Tree) bool {
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
