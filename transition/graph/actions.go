package graph

import "slices"

// NextEdge settles the role of the arc from s to b.
func (g *State) NextEdge(role int32) {
	g.Taken++
	if b := g.B(); g.Second {
		for i := range g.Arcs {
			if a := &g.Arcs[i]; a.Head == g.S() && a.Dep == b && !a.Linked {
				a.Role, a.Linked = role, true
			}
		}
	} else {
		g.Nodes[b].Role, g.Nodes[b].Linked = role, true
		g.Changes = append(g.Changes, b)
	}
	g.Buffer = g.Buffer[:len(g.Buffer)-1]
	g.settle()
}

// Spelled returns the label that a label stands for at a node: the signs for a word, its lemma and
// its verb stand for the labels of that word, and any other label for itself.
func (g *State) Spelled(label, node int32) int32 {
	if i := slices.Index([]int32{g.Word, g.Lemma, g.Verb}, label); i >= 0 && label != None {
		return g.Forms[g.Nodes[node].Word][i]
	}
	return label
}

// NextNode settles the concept of s.
func (g *State) NextNode(concept int32) {
	g.Taken++
	s := g.S()
	g.Nodes[s].Label, g.Nodes[s].Named = g.Spelled(concept, s), true
	g.Changes = slices.AppendSeq(append(g.Changes, s), g.Children(s))
	g.settle()
}

// MaySwap reports whether s and b may be swapped: not if an earlier swap put b under s.
func (g *State) MaySwap() bool {
	return !slices.Contains(g.swapped, [2]int32{g.S(), g.B()})
}

// Swap makes b the head of s, with the heads that s had. The label of the arc stays.
func (g *State) Swap() {
	g.Taken++
	s, b := g.S(), g.B()
	g.swapped = append(g.swapped, [2]int32{b, s})
	g.Buffer = g.Buffer[:len(g.Buffer)-1]
	from := g.Nodes[b].From
	g.replace(s, b)
	g.adopt(b, s)
	g.Nodes[s].From, g.Nodes[s].Linked, g.Nodes[b].Linked = from, false, false
	if !g.Nodes[b].Queued {
		g.enqueue(b, len(g.Stack)-1)
	}
	g.settle()
}

// replace gives the head of s, and the arc from it, to node, and leaves s without a head.
func (g *State) replace(s, node int32) {
	head, from := g.Nodes[s].Head, g.Nodes[s].From
	g.release(s)
	g.release(node)
	if head == None {
		g.Root = node
	} else {
		g.adopt(head, node)
	}
	g.Nodes[node].From, g.Nodes[node].Linked = from, false
}

// enqueue inserts a node into the stack at the given index.
func (g *State) enqueue(node int32, at int) {
	g.Stack, g.Nodes[node].Queued = slices.Insert(g.Stack, at, node), true
}

// ReplaceHead deletes s and gives its place to b.
func (g *State) ReplaceHead() {
	g.Taken++
	s, b := g.S(), g.B()
	g.replace(s, b)
	for kid := g.Nodes[s].first; kid != None; kid = g.Nodes[s].first {
		g.release(kid)
		g.adopt(b, kid)
		g.Nodes[kid].Linked = false
	}
	g.Nodes[b].Merged = g.Nodes[s].Word
	g.Nodes[s].Gone, g.Nodes[s].Queued = true, false
	g.Changes = append(g.Changes, s)
	g.Stack = g.Stack[:len(g.Stack)-1]
	if g.Nodes[b].Queued {
		g.Stack = slices.DeleteFunc(g.Stack, func(x int32) bool { return x == b })
	}
	g.enqueue(b, len(g.Stack))
	g.Buffer = g.Buffer[:0]
	g.open(b)
	g.settle()
}

// DeleteNode deletes s, a leaf that is not the last node.
func (g *State) DeleteNode() {
	g.Taken++
	n := &g.Nodes[g.S()]
	g.Nodes[n.Head].Dropped = n.Word
	g.release(g.S()) // this counts as a change
	n.Gone = true
	g.pop()
	g.settle()
}

// Insert puts a new node with a concept between s and its head.
func (g *State) Insert(concept int32) {
	g.Taken++
	s := g.S()
	at := g.Nodes[s]
	n := g.add(Node{Word: at.Word, Label: concept, Host: s, Above: true, Named: true, Depth: at.Depth})
	g.replace(s, n)
	g.adopt(n, s)
	g.Nodes[n].From, g.Nodes[s].From, g.Nodes[s].Linked = 0, 0, false
	g.enqueue(n, len(g.Stack)-1)
	g.settle()
}

