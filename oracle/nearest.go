package oracle

import (
	"fmt"
	"math"
	"slices"

	"parser/transition"
)

// nearest prices moves by the nearest of several gold trees: the loss of a finished tree is the least of its losses
// against each of them. Let L_g(c) be the smallest loss against g that can still be reached from c, counted from the
// start of the parse. Both minima commute,
//
//	min over trees t of min over golds g of loss(t, g)  =  min over g of L_g(c),
//
// so that the cost of a move that leads to c' is min over g of L_g(c') − min over g of L_g(c). An oracle of one tree
// knows increases only. L_g is that of the start plus the costs of all moves and labels on the way: an oracle that is
// exact for each tree makes one that is exact for all of them, whatever the system and whether its costs are written by
// hand or derived. (The union of the automata of the golds, each with the losses so far as weights, has the same
// shortest distances.)
type nearest struct {
	another func() Oracle
	system  transition.System
	ways    []*way
	golds   []*way            // those of the sentence; one alone is asked directly
	at      transition.Config // where the losses of the ways stand
	priced  bool              // whether their costs are those of at
}

// way leads to one gold tree.
type way struct {
	Oracle
	start  int32 // the smallest loss of a whole parse
	least  int32 // L_g
	costs  Costs
	labels LabelCosts
}

// Nearest returns an oracle for sentences with several gold trees (Gold.Others), which is exact if those are exact that
// another returns: any number of the same kind, for one tree each. New makes all its oracles so.
func Nearest(s transition.System, another func() Oracle) Oracle {
	return &nearest{another: another, system: s, ways: []*way{{Oracle: another()}}}
}

// Name implements Oracle.
func (o *nearest) Name() string { return o.ways[0].Name() }

// Start implements Oracle. It refuses several trees if the costs of one are not exact, errSeveral, and any tree that
// the oracle of one refuses.
func (o *nearest) Start(g *Gold) error {
	o.golds = o.ways[:1]
	if len(g.Others) == 0 {
		return o.ways[0].Start(g)
	}
	if can := Describe(o.Name()); can.OnPath || can.Estimates {
		return fmt.Errorf("%w: oracle %s needs a single one (others for %s: %v)", errSeveral, o.Name(), o.system.Name(), exactFor(o.system))
	}
	for len(o.ways) <= len(g.Others) {
		o.ways = append(o.ways, &way{Oracle: o.another()})
	}
	o.golds = o.ways[:1+len(g.Others)]
	for i, tree := range g.all() {
		if tree.Len() != g.Len() {
			return fmt.Errorf("%w: of %d and of %d words", errSeveral, g.Len(), tree.Len())
		}
		if err := o.golds[i].begin(o.system, tree); err != nil {
			return err
		}
	}
	o.restart(g.Len())
	return nil
}

// exactFor lists the exact oracles of a system.
func exactFor(s transition.System) []string {
	return slices.DeleteFunc(NamesFor(s), func(name string) bool { return Describe(name).OnPath || Describe(name).Estimates })
}

// begin prepares for a tree. The arcs that the system cannot build are lost at the start; of other structures all can be
// built, or the oracle refuses them.
func (w *way) begin(s transition.System, g *Gold) error {
	if err := w.Start(g); err != nil {
		return err
	}
	var c transition.Config
	s.Start(&c, g.Len())
	w.start = 0
	err := Follow(w, s, &c, func(transition.Step) {})
	for d := 1; d < len(g.Heads); d++ {
		w.start += WrongHead * indicator(g.Heads[d] != c.Nodes[d].Head && g.Heads[d] != transition.None)
	}
	return err
}

func (o *nearest) restart(words int) {
	o.system.Start(&o.at, words)
	o.priced = false
	for _, w := range o.golds {
		w.least = w.start
	}
}

// follow takes the steps to c that were not taken yet, from the start if others were taken, and prices the moves there.
func (o *nearest) follow(c *transition.Config) error {
	if known := len(o.at.Steps); known > len(c.Steps) || !slices.Equal(o.at.Steps, c.Steps[:known]) {
		o.restart(int(c.N))
	}
	for _, step := range c.Steps[len(o.at.Steps):] {
		if err := o.price(); err != nil {
			return err
		}
		for _, w := range o.golds {
			w.least += w.costs[step.Move]
			if !step.Move.Labelled() {
				continue
			}
			if err := w.Labels(&w.labels, &o.at, step.Move); err != nil {
				return err
			}
			w.least += w.labels.Of(step.Label)
		}
		o.system.Apply(&o.at, step.Move, step.Label)
		o.priced = false
	}
	return o.price()
}

// price asks for the costs of the moves.
func (o *nearest) price() error {
	if o.priced {
		return nil
	}
	legal := o.system.Legal(&o.at)
	for _, w := range o.golds {
		if err := w.Moves(&w.costs, &o.at, legal); err != nil {
			return err
		}
	}
	o.priced = true
	return nil
}

// after is the smallest loss that can be reached after a move.
func (o *nearest) after(m transition.Move) int32 {
	least := int32(math.MaxInt32)
	for _, w := range o.golds {
		least = min(least, w.least+w.costs[m])
	}
	return least
}

// Moves implements Oracle.
func (o *nearest) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	if len(o.golds) == 1 {
		return o.ways[0].Moves(dst, c, legal)
	}
	if err := o.follow(c); err != nil {
		return err
	}
	for m := range legal.All() {
		dst[m] = o.after(m)
	}
	least := dst.least(legal)
	for m := range legal.All() {
		dst[m] -= least
	}
	return nil
}

// Labels implements Oracle.
func (o *nearest) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	if len(o.golds) == 1 {
		return o.ways[0].Labels(dst, c, m)
	}
	if err := o.follow(c); err != nil {
		return err
	}
	for _, w := range o.golds {
		if err := w.Labels(&w.labels, c, m); err != nil {
			return err
		}
	}
	best := o.after(m)
	added := func(cost func(*LabelCosts) int32) int32 {
		least := int32(math.MaxInt32)
		for _, w := range o.golds {
			least = min(least, w.least+w.costs[m]+cost(&w.labels))
		}
		return least - best
	}
	dst.Reset(added(func(k *LabelCosts) int32 { return k.other }))
	for _, w := range o.golds {
		for _, one := range w.labels.few {
			dst.Set(one.label, added(func(k *LabelCosts) int32 { return k.Of(one.label) }))
		}
	}
	return nil
}
