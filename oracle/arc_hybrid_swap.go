package oracle

import (
	"fmt"

	"parser/transition"
)

// staticDynamic is the static-dynamic oracle of arc-hybrid with SWAP (de Lhoneux, Stymne & Nivre
// 2017, Section 4): what SWAP does is fixed beforehand, all else is priced in every configuration.
//
// The projective order of the words is that of the gold tree's inorder traversal, in which the
// dependents to the left of a word come before it, and the others after it (Nivre 2009, Section 4).
// Let w be due if the buffer has a word that stands after w in the sentence and before w in the
// projective order. If s0 is due for b, it must be swapped with b: SW costs nothing, and SH costs
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
	base
	order []int32 // the place of each word in the projective order; ROOT has 0
	first []int32 // the least place of the words from each one on
	tree  []int32 // heads of a whole tree with all known arcs, its kids by their heads
	kids  buckets
}

// Start reads the gold tree, which may be partial. Heads that form a cycle are an ErrHead.
func (o *staticDynamic) Start(g *Gold) error {
	if err := o.base.Start(g); err != nil {
		return err
	}
	n := len(o.head)
	o.complete()
	o.kids.fill(n, n-1, func(i int) (head, dep int32) { return o.tree[i+1], int32(i + 1) })
	o.order, o.first = sized(o.order, n), sized(o.first, n+1)
	if after := o.traverse(0, 0); int(after) < n {
		return fmt.Errorf("%w: they form a cycle", ErrHead)
	}
	o.first[n] = int32(n)
	for w := n - 1; w >= 0; w-- {
		o.first[w] = min(o.first[w+1], o.order[w])
	}
	return nil
}

// complete sets tree. A word without head gets that of the shortest known arc over it, unless it is
// above that word, or ROOT, so that no word need be swapped with it if the known arcs do not cross.
func (o *staticDynamic) complete() {
	o.tree = append(o.tree[:0], o.head...)
	for w := int32(1); int(w) < len(o.tree); w++ {
		if o.head[w] != transition.None {
			continue
		}
		o.tree[w] = 0
		shortest := int32(len(o.tree))
		for d, h := range o.head[1:] {
			l, r := min(int32(d+1), h), max(int32(d+1), h)
			if l > 0 && l < w && w < r && r-l < shortest && !o.reaches(h, w) {
				o.tree[w], shortest = h, r-l
			}
		}
	}
}

// reaches reports whether the way up from a word passes another one.
func (o *staticDynamic) reaches(from, to int32) bool {
	for range o.tree {
		if from <= 0 || from == to {
			break
		}
		from = o.tree[from]
	}
	return from == to
}

// traverse gives w and the words below it their places from a number on, and returns the next number.
func (o *staticDynamic) traverse(w, place int32) int32 {
	kids := o.kids.of(w)
	for ; len(kids) > 0 && kids[0] < w; kids = kids[1:] {
		place = o.traverse(kids[0], place)
	}
	o.order[w] = place
	place++
	for _, kid := range kids {
		place = o.traverse(kid, place)
	}
	return place
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
		for k := range dst {
			dst[k] = WrongHead
		}
		dst[m] = 0
		break
	}
	return nil
}