// Inserted reports whether a parent was inserted for s.
func (g *State) Inserted() bool {
	s := g.S()
	head := g.Nodes[s].Head
	return head != None && g.Nodes[head].Host == s && g.Nodes[head].Above
}

// HasChild reports whether s has a child with the given label.
func (g *State) HasChild(label int32) bool {
	for kid := range g.Children(g.S()) {
		if g.Nodes[kid].Label == label {
			return true
		}
	}
	return false
}

// InsertBelow makes a new node with a concept the first child of s in the buffer.
func (g *State) InsertBelow(concept int32) {
	g.Taken++
	s := g.S()
	at := g.Nodes[s]
	n := g.add(Node{Word: at.Word, Label: concept, Host: s, Named: true, Depth: at.Depth})
	g.adopt(s, n)
	g.Buffer = append(g.Buffer, n)
	g.settle()
}

// MayReattach reports whether b may be given another head: it was not moved before, and there is a
// node other than s that is not below b.
func (g *State) MayReattach() bool {
	s, b := g.S(), g.B()
	first := g.Nodes[s].first
	return !g.Nodes[b].Moved && (g.Nodes[s].Head != None || first != b || g.Nodes[b].next != None)
}

// Reattach begins the search for another head of b.
func (g *State) Reattach() {
	g.Taken++
	g.Candidates = append(g.Candidates[:0], g.Heads()...)
	g.Looking = NewHead
}

// Heads lists the nodes that may become the head of b: those at most five arcs from s or two words
// from b, without s itself and what is below b.
func (g *State) Heads() []int32 {
	b := g.B()
	return g.near(g.S(), b, headDistance, func(k int32) bool { return !g.Below(k, b) })
}

// Friends lists the nodes that s may get a second arc to: those at most four arcs or two words away
// that are neither above s nor its children.
func (g *State) Friends() []int32 {
	s := g.S()
	return g.near(s, s, childDistance, func(k int32) bool {
		return g.Nodes[k].Head != s && !g.Reaches(k, s) && !slices.ContainsFunc(g.Arcs, func(a Arc) bool { return a.Head == s && a.Dep == k })
	})
}

// Reentrance begins the search for another child of s.
func (g *State) Reentrance() {
	g.Taken++
	g.Looking = NewChild
	g.Candidates = append(g.Candidates[:0], g.Friends()...)
}

// Further moves on to the next candidate.
func (g *State) Further() { g.Candidates = slices.Delete(g.Candidates, 0, 1) }

// Here takes the candidate: it becomes the head of b, or a child of s.
func (g *State) Here() {
	k := g.K()
	searched := g.Looking
	g.Looking, g.Candidates = Nothing, g.Candidates[:0]
	if searched == NewChild {
		g.Arcs = append(g.Arcs, Arc{Head: g.S(), Dep: k, Role: None})
		g.Buffer = append(g.Buffer, k)
		return
	}
	b := g.B()
	g.Buffer = g.Buffer[:len(g.Buffer)-1]
	g.release(b)
	g.adopt(k, b)
	g.Nodes[b].Moved = true
	if !g.Nodes[k].Queued { // it returns to its place on the stack, but not to the top
		at := len(g.Stack) - 1
		for at > 0 && g.before(g.Stack[at-1], k) {
			at--
		}
		g.enqueue(k, at)
	}
	g.settle()
}

// before reports whether node a is visited before b.
func (g *State) before(a, b int32) bool {
	if d := g.Nodes[a].Depth - g.Nodes[b].Depth; d != 0 {
		return d > 0
	}
	return g.order(a, b) < 0
}

// MayWikify reports whether s has a name and no link yet.
func (g *State) MayWikify() bool {
	named := false
	for kid := range g.Children(g.S()) {
		switch g.Nodes[kid].Role {
		case g.Wiki:
			return false
		case g.Name:
			named = true
		}
	}
	return named
}

// Wikify gives s a link: the concept is Forward or a constant.
func (g *State) Wikify(concept int32) {
	g.Taken++
	s := g.S()
	n := g.add(Node{Word: g.Nodes[s].Word, Label: concept, Host: s, Named: true, Linked: true})
	g.adopt(s, n)
	g.Nodes[n].Role = g.Wiki
}

// DoNothing moves on to the next node; it does not count as an action.
func (g *State) DoNothing() { g.pop() }
