package oracle

import (
	"slices"

	"parser/transition"
	"parser/transition/graph"
)

// expert is the expert of AMR, a list of rules without search (Goodman et al. 2016): the first rule
// that applies says what the expert would do. It answers in every configuration, but is not
// optimal: nodes of the gold graph that have no word and are no leaves can stay out.
//
// Costs are not losses but ranks: what the first rule says costs 0; since that may not be
// available, such as a concept never seen with a word, what the next rule says costs 1, and so on.
type expert struct {
	base
	gold  *Meaning
	arcs  [2][][]graph.Arc // by head, by dependent
	of    []int32          // the gold node that a node stands for, or None
	at    []int32          // its inverse
	wants []transition.Step
}

const (
	byHead = iota
	byDep
)

// rulesOut is the cost of what no rule says.
const rulesOut = 9

func (o *expert) Start(g *Gold) error {
	o.gold = g.Meaning
	if o.gold == nil {
		return ErrNoMeaning
	}
	for way := range o.arcs {
		o.arcs[way] = slices.Grow(o.arcs[way][:0], len(o.gold.Labels))[:len(o.gold.Labels)]
		for i := range o.arcs[way] {
			o.arcs[way][i] = o.arcs[way][i][:0]
		}
	}
	for _, a := range o.gold.Arcs {
		o.arcs[byHead][a.Head] = append(o.arcs[byHead][a.Head], a)
		o.arcs[byDep][a.Dep] = append(o.arcs[byDep][a.Dep], a)
	}
	return nil
}

func (o *expert) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	o.decide(c, legal)
	for m := range dst {
		dst[m] = rulesOut
	}
	for i, w := range slices.Backward(o.wants) {
		dst[w.Move] = int32(i)
	}
	return nil
}

func (o *expert) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	o.decide(c, o.system.Legal(c))
	first := slices.IndexFunc(o.wants, func(w transition.Step) bool { return w.Move == m })
	if dst.Reset(0); first < 0 {
		return nil
	}
	dst.Reset(rulesOut)
	for i, w := range o.wants {
		if w.Move != m {
			continue
		}
		cost := int32(i - first)
		if g := c.Graph; m == transition.NextNode { // the signs before what they stand for
			for _, sign := range []int32{g.Lemma, g.Verb, g.Word} {
				if sign != graph.None && g.Spelled(sign, g.S()) == w.Label {
					dst.Set(sign, cost)
				}
			}
		}
		dst.Set(w.Label, cost)
	}
	return nil
}

// match finds the gold node of each node: for words the node they are aligned with and, for
// inserted nodes, the first free gold node with their concept that is near that of their host.
func (o *expert) match(g *graph.State) {
	o.of, o.at = slices.Grow(o.of[:0], len(g.Nodes))[:len(g.Nodes)], slices.Grow(o.at[:0], len(o.gold.Labels))[:len(o.gold.Labels)]
	for i := range o.at {
		o.at[i] = graph.None
	}
	for i := range g.Nodes[1:] {
		node, n := int32(i+1), &g.Nodes[i+1]
		o.of[node] = graph.None
		switch {
		case n.Host == graph.None:
			o.of[node] = o.gold.Align[n.Word]
		case o.of[n.Host] != graph.None && n.Above:
			o.of[node] = o.unmatched(byDep, o.of[n.Host], n.Label)
		case o.of[n.Host] != graph.None:
			o.of[node] = o.unmatched(byHead, o.of[n.Host], n.Label)
		}
		if gold := o.of[node]; gold != graph.None && !n.Gone {
			o.at[gold] = node
		}
	}
}

// unmatched returns the first free neighbour of a gold node that has a label, or None: a child for
// byHead, a head for byDep.
func (o *expert) unmatched(way int, gold, label int32) int32 {
	for _, a := range o.arcs[way][gold] {
		if end := other(a, way); o.at[end] == graph.None && o.gold.Labels[end] == label {
			return end
		}
	}
	return graph.None
}

func other(a graph.Arc, way int) int32 {
	if way == byHead {
		return a.Dep
	}
	return a.Head
}

// want adds what a rule says.
func (o *expert) want(m transition.Move, label int32) {
	o.wants = append(o.wants, transition.Step{Move: m, Label: label})
}

// decide applies the rules, and stops once it has a choice that is available in any case.
func (o *expert) decide(c *transition.Config, legal transition.Moves) {
	g := c.Graph
	o.wants = o.wants[:0]
	o.match(g)
	s, b := o.goldOf(g.S()), o.goldOf(g.B())
	switch {
	case g.Looking != graph.Nothing:
		o.search(g, s, b)
	case g.Second:
		o.again(g, legal, s, b)
	case b != graph.None && s != graph.None && g.MaySwap() && o.above(b, s) && !o.above(s, b):
		o.want(transition.Swap, graph.None)
	default:
		if s != graph.None {
			o.insert(g, s)
		}
		if g.B() == graph.None {
			o.node(g, legal, s)
		} else {
			o.edge(g, legal, s, b)
		}
	}
}

