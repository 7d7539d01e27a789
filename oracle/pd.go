package oracle

import (
	"fmt"
	"math"

	"parser/transition"
)

// pd is the tabular oracle of arc-hybrid and both arc-eager systems for any gold tree,
// projective or not, whole or partial, with one root or several, exact against the loss of the
// finished tree. Where crossing gold arcs are attainable one by one but not
// together, counting arcs (arcHybrid, arcEager) is wrong, and the least loss of
// all ways to finish is found by dynamic programming over the pushdown: the
// tabular method of Goldberg, Sartorio & Satta (2014), which Gómez-Rodríguez,
// Sartorio & Satta (2014) brought to a system for non-projective trees and
// Nederhof (2021) to arc-eager with non-projective gold trees.
//
// Both systems share the recurrences, because in both each word k is pushed once, with some item i
// below it, and leaves the stack once, with some front j, where j = n+1 stands for the empty
// buffer; and its head is then i or j (heads has the exceptions). Let c(k, i, j) be 0 if the gold
// head is one of those two or unknown, else WrongHead. Two tables hold the least losses:
//
//	W[i][j]   of the words between i and j, from "i on top, front i+1" to
//	          "i on top, front j":
//
//	          W[i][i+1] = 0
//	          W[i][j]   = min over i<k<j of W[i][k] + W[k][j] + c(k, i, j),
//
//	          k being the last word that lay directly on i; and
//
//	G_t[j]    of all words not yet attached, from "cell t of the stack on top,
//	          front j" to the end, cell t holding the word s_t, ROOT if t = 0:
//
//	          G_0[n+1] = 0
//	          G_t[j]   = min( G_{t-1}[j] + (what s_t's leaving costs),
//	                          min over j<j'≤n+1 of W[j][j'] + c(j, s_t, j') + G_t[j'] ),
//
//	          where j is pushed and leaves at the front j'.
//
// The value of a configuration is G_t[b] of its top cell. W depends on the gold tree alone: O(n³)
// at the first question. A row of G depends on the cells from the bottom to its own, so it is kept
// while these lie there: O(n²) per word pushed. Then a move that pops costs O(1) and one that
// pushes O(n). The space is O(n²).
//
// The gold label of a right arc can always be chosen, by arc-eager's ending too,
// so that labels change no value (a fixed label for what the ending attaches
// would). In non-monotonic arc-eager, otherwise like arc-hybrid, a word on the stack may be mislabelled (see
// [tentative]), and pays for it if it leaves by RE.
//
// Under SingleRoot neither system needs the root's number in the tables: in
// arc-hybrid only an empty buffer lets a word be attached to ROOT, and in
// arc-eager the word that RA attached to ROOT must lie on it until then.
type pd struct {
	base
	eager  bool    // arc-eager, whose arcs on the stack are final
	filled bool    // W is that of the gold tree; callers that only ask whether it is accepted need not wait for it
	end    int32   // n+1, the front of the empty buffer
	size   int     // length of a row: fronts 0..n+1
	free   []int32 // the words whose head is unknown

	rows, columns []int32 // W[i][j] is at rows[i*size+j] and at columns[j*size+i]
	cells         []cell  // of the last stack asked for, or a longer one
	values        []int32 // G_t[j] is at values[t*size+j]
}

// cell is an item of the stack as far as G depends on it. In arc-hybrid no item is headed; if arcs are
// tentative, one may be mislabelled, and none is headed.
type cell struct {
	word        int32
	headed      bool
	mislabelled int32 // 0 or 1
}

// MaxPD is the largest number of words that tabular oracles accept, "pd" and, of arc-standard,
// "dynamic": their time grows with the cube of that number, and is some seconds at this size.
const MaxPD = 1000

// impossible is more than any loss; three times it does not overflow.
const impossible = math.MaxInt32 / 4

