// Package graph holds graphs under construction, as the AMR parser of Goodman, Vlachos & Naradowsky
// (2016) builds them: it starts from the dependency tree of a sentence, and each action changes a
// node or an arc of it until what is left is a graph of concepts. This package says what the
// actions do; transition.AMR says which there are and when they are legal.
//
// In the first phase nodes are visited from the leaves up, each as s, the top of the
// stack σ, with its children in the buffer β, the first being b: actions about the
// arc from s to b come first and, once the buffer is empty, one about s itself. The graph
// is a tree all this time. A second phase goes through the nodes again to add re-entrancies
// and links to Wikipedia.
package graph

import "slices"

// None stands for no node and no label.
const None = -1

// Signs are the numbers of the labels that actions need to know; None where a parser lacks the
// label.
type Signs struct {
	Word, Lemma, Verb int32 // concepts: the word, its lemma, its lemma with the sense 01
	Unknown           int32 // role of an arc that is not settled
	Name, Wiki        int32 // roles
	Forward           int32 // concept: what the names beside it spell
	Minus             int32 // concept: "-"
	Multi, Snt        int32 // concept and role that join several sentences
	// Direct maps each label that is an inverted role, such as ARG0-of, to the role itself, and
	// every other label to None. It may be shorter than the list of labels.
	Direct []int32
}

// Upright returns an arc with its role not inverted.
func (s *Signs) Upright(head, role, dep int32) (int32, int32, int32) {
	if role >= 0 && int(role) < len(s.Direct) && s.Direct[role] != None {
		return dep, s.Direct[role], head
	}
	return head, role, dep
}

// Sentence is what a graph is made from: one or several dependency trees, and what parsers need to
// know about their words. It does not change. Several trees hang from word 0, whose form is that of
// the concept that joins them ("multi-sentence").
type Sentence struct {
	*Signs
	Heads []int32    // of words 1…; 0 for a root
	Keys  []int32    // number of the word's lemma, None for one that training has not seen
	Forms [][3]int32 // labels that Signs.Word, Lemma and Verb stand for, of this word
	Extra []string   // names of labels that the parser does not know, numbered from the first number after its own
}

// Len returns the number of words.
func (s *Sentence) Len() int { return max(0, len(s.Heads)-1) }

// Node is a node of a graph: a word, or one that was inserted.
type Node struct {
	Word  int32 // that it stands for, or its Host stands for; 0 for the node that joins several trees
	Label int32 // concept so far; a word starts with Forms[0]
	Head  int32 // node that its arc in the tree comes from; None for the root
	Role  int32 // of that arc, once it is Linked
	From  int32 // word whose dependency label the arc still bears until then; 0 for an arc of an inserted node
	Host  int32 // node that it was inserted for; None for a word
	Above bool  // it was inserted above its host, not below

	Named  bool // its concept is settled
	Linked bool // the arc from its head is settled
	Moved  bool // it was attached to another head by Reattach
	Gone   bool // it was deleted
	Queued bool // it is on the stack

	Depth   int32 // at the start; an inserted node has that of its host
	Merged  int32 // word of the head whose place it took (ReplaceHead), or 0
	Dropped int32 // word that was last deleted below it, or 0

	first, next int32 // its first child, the next child of its head, by position
}

// Arc is a re-entrancy: a second arc to a node.
type Arc struct {
	Head, Dep, Role int32
	Linked          bool // Role is settled
}

// Search is the choice of a node by going through candidates one by one.
type Search uint8

const (
	Nothing  Search = iota
	NewHead         // of b, by Reattach
	NewChild        // of s, by Reentrance
)

// State is a graph under construction. It is reused from sentence to sentence.
type State struct {
	*Sentence
	Nodes  []Node  // 0 is unused, then words, then inserted nodes
	Arcs   []Arc   // re-entrancies
	Stack  []int32 // σ; s is the last
	Buffer []int32 // β; b is the last
	Root   int32   // None if there is no node
	Second bool    // phase
	Taken  int32   // actions so far, not counting those that only search

	Looking    Search
	Candidates []int32 // of a search, which asks about the first
	swapped    [][2]int32
	phases     bool // there is something to do in the second phase

	// Changes lists the nodes whose concept, arc from the head or head's concept has changed since
	// Start, each node as often as it has changed.
	Changes []int32
}

