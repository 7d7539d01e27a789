package oracle

import "parser/transition"

// Loss returns the loss of the finished tree of c, or, on the way, of what c has
// built: WrongHead and WrongLabel over words, or, in a constituency tree, 1 for each
// wrong bracket and each missing one, or WrongTag over words. The label of a word,
// which of constituency systems only shift-label gives, is a bracket over it.
func (g *Gold) Loss(c *transition.Config) int32 {
	if c.Kind == transition.Constituents {
		return g.bracketLoss(c)
	}
	loss := int32(0)
	for i, n := range c.Nodes[1:] {
		d := i + 1
		switch {
		case n.Label == transition.None: // not there yet
		case c.Kind == transition.Tags:
			loss += WrongTag * indicator(n.Label != g.Labels[d])
		case n.Head != g.Heads[d]:
			loss += WrongHead
		case n.Label != g.Labels[d]:
			loss += WrongLabel
		}
	}
	return loss
}

// bracketLoss counts what is in one of the two multisets of brackets only.
func (g *Gold) bracketLoss(c *transition.Config) int32 {
	missing := map[Span]int32{}
	for _, b := range g.Spans {
		missing[b]++
	}
	loss := int32(len(g.Spans))
	for _, n := range c.Nodes[1:] {
		b := Span{n.Label, n.First - 1, n.Last}
		switch {
		case n.Label == transition.None || n.Last == transition.None:
		case missing[b] > 0:
			missing[b]--
			loss--
		default:
			loss++
		}
	}
	return loss
}