// Start reads the gold tree. Heads that form a cycle are not a tree, but the recurrences hold for
// them as well. It refuses sentences of more than MaxPD words: ErrTooLong.
func (o *pd) Start(g *Gold) error {
	if g.Len() > MaxPD {
		return fmt.Errorf("%w: %d words, more than %d", ErrTooLong, g.Len(), MaxPD)
	}
	if err := o.base.Start(g); err != nil {
		return err
	}
	o.eager = o.system.Moves().Has(transition.Reduce) && !transition.Tentative(o.system)
	o.end, o.size = int32(g.Len())+1, g.Len()+2
	o.cells, o.filled, o.free = o.cells[:0], false, o.free[:0]
	for k, h := range o.head[1:] {
		if h == transition.None {
			o.free = append(o.free, int32(k+1))
		}
	}
	return nil
}

// heads returns the two heads that a word can have that was pushed onto i and leaves the stack with
// front j, or None:
//
//   - i, by RA; but not ROOT under SingleRoot before the buffer is empty;
//   - j, by LA. With an empty buffer arc-eager's ending under MultiRoot gives
//     ROOT; under SingleRoot it gives i.
func (o *pd) heads(i, j int32) (below, front int32) {
	below, front = i, j
	if i == 0 && j < o.end && o.singleRoot {
		below = transition.None
	}
	if j == o.end {
		front = transition.None
		if o.eager && !o.singleRoot {
			front = 0
		}
	}
	return below, front
}

// Moves implements Oracle: the loss of each move minus the least of these losses. With an empty
// buffer one move is legal.
func (o *pd) Moves(dst *Costs, c *transition.Config, legal transition.Moves) error {
	*dst = Costs{}
	if c.BufferEmpty() {
		return nil
	}
	o.follow(c)
	top, s0, b := len(c.Stack)-1, c.S(0), c.Next
	if o.eager {
		dst[transition.Shift] = o.pushed(top, b, false)
		dst[transition.Right] = o.wrong(b, s0) + o.pushed(top, b, true)
	} else {
		dst[transition.Shift] = o.push(top, b)
	}
	if top > 0 {
		rest := o.row(top - 1)[b]
		dst[transition.Left] = o.wrong(s0, b) + rest
		dst[transition.Reduce] = rest
		if !o.eager {
			dst[transition.Right] = o.wrong(s0, c.S(1)) + WrongLabel*o.cells[top].mislabelled + rest
		}
	}
	if transition.Tentative(o.system) {
		tentatively(dst)
	}
	least := dst.least(legal)
	for m := range dst {
		dst[m] -= least
	}
	return nil
}

// Labels implements Oracle. If ROOT, under SingleRoot, gets the gold root b as a tentative dependent with a wrong label,
// another head for b may cost as little as the label: after any other arc, b can leave whenever it could.
func (o *pd) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	err := o.base.Labels(dst, c, m)
	if b := c.Next; m == transition.Right && transition.Tentative(o.system) && o.singleRoot && c.S(0) == 0 && o.head[b] == 0 && o.label[b] != transition.None {
		o.follow(c)
		w, g := o.rows[int(b)*o.size:], o.row(0)
		root, other := w[o.end]+g[o.end], WrongHead+leastSum(w[b+1:o.end+1], g[b+1:o.end+1])
		dst.Reset(min(root+WrongLabel, other) - min(root, other))
		dst.Set(o.label[b], 0)
	}
	return err
}

// wrong is the loss of giving d the head h.
func (o *pd) wrong(d, h int32) int32 {
	return WrongHead * indicator(o.head[d] != h && o.head[d] != transition.None)
}

// fillSpans fills W, shorter spans before the longer ones that contain them.
func (o *pd) fillSpans() {
	area := o.size * o.size
	o.rows, o.columns, o.values = sized(o.rows, area), sized(o.columns, area), sized(o.values, area)
	for j := int32(1); j <= o.end; j++ {
		for i := j - 1; i >= 0; i-- {
			w := o.span(i, j)
			o.rows[int(i)*o.size+int(j)], o.columns[int(j)*o.size+int(i)] = w, w
		}
	}
}

