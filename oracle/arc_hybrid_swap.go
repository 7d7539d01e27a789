package oracle

import "parser/transition"

// staticDynamic is the static-dynamic oracle of arc-hybrid with SWAP (de Lhoneux, Stymne & Nivre
// 2017, Section 4): what SWAP does is fixed beforehand, all else is priced in every configuration.
//
// Let w be due if the buffer has a word that stands after w in the sentence and before w in the
// projective order (see ordered). If s0 is due for b, it must be swapped with b: SW costs nothing, and SH costs
// WrongHead; elsewhere SW does. The other costs are those of [arcHybrid] in the configuration that
// the swaps of all due words lead to: in it, due words are in the buffer. So
//
//	SH  of a due b costs nothing, since b comes back;
//	LA, RA of a due s0 lose all arcs between s0 and unattached words but the one that they add.
//
// Call a configuration orderly if its stack ascends in the projective order, and a word stands
// before an earlier word of the sentence only where it does in that order. The start is orderly, and
// so is what follows by moves other than SW with s0 not due for b, or SH with s0 due for b. In an
// orderly configuration all costs but those of these two moves are exact increases of the smallest
// loss of a parse that stays orderly. Proof: an arc between words that are not due, neither of which
// is in the buffer, needs them to be neighbours, since they stay on the stack until they are
// attached. All other arcs between unattached words can be built, and all of them together: SH and
// the swaps that are due lead to a configuration without due words whose front is the first of the
// buffer in the projective order, in which arc-hybrid goes on as if the words had always stood in
// that order, where the gold tree is projective.
//
// A parse that leaves order may lose less, since more swaps can undo what SH did; costs with regard
// to such parses are not known to be computable in polynomial time. After the parse has left order,
// costs are estimates.
type staticDynamic struct {
	ordered
	first []int32 // the least place in the projective order of the words from each one on
}

// Start reads the gold tree, see ordered.
func (o *staticDynamic) Start(g *Gold) error {
	if err := o.ordered.Start(g); err != nil {
		return err
	}
	n := len(o.head)
	o.first = sized(o.first, n+1)
	o.first[n] = int32(n)
	for w := n - 1; w >= 0; w-- {
		o.first[w] = min(o.first[w+1], o.order[w])
	}
	return nil
}

// swaps reports whether s0 is due for b.
func (o *staticDynamic) swaps(c *transition.Config) bool {
	s0, b := c.S(0), c.Front()
	return 0 < s0 && s0 < b && o.order[s0] > o.order[b]
}

// due reports whether the word w, of the stack or the buffer front, is due.
func (o *staticDynamic) due(c *transition.Config, w int32) bool {
	for _, k := range c.Returned {
		if k > w && o.order[k] < o.order[w] {
			return true
		}
	}
	return o.first[max(w+1, c.Next)] < o.order[w]
}

func (o *staticDynamic) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	swaps := o.swaps(c)
	dst[transition.Swap] = WrongHead * indicator(!swaps)
	dst[transition.Shift] = WrongHead * indicator(swaps)
	if legal.Has(transition.Shift) && !swaps {
		dst[transition.Shift] = WrongHead * o.shift(c)
	}
	for m := transition.Left; m <= transition.Right; m++ {
		if legal.Has(m) {
			h, d, _ := o.system.Arc(c, m)
			dst[m] = WrongHead * o.attach(c, h, d)
		}
	}
	return nil
}

// shift loses the arcs between b and the stack, except s0 → b.
func (o *staticDynamic) shift(c *transition.Config) int32 {
	b, below := c.Front(), c.Stack[:len(c.Stack)-1]
	if o.due(c, b) {
		return 0
	}
	root := o.isRoot(b) * indicator(len(below) > 0)
	return o.rootLost(c, root) + o.headIn(below, b) + o.headlessDependentsIn(c, c.Stack, b)
}

// attach loses the arcs of s0 other than h → s0 that could still be built: those with unattached words if s0 is due, and
// otherwise those with the words of the buffer and the one from s1.
func (o *staticDynamic) attach(c *transition.Config, h, s0 int32) int32 {
	gold, due := o.head[s0], o.due(c, s0)
	can := func(w int32) bool { return !c.HasHead(w) && (due || c.InBuffer(w)) }
	lost := int32(0)
	for _, d := range o.deps.of(s0) {
		lost += indicator(can(d))
	}
	switch {
	case gold == h || gold == transition.None:
	case gold == 0:
		lost += o.rootLost(c, indicator(due || c.S(1) == 0))
	default:
		lost += indicator(can(gold) || gold == c.S(1))
	}
	return lost
}

// rootLost is what losing the given number of attainable gold arcs from ROOT costs; see [arcHybrid].
func (o *staticDynamic) rootLost(c *transition.Config, lost int32) int32 {
	if !o.singleRoot {
		return lost
	}
	attainable := int32(0)
	for _, d := range o.deps.of(0) {
		if !c.HasHead(d) && (c.InBuffer(d) || d == c.Stack[1] || o.due(c, d)) {
			attainable++
		}
	}
	return rootLost(attainable, attainable-lost)
}

// swapping is the static oracle of arc-hybrid with SWAP: it swaps all that is due, attaches as early
// as it can where nothing is, and otherwise shifts (Nivre 2009, Section 4).
type swapping struct{ staticDynamic }

// Start reads the gold tree as that of [static].
func (o *swapping) Start(g *Gold) error {
	if err := o.staticDynamic.Start(g); err != nil {
		return err
	}
	return o.rooted()
}

func (o *swapping) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	_ = o.staticDynamic.Moves(dst, c, legal) // never fails
	best := dst.Best(legal)
	for _, m := range [...]transition.Move{transition.Swap, transition.Left, transition.Right, transition.Shift} {
		if !best.Has(m) {
			continue
		}
		dst.only(m, WrongHead)
		break
	}
	return nil
}