// Start makes g the dependency tree of a sentence; several trees are joined by a node of their own.
// again asks for a second phase.
func (g *State) Start(s *Sentence, again bool) {
	n := int32(s.Len())
	*g = State{Sentence: s, Nodes: append(slices.Grow(g.Nodes[:0], int(n)+8), Node{}), Arcs: g.Arcs[:0], Stack: g.Stack[:0], Buffer: g.Buffer[:0],
		Root: None, Candidates: g.Candidates[:0], swapped: g.swapped[:0], phases: again, Changes: g.Changes[:0]}
	for w := int32(1); w <= n; w++ {
		g.Nodes = append(g.Nodes, Node{Word: w, Label: s.Forms[w][0], Head: None, From: w, Role: None, Host: None, Depth: None, first: None, next: None})
	}
	roots := 0
	for w := n; w >= 1; w-- { // backwards, so that each is the first child when it is added
		if h := s.Heads[w]; h != 0 {
			g.adopt(h, w)
		} else {
			g.Root = w
			roots++
		}
	}
	if roots > 1 {
		g.Root = g.add(Node{Label: s.Forms[0][0], Host: None})
		for w := n; w >= 1; w-- {
			if s.Heads[w] == 0 {
				g.adopt(g.Root, w)
			}
		}
	}
	if n > 0 {
		g.list()
	}
	g.Changes = g.Changes[:0]
	g.settle()
}

// add adds a node without arcs.
func (g *State) add(n Node) int32 {
	n.Head, n.Role, n.first, n.next = None, None, None, None
	g.Nodes = append(g.Nodes, n)
	g.Changes = append(g.Changes, int32(len(g.Nodes)-1))
	return int32(len(g.Nodes) - 1)
}

// list puts all nodes on the stack so that children come before their heads: the deepest first, and
// nodes of the same depth in the order of the words.
func (g *State) list() {
	level := []int32{g.Root}
	g.Stack = g.Stack[:0]
	for depth := int32(0); len(level) > 0; depth++ {
		var next []int32
		slices.SortFunc(level, func(a, b int32) int { return g.order(b, a) })
		for _, node := range level {
			n := &g.Nodes[node]
			n.Depth, n.Queued = depth, true
			for kid := range g.Children(node) {
				next = append(next, kid)
			}
		}
		g.Stack, level = append(g.Stack, level...), next
	}
}

// order compares two nodes by their words, and then by age.
func (g *State) order(a, b int32) int {
	if d := g.Nodes[a].Word - g.Nodes[b].Word; d != 0 {
		return int(d)
	}
	return int(a - b)
}

// CopyFrom makes g an independent copy of h.
func (g *State) CopyFrom(h *State) {
	nodes, arcs, stack, buffer, candidates, swapped, changes := g.Nodes, g.Arcs, g.Stack, g.Buffer, g.Candidates, g.swapped, g.Changes
	*g = *h
	g.Nodes = append(nodes[:0], h.Nodes...)
	g.Arcs = append(arcs[:0], h.Arcs...)
	g.Stack = append(stack[:0], h.Stack...)
	g.Buffer = append(buffer[:0], h.Buffer...)
	g.Candidates = append(candidates[:0], h.Candidates...)
	g.swapped = append(swapped[:0], h.swapped...)
	g.Changes = append(changes[:0], h.Changes...)
}

// S returns the node that is being worked on, or None at the end.
func (g *State) S() int32 { return last(g.Stack) }

// B returns the child of s that is being worked on, or None.
func (g *State) B() int32 { return last(g.Buffer) }

// K returns the candidate that a search asks about, or None.
func (g *State) K() int32 {
	if len(g.Candidates) == 0 {
		return None
	}
	return g.Candidates[0]
}

func last(list []int32) int32 {
	if len(list) == 0 {
		return None
	}
	return list[len(list)-1]
}

// Bound returns the maximal number of actions of a derivation: 300, or 5 for each word if that is
// more, as in the authors' program.
func (g *State) Bound() int32 { return int32(max(300, 5*g.Len())) }

// Done reports whether nothing is left to do, or no action is left to do it with.
func (g *State) Done() bool {
	return len(g.Stack) == 0 || g.Looking == Nothing && g.Taken >= g.Bound()
}

// settle moves on to the next open question: past arcs and nodes that are settled.
func (g *State) settle() {
	for !g.Second {
		switch s := g.S(); {
		case s == None:
			if g.Second = true; g.phases && g.Root != None {
				g.list()
			}
		case len(g.Buffer) > 0:
			if !g.Nodes[g.B()].Linked {
				return
			}
			g.Buffer = g.Buffer[:len(g.Buffer)-1]
		case g.Nodes[s].Named && !g.open(s):
			g.pop()
		default:
			return
		}
	}
}

// open fills the buffer with the unsettled children of s and reports whether there are any.
func (g *State) open(s int32) bool {
	for kid := range g.Children(s) {
		if !g.Nodes[kid].Linked {
			g.Buffer = append(g.Buffer, kid)
		}
	}
	slices.Reverse(g.Buffer)
	return len(g.Buffer) > 0
}

// pop removes s, and opens the node below it.
func (g *State) pop() {
	g.Nodes[g.S()].Queued = false
	g.Stack = g.Stack[:len(g.Stack)-1]
	if s := g.S(); s != None && !g.Second {
		g.open(s)
	}
}

// Nameless returns signs that match no label.
func Nameless() *Signs {
	return &Signs{Word: None, Lemma: None, Verb: None, Unknown: None, Name: None, Wiki: None, Forward: None, Minus: None, Multi: None, Snt: None}
}