// span returns W[i][j]. The minimum over all k is taken as if every head were wrong; then those k
// for which one of the two possible heads is right, O(n²) in all, are visited again, and those
// whose head is unknown.
func (o *pd) span(i, j int32) int32 {
	if i+1 == j {
		return 0
	}
	from, to := o.rows[int(i)*o.size:], o.columns[int(j)*o.size:]
	best := WrongHead + leastSum(from[i+1:j], to[i+1:j])
	below, front := o.heads(i, j)
	look := func(words []int32) {
		for _, k := range words {
			if i < k && k < j {
				best = min(best, from[k]+to[k])
			}
		}
	}
	look(o.free)
	for _, h := range [...]int32{below, front} {
		if h != transition.None {
			look(o.deps.of(h))
		}
	}
	return best
}

// row returns G_t.
func (o *pd) row(t int) []int32 { return o.values[t*o.size : (t+1)*o.size] }

// follow fills the rows of G that c's stack needs beyond those of the last one, for all fronts that
// their words can have before them. Rows above the top stay: the same words may be pushed again.
func (o *pd) follow(c *transition.Config) {
	if !o.filled {
		o.fillSpans()
		o.filled = true
	}
	for t, w := range c.Stack {
		s := cell{w, c.HasHead(w), 0}
		if !o.eager {
			s.headed, s.mislabelled = false, o.wrongLabel(c, w)
		}
		if t < len(o.cells) && o.cells[t] == s {
			continue
		}
		o.cells = append(o.cells[:t], s)
		row := o.row(t)
		for j := o.end; j > w; j-- {
			least := int32(impossible)
			switch {
			case t > 0:
				least = o.leave(t, j) + o.row(t - 1)[j]
			case j == o.end:
				least = 0
			}
			if j < o.end {
				least = min(least, o.push(t, j))
			}
			row[j] = least
		}
	}
}

// leave is the loss of s_t when it leaves the stack with front j.
func (o *pd) leave(t int, j int32) int32 {
	s := o.cells[t]
	below, front := o.heads(o.cells[t-1].word, j)
	switch {
	case s.headed && below == transition.None:
		return impossible // under SingleRoot the root stays
	case s.headed:
		return 0
	case o.eager && (j < o.end || !o.singleRoot):
		below = transition.None // it was too late for RA when s_t was shifted
	}
	if h := o.head[s.word]; h == below && h != transition.None {
		return WrongLabel * s.mislabelled
	}
	return o.wrong(s.word, front)
}

// push is the least loss of pushing the front k onto cell t.
func (o *pd) push(t int, k int32) int32 {
	s := o.cells[t].word
	return o.pushed(t, k, o.head[k] == s && (s != 0 || !o.singleRoot))
}

// pushed is the least loss of pushing the front k onto cell t: min over j of W[k][j] + c + G_t[j].
// If the word of t is or will be its head, c is 0; under SingleRoot what hangs from ROOT leaves the
// stack last. Otherwise c is WrongHead, except for the one front that has the gold head when k leaves: this
// head itself by LA, or the end, where arc-eager gives ROOT under MultiRoot, and both systems give
// the item below under SingleRoot. With an unknown head c is always 0.
func (o *pd) pushed(t int, k int32, headed bool) int32 {
	w, g, s, h := o.rows[int(k)*o.size:], o.row(t), o.cells[t].word, o.head[k]
	if headed && o.singleRoot && s == 0 {
		return w[o.end] + g[o.end]
	}
	least := leastSum(w[k+1:o.end+1], g[k+1:o.end+1])
	switch {
	case headed, h == transition.None:
		return least
	case h > k:
		return min(WrongHead+least, w[h]+g[h])
	case h == s && o.singleRoot, h == 0 && o.eager && !o.singleRoot:
		return min(WrongHead+least, w[o.end]+g[o.end])
	}
	return WrongHead + least
}

// leastSum returns the least a[i]+b[i]. The slices are equally long and not empty.
func leastSum(a, b []int32) int32 {
	least := int32(math.MaxInt32)
	b = b[:len(a)]
	for i, x := range a {
		least = min(least, x+b[i])
	}
	return least
}
