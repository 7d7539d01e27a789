package transition

import "parser/transition/graph"

// AMR makes a graph of concepts of a dependency tree (Goodman, Vlachos & Naradowsky 2016,
// Table 1, after Wang, Xue & Pradhan 2015). s is the top of the stack σ, b the first of
// the children of s in the buffer β. In the first phase:
//
//	NE-r  b                  the arc from s to b has the role r
//	SW    b, not swapped yet b becomes the head of s
//	RH    b, s a word        b takes the place of s, which is deleted
//	RT    b, not moved yet   b is attached to another head, which a search finds
//	NN-c  β empty            s has the concept c
//	DN    β empty, s a leaf  s, a word, is deleted
//	IN-c  not yet above s    a new node with the concept c comes above s
//	IB-c                     a new node with the concept c comes below s, as b
//
// and in a second, which goes through all nodes again:
//
//	EN    β empty            s gets a second arc, to a node that a search finds (Reentrance)
//	NE-r  b                  that arc has the role r
//	WK-c  s has a name       s gets a link, spelled as its name, or "-" (Wikify)
//	NO    β empty            on to the next node
//
// In the paper RT and EN take a node as their parameter. Here a search shows one candidate after
// the other, the nearest first: HE takes it and FU asks for the next one. The last candidate has to
// be taken.
//
// At most one arc leads from one node to another. A parse ends after at most graph.State.Bound
// actions, whatever it has reached by then. The graph is connected and has one root and no cycle.
type AMR struct {
	common
	Reentrances bool // EN
	Links       bool // WK
}

// Name, Kind, Params and With say what system it is.
func (AMR) Name() string     { return "amr" }
func (AMR) Kind() Kind       { return Graphs }
func (s AMR) Params() Params { return Params{Reentrance: s.Reentrances, Wikify: s.Links} }
func (s AMR) With(p Params) (System, error) {
	return AMR{Reentrances: p.Reentrance, Links: p.Wikify}, nil
}

// Moves returns all moves that the system has.
func (s AMR) Moves() Moves {
	return Of(NextEdge, NextNode, Swap, ReplaceHead, Reattach, DeleteNode, Insert, InsertBelow, Here, Further).
		addIf(s.Reentrances, Reentrance).addIf(s.Links, Wikify).addIf(s.second(), DoNothing)
}

// second reports whether there is a second phase.
func (s AMR) second() bool { return s.Reentrances || s.Links }

// Start makes c the given dependency tree. If none is given, each word hangs from the word before
// it.
func (s AMR) Start(c *Config, n int) {
	c.Reset(n, Graphs)
	if c.Graph == nil {
		c.Graph = new(graph.State)
	}
	if c.Given == nil || c.Given.Len() != n {
		c.Given = chain(n)
	}
	c.Graph.Start(c.Given, s.second())
}

// chain returns a sentence of n words about which nothing is known.
func chain(n int) *graph.Sentence {
	s := &graph.Sentence{Signs: graph.Nameless()}
	for w := range n + 1 {
		s.Heads, s.Keys, s.Forms = append(s.Heads, int32(w-1)), append(s.Keys, None), append(s.Forms, [3]int32{None, None, None})
	}
	return s
}

// Terminal: the stack is empty, or the actions are used up.
func (AMR) Terminal(c *Config) bool { return c.Graph.Done() }

// Legal: as above.
func (s AMR) Legal(c *Config) Moves {
	g := c.Graph
	switch top, b := g.S(), g.B(); {
	case g.Done():
		return 0
	case g.Looking != graph.Nothing:
		return Of(Here).addIf(len(g.Candidates) > 1, Further)
	case g.Second && b != None:
		return Of(NextEdge)
	case g.Second:
		return Of(DoNothing).addIf(s.Reentrances && len(g.Friends()) > 0, Reentrance).addIf(s.Links && g.MayWikify(), Wikify)
	case b != None:
		word := g.Nodes[top].Host == None
		return Of(NextEdge, InsertBelow).addIf(g.MaySwap(), Swap).addIf(word, ReplaceHead).
			addIf(g.MayReattach(), Reattach).addIf(!g.Inserted(), Insert)
	default:
		deletable := g.Leaf(top) && g.Nodes[top].Host == None && top != g.Root
		return Of(NextNode, InsertBelow).addIf(deletable, DeleteNode).addIf(!g.Inserted(), Insert)
	}
}

// Apply carries out a legal move.
func (AMR) Apply(c *Config, m Move, label int32) {
	g := c.Graph
	switch m {
	case NextEdge:
		g.NextEdge(label)
	case NextNode:
		g.NextNode(label)
	case Swap:
		g.Swap()
	case ReplaceHead:
		g.ReplaceHead()
	case Reattach:
		g.Reattach()
	case DeleteNode:
		g.DeleteNode()
	case Insert:
		g.Insert(label)
	case InsertBelow:
		g.InsertBelow(label)
	case Reentrance:
		g.Reentrance()
	case Wikify:
		g.Wikify(label)
	case DoNothing:
		g.DoNothing()
	case Here:
		g.Here()
	case Further:
		g.Further()
	}
	c.record(m, label)
}

// Passed returns how many candidates the current search has passed over, but no more than most.
func (c *Config) Passed(most int) int {
	n := 0
	for n < min(most, len(c.Steps)) && c.Steps[len(c.Steps)-1-n].Move == Further {
		n++
	}
	return n
}
