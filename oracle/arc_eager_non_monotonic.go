package oracle

import "parser/transition"

// tentative is an oracle of non-monotonic arc-eager, made of one of arc-hybrid that counts wrong heads, and exact
// for projective gold trees if that one is.
//
// Take the heads of the words on the stack away, and a configuration is one of arc-hybrid from which the same trees
// can be reached: LA replaces the head, and RE and LB give the word below, which the head is. So a move costs the
// wrong heads that it costs in arc-hybrid, SH and RA the same. But RE keeps the label of RA. Call a word of
// the stack mislabelled if its gold arc is the one that it has, with another label. The least loss that can be
// reached is
//
//	WrongHead · (the least number of wrong heads) + WrongLabel · (the number of mislabelled words),
//
// since all attainable gold arcs can be kept together. Under SingleRoot the word above ROOT does not count if
// the buffer has another gold root, which is as good and has its label still to come.
type tentative struct {
	base
	heads  unnamed
	hybrid transition.ArcHybrid
	view   transition.Config // of arc-hybrid
}

func (o *tentative) be(name string, s transition.System, named ...string) {
	o.base.be(name, s, named...)
	o.hybrid.Roots = s.Params().Roots
	o.heads.be(name, o.hybrid, named...)
}

// Start reads the gold tree.
func (o *tentative) Start(g *Gold) error {
	if err := o.base.Start(g); err != nil {
		return err
	}
	return o.heads.Start(g)
}

func (o *tentative) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	o.look(c)
	if err := o.heads.Moves(dst, &o.view, o.hybrid.Legal(&o.view)); err != nil {
		return err
	}
	top := len(c.Stack) - 1
	if top > 0 {
		// LA loses the head of s0, which arc-hybrid counts, but its label is lost already.
		dst[transition.Left] -= WrongLabel * o.mislabelled(c, top, c.Next)
		// If b is the last of the gold roots, the word above ROOT counts from now on.
		dst[transition.Shift] += WrongLabel * (o.mislabelled(c, 1, c.Next+1) - o.mislabelled(c, 1, c.Next))
	}
	tentatively(dst)
	return nil
}

// tentatively turns the costs of the moves of arc-hybrid into those of non-monotonic arc-eager.
func tentatively(dst *Costs) {
	dst[transition.Reduce], dst[transition.Label] = dst[transition.Right], dst[transition.Right]
	dst[transition.Right] = dst[transition.Shift]
}

// mislabelled reports, as 0 or 1, whether the t-th item of the stack, a word, counts as mislabelled if the buffer
// begins with front.
func (o *tentative) mislabelled(c *transition.Config, t int, front int32) int32 {
	w := c.Stack[t]
	if t == 1 && o.singleRoot && o.dependentsFrom(front, 0) > 0 {
		return 0
	}
	return o.wrongLabel(c, w)
}

// wrongLabel reports, as 0 or 1, whether the gold arc of a word of the stack is the one that it has, with another label.
func (g *geometry) wrongLabel(c *transition.Config, w int32) int32 {
	n := &c.Nodes[w]
	return indicator(n.Head != transition.None && n.Head == g.head[w] && g.label[w] != transition.None && n.Label != g.label[w])
}

// look sets the view of a configuration, with the steps that lead to it in arc-hybrid.
func (o *tentative) look(c *transition.Config) {
	o.view.CopyFrom(c)
	for _, w := range c.Stack {
		o.view.Nodes[w].Head = transition.None
	}
	for i := range o.view.Steps {
		switch step := &o.view.Steps[i]; step.Move {
		case transition.Right:
			*step = transition.Step{Move: transition.Shift, Label: transition.None}
		case transition.Reduce, transition.Label:
			step.Move = transition.Right
		}
	}
}

// Labels implements Oracle. The label of RA from ROOT under SingleRoot is free if another gold root follows.
func (o *tentative) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	if m == transition.Right && o.singleRoot && c.S(0) == 0 && o.dependentsFrom(c.Next+1, 0) > 0 {
		dst.Reset(0)
		return nil
	}
	return o.base.Labels(dst, c, m)
}

// monotonic is the dynamic oracle with ties broken in favour of what arc-eager does, so that repairs are learned for
// mistakes alone, as Honnibal, Goldberg & Johnson (2013) have them. Of the moves that cost nothing, those cost 1
//
//	RA  of a word whose head stands after it, and SH of one whose head is s0, which a repair must follow;
//	LA, LB  that are repairs
//
// unless all are such. The other costs are exact, and so the best moves lead to the least loss.
type monotonic struct{ tentative }

func (o *monotonic) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	if err := o.tentative.Moves(dst, c, legal); err != nil {
		return err
	}
	best := dst.Best(legal)
	var spurious transition.Moves
	for m := range best.All() {
		if o.repairs(c, m) {
			spurious |= transition.Of(m)
		}
	}
	if spurious == best {
		return nil
	}
	for m := range spurious.All() {
		dst[m]++
	}
	return nil
}

// repairs reports whether m is a repair, or adds to those that must follow.
func (o *monotonic) repairs(c *transition.Config, m transition.Move) bool {
	b, s0 := c.Front(), c.S(0)
	switch m {
	case transition.Shift:
		return o.head[b] == s0
	case transition.Right:
		return o.head[b] > b
	case transition.Left:
		return c.HasHead(s0)
	}
	return m == transition.Label && !c.BufferEmpty()
}