func (o *expert) goldOf(node int32) int32 {
	if node == graph.None {
		return graph.None
	}
	return o.of[node]
}

// above reports whether there is a path from a gold node to another.
func (o *expert) above(from, to int32) bool {
	seen, agenda := make([]bool, len(o.gold.Labels)), []int32{from}
	for len(agenda) > 0 {
		x := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		for _, a := range o.arcs[byHead][x] {
			if a.Dep == to {
				return true
			}
			if !seen[a.Dep] {
				seen[a.Dep] = true
				agenda = append(agenda, a.Dep)
			}
		}
	}
	return false
}

// insert wants the missing heads of s and the leaves below it.
func (o *expert) insert(g *graph.State, s int32) {
	if !g.Inserted() {
		for _, a := range o.arcs[byDep][s] {
			if o.at[a.Head] == graph.None {
				o.want(transition.Insert, o.gold.Labels[a.Head])
			}
		}
	}
	for _, a := range o.arcs[byHead][s] {
		label := o.gold.Labels[a.Dep]
		if a.Role != g.Wiki && o.at[a.Dep] == graph.None && len(o.arcs[byHead][a.Dep]) == 0 && !g.HasChild(label) {
			o.want(transition.InsertBelow, label)
		}
	}
}

// node wants what is to become of s itself.
func (o *expert) node(g *graph.State, legal transition.Moves, s int32) {
	if s != graph.None {
		o.want(transition.NextNode, o.gold.Labels[s])
	} else if legal.Has(transition.DeleteNode) {
		o.want(transition.DeleteNode, graph.None)
		return
	}
	o.want(transition.NextNode, g.Word)
}

// edge wants what is to become of the arc from s to b.
func (o *expert) edge(g *graph.State, legal transition.Moves, s, b int32) {
	if s == graph.None && b != graph.None && legal.Has(transition.ReplaceHead) {
		o.want(transition.ReplaceHead, graph.None)
		return
	}
	if s != graph.None && b != graph.None {
		if a, ok := o.gold.between(s, b); ok {
			o.want(transition.NextEdge, a.Role)
			o.want(transition.NextEdge, g.Unknown)
			return
		}
		if _, ok := o.gold.between(b, s); ok && g.MaySwap() {
			o.want(transition.Swap, graph.None)
			return
		}
	}
	if b != graph.None && g.MayReattach() && slices.ContainsFunc(g.Heads(), func(k int32) bool { return o.isHead(k, b) }) {
		o.want(transition.Reattach, graph.None)
		return
	}
	o.want(transition.NextEdge, g.Unknown)
}

// isHead reports whether a node stands for a head of a gold node.
func (o *expert) isHead(node, gold int32) bool {
	head := o.of[node]
	if head == graph.None || gold == graph.None {
		return false
	}
	_, ok := o.gold.between(head, gold)
	return ok
}

// again wants what remains to do in the second phase.
func (o *expert) again(g *graph.State, legal transition.Moves, s, b int32) {
	if b != graph.None || g.B() != graph.None {
		if s != graph.None && b != graph.None {
			if a, ok := o.gold.between(s, b); ok {
				o.want(transition.NextEdge, a.Role)
			}
		}
		o.want(transition.NextEdge, g.Unknown)
		return
	}
	if s != graph.None && legal.Has(transition.Wikify) {
		for _, a := range o.arcs[byHead][s] {
			if label := o.gold.Labels[a.Dep]; a.Role == g.Wiki && label == g.Forward {
				o.want(transition.Wikify, g.Forward)
			} else if a.Role == g.Wiki {
				o.want(transition.Wikify, g.Minus)
			}
		}
	}
	if s != graph.None && legal.Has(transition.Reentrance) && slices.ContainsFunc(g.Friends(), func(k int32) bool { return o.isHead(g.S(), o.of[k]) }) {
		o.want(transition.Reentrance, graph.None)
		return
	}
	o.want(transition.DoNothing, graph.None)
}

// search wants the first candidate that is right.
func (o *expert) search(g *graph.State, s, b int32) {
	right := o.isHead(g.K(), b)
	if g.Looking == graph.NewChild {
		right = o.isHead(g.S(), o.of[g.K()])
	}
	if right || len(g.Candidates) == 1 {
		o.want(transition.Here, graph.None)
		return
	}
	o.want(transition.Further, graph.None)
}
