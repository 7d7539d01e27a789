package oracle

import (
	"fmt"

	"parser/transition"
)

// PD is the dynamic oracle of arc-hybrid and arc-eager for any gold tree,
// projective or not, with one root or several, exact against the loss of the
// finished tree. Where crossing gold arcs are attainable one by one but not
// together, counting arcs (ArcHybrid, ArcEager) is wrong, and the least loss of
// all ways to finish is found by dynamic programming over the pushdown: the
// tabular method of Goldberg, Sartorio & Satta (2014), which Gómez-Rodríguez,
// Sartorio & Satta (2014) brought to a system for non-projective trees and
// Nederhof (2021) to arc-eager with non-projective gold trees.
//
// Both systems are one to the recurrences, because in both each word k is
// pushed once, with some item i below it, and leaves the stack once, with some
// front j, j = n+1 standing for the empty buffer; and its head is then i or j
// ([PD.heads] has the exceptions). Let c(k, i, j) be 0 if that is the gold head
// for one of the heads possible, else 1. Two tables hold the least number of
// wrong heads:
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
// The value of a configuration is G_t[b] of its top cell. W depends on the gold
// tree alone: O(n³) at the first question. A row of G depends on the cells from the bottom to
// its own, so that it is kept while these lie there: O(n²) per word pushed. Then
// a move that pops costs O(1) and one that pushes O(n). The space is O(n²).
//
// The gold label of a right arc can always be chosen, by arc-eager's ending too,
// so that labels change no value (a fixed label for what the ending attaches
// would).
//
// Under SingleRoot neither system needs the root's number in the tables: in
// arc-hybrid only an empty buffer lets a word be attached to ROOT, and in
// arc-eager the word that RA attached to ROOT must lie on it until then.
type PD struct {
	System transition.System // ArcHybrid or ArcEager
	geometry

	eager, single bool
	filled        bool  // W is that of the gold tree; who only asks whether it is accepted need not wait
	end           int32 // n+1, the front of the empty buffer
	size          int   // of a row: fronts 0..n+1

	rows, columns []int32 // W[i][j] is at rows[i*size+j] and at columns[j*size+i]
	cells         []cell  // of the stack that was asked for last, or a longer one
	values        []int32 // G_t[j] is at values[t*size+j]
}

var _ Oracle = (*PD)(nil)

// MaxPD is the largest number of words that PD takes: its time grows with their
// cube, about a second for so many.
const MaxPD = 1000

func newPD(s transition.System) (Oracle, error) { return &PD{System: s}, nil }

// Name returns "pd".
func (*PD) Name() string { return "pd" }

// Start reads the gold tree in. Heads that form a cycle are no tree,
// but the recurrences hold for them as well. It refuses sentences of more than
// MaxPD words: ErrTooLong.
func (o *PD) Start(g *Gold) error {
	if g.Len() > MaxPD {
		return fmt.Errorf("%w: %d words, more than %d", ErrTooLong, g.Len(), MaxPD)
	}
	if err := o.read(g); err != nil {
		return err
	}
	o.eager = o.System.Moves().Has(transition.Reduce)
	o.single = o.System.Params().Roots == transition.SingleRoot
	o.end, o.size = int32(g.Len())+1, g.Len()+2
	o.cells, o.filled = o.cells[:0], false
	return nil
}

// heads returns the two heads that a word can have which was pushed onto i and
// leaves the stack with front j, or None:
//
//   - i, by RA; but not ROOT under SingleRoot before the buffer is empty;
//   - j, by LA. With an empty buffer arc-eager's ending under MultiRoot gives
//     ROOT; under SingleRoot it gives i.
func (o *PD) heads(i, j int32) (below, front int32) {
	below, front = i, j
	if i == 0 && j < o.end && o.single {
		below = transition.None
	}
	if j == o.end {
		front = transition.None
		if o.eager && !o.single {
			front = 0
		}
	}
	return below, front
}

// Moves implements Oracle: the loss by way of each move, less the least of them.
// With an empty buffer one move is legal.
func (o *PD) Moves(dst *Costs, c *transition.Config) error {
	*dst = Costs{}
	if c.BufferEmpty() {
		return nil
	}
	if !o.filled {
		o.fillSpans()
		o.filled = true
	}
	o.follow(c)
	if o.eager {
		o.arcEager(dst, c)
	} else {
		o.arcHybrid(dst, c)
	}
	legal := o.System.Legal(c)
	least := dst.least(legal)
	for m := range dst {
		dst[m] = WrongHead * (dst[m] - least)
	}
	return nil
}

// arcHybrid sets dst to what is lost by way of each move.
func (o *PD) arcHybrid(dst *Costs, c *transition.Config) {
	top, b := len(c.Stack)-1, c.Next
	dst[transition.Shift] = o.push(top, b)
	if top > 0 {
		s0, s1, rest := c.S(0), c.S(1), o.row(top - 1)[b]
		dst[transition.Left] = o.wrong(s0, b) + rest
		dst[transition.Right] = o.wrong(s0, s1) + rest
	}
}

// arcEager sets dst to what is lost by way of each move.
func (o *PD) arcEager(dst *Costs, c *transition.Config) {
	top, s0, b := len(c.Stack)-1, c.S(0), c.Next
	dst[transition.Shift] = o.pushHeadless(top, b)
	dst[transition.Right] = o.wrong(b, s0) + o.pushHeaded(top, b)
	if top > 0 {
		rest := o.row(top - 1)[b]
		dst[transition.Left] = o.wrong(s0, b) + rest
		dst[transition.Reduce] = rest
	}
}

// wrong is the loss of giving d the head h, 0 or 1.
func (o *PD) wrong(d, h int32) int32 { return indicator(o.head[d] != h) }

// Labels implements Oracle.
func (o *PD) Labels(dst *LabelCosts, c *transition.Config, m transition.Move) error {
	h, d, ok := o.System.Arc(c, m)
	return o.goldLabel(dst, h, d, ok)
}
