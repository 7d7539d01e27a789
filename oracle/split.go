package oracle

import (
	"slices"

	"parser/transition"
)

// split is the dynamic oracle of the split system (Stern, Andreas & Klein 2017, Section 4), exact.
//
// The spans of the stack share no words, so that a move concerns only what is inside the topmost one,
// s0; gold brackets that are inside no span of the stack are built or lost already. The label of s0
// costs what it costs in shift-label. Once s0 has its label, let the brackets inside be those gold
// ones that cover a proper part of it. A split loses those that it cuts and no others, because
//
//   - each other one is inside one of the two parts;
//   - a part loses nothing while all its candidates are left. If there are brackets inside, take a
//     largest one. One of its ends is a candidate, and cuts no bracket inside, as that would have to
//     be around the largest one. By induction over the length the parts of the part lose nothing, and
//     labels for gold brackets alone make nothing wrong.
//
// So s0 loses as many brackets as are cut by that candidate left which cuts the fewest, after HE as
// many as its own candidate cuts, and after FU as many as the best of the others.
type split struct{ shiftLabel }

func (o *split) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	if c.Unlabelled {
		return o.shiftLabel.Moves(dst, c, legal)
	}
	*dst = Costs{}
	i, j := transition.Split{}.Candidates(c)
	cuts := o.cuts(c, i, j)
	here, others := cuts[0], cuts[1:]
	if c.Next == j {
		here, others = cuts[j-i], cuts[:j-i]
	}
	least := slices.Min(cuts)
	dst[transition.Here] = here - least
	if len(others) > 0 {
		dst[transition.Further] = slices.Min(others) - least
	}
	return nil
}

// split walks to the first candidate that cuts no gold bracket.
func (o *static) split(c *transition.Config, legal transition.Moves) (transition.Move, int32) {
	if c.Unlabelled {
		return o.shiftLabel(c, legal)
	}
	if legal.Has(transition.Further) && o.cuts(c, c.Next, c.Next)[0] > 0 {
		return transition.Further, transition.None
	}
	return transition.Here, transition.None
}

// cuts returns for each of the candidates from i to j how many of the gold brackets that cover a proper
// part of the topmost span it cuts: those that have words on both sides. The result is valid until the
// next call.
func (g *spans) cuts(c *transition.Config, i, j int32) []int32 {
	top := &c.Nodes[c.S(0)]
	start, end := top.First-1, top.Last
	g.cut = zeros(g.cut, int(end-start)+1) // first how many more than the candidate before
	for _, b := range g.gold[g.from[start]:g.from[end]] {
		if b.End <= end && b.End-b.Start < end-start {
			g.cut[b.Start-start+1]++
			g.cut[b.End-start]--
		}
	}
	for p := range end - start {
		g.cut[p+1] += g.cut[p]
	}
	return g.cut[i-1-start : j-start]
}
