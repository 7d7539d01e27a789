package problems

import (
	"fmt"

	"parser/oracle/derived"
	"parser/oracle/fsa"
)

// The actions of bracketing: a word, a closing bracket, and then an opening bracket for each label.
const (
	Word  fsa.Symbol = 1
	Close fsa.Symbol = 2
)

// OpenLabel returns the action that opens a bracket with a label from 0 up.
func OpenLabel(label int32) fsa.Symbol { return Close + 1 + fsa.Symbol(label) }

// Span is a bracket over the words Start+1..End.
type Span struct{ Label, Start, End int32 }

// Bracketing is the paper's running example, bracketing of a sentence from left to
// right: `X( w Y( w w ) )` in the actions of this package. Each bracket has at
// least a word in it, and unary brackets are allowed.
type Bracketing struct {
	Gold     []Span // in the order of their starts, each bracket before those inside it
	Words    int32
	Labels   int32 // opening brackets have labels below it
	MaxOpens int32 // maximal number of brackets opened in a row
	MaxDepth int32 // maximal number of brackets open at once; 0: no bound
	Forest   bool  // words and several brackets may stand side by side; otherwise one bracket is around all
}

func (b *Bracketing) actions() int { return int(OpenLabel(b.Labels)) - 1 }

// nesting is a state of C_x: words so far, open brackets, and how many of them were
// opened since the last word or closing bracket.
type nesting struct{ words, depth, opens int32 }

// Admissible returns C_x, which accepts the admissible sequences. It counts open
// brackets and knows neither their labels nor where they start. (Section 3 of the
// paper, with a counter of opens in place of the flag.)
func (b *Bracketing) Admissible() fsa.Machine {
	final := func(q nesting) fsa.Weight { return only(q.words == b.Words && q.depth == 0) }
	return fsa.NewLazy(nesting{}, final, func(q nesting, arc func(in, out fsa.Symbol, w fsa.Weight, to nesting)) {
		left := b.Words - q.words
		if left > 0 && (b.Forest || q.depth > 0) {
			arc(Word, Word, fsa.One, nesting{q.words + 1, q.depth, 0})
		}
		if q.depth > 0 && q.opens == 0 && (b.Forest || q.depth > 1 || left == 0) {
			arc(Close, Close, fsa.One, nesting{q.words, q.depth - 1, 0})
		}
		if left == 0 || q.opens == b.MaxOpens || b.MaxDepth > 0 && q.depth == b.MaxDepth {
			return
		}
		for o := OpenLabel(0); o < OpenLabel(b.Labels); o++ {
			arc(o, o, fsa.One, nesting{q.words, q.depth + 1, q.opens + 1})
		}
	})
}

// BracketWeights are the weights of the transducer of Bracketing.
type BracketWeights struct {
	Open    fsa.Weight // of an extra or missing opening bracket
	Close   fsa.Weight // of an extra or missing closing bracket
	Relabel fsa.Weight // of an opening bracket with another label
}

// PaperWeights are those of the paper's example. They give no oracle: with gold `X( a b )` and the
// prefix `X( a`, closing seems to cost nothing, because `X( a ) b` becomes gold by moving a closing
// bracket, which weighs 0; but it has a wrong bracket and lacks gold's.
func PaperWeights() BracketWeights { return BracketWeights{Open: 1, Close: 0, Relabel: 1} }

// CorrectedWeights err less: relabelling replaces a wrong bracket by a missing one,
// and a closing bracket weighs something, but less than an opening one. After prefixes
// without an error the best actions are the true ones.
func CorrectedWeights() BracketWeights { return BracketWeights{Open: 1, Close: 0.5, Relabel: 2} }

// Problem returns the paper's construction: C_x, a transducer with a single state in which words
// stay and brackets are inserted, deleted and relabelled, and D_g. D_g has a state for each set of
// brackets over the same words: more than 10 of these are ErrTooLarge.
func (b *Bracketing) Problem(w BracketWeights) (derived.Problem, error) {
	gold, err := b.decomposition()
	if err != nil {
		return derived.Problem{}, err
	}
	loss := derived.Edits(b.actions(), func(in, out fsa.Symbol) fsa.Weight {
		switch low, high := min(in, out), max(in, out); {
		case low == high:
			return fsa.One
		case low > Close:
			return w.Relabel
		case low == fsa.Epsilon && high == Close:
			return w.Close
		case low == fsa.Epsilon && high > Close:
			return w.Open
		}
		return fsa.Zero()
	})
	return derived.Problem{Actions: b.actions(), Admissible: b.Admissible(), Factors: []derived.Factor{{Loss: loss, Gold: gold}}}, nil
}

// decomposition returns D_g: the sequences that yield the gold brackets, with brackets over the
// same words in every order. Its states are steps of gold's sequence, each of which takes one
// action or several in any order, and the set of actions already taken, as bits.
func (b *Bracketing) decomposition() (fsa.Machine, error) {
	const most = 10
	var steps [][]fsa.Symbol
	var ends []int32 // of open brackets
	for next, position := 0, int32(0); position <= b.Words; position++ {
		if position > 0 {
			steps = append(steps, []fsa.Symbol{Word})
		}
		for ; len(ends) > 0 && ends[len(ends)-1] == position; ends = ends[:len(ends)-1] {
			steps = append(steps, []fsa.Symbol{Close})
		}
		for next < len(b.Gold) && b.Gold[next].Start == position {
			end, opened := b.Gold[next].End, []fsa.Symbol(nil)
			for ; next < len(b.Gold) && b.Gold[next].Start == position && b.Gold[next].End == end; next++ {
				opened, ends = append(opened, OpenLabel(b.Gold[next].Label)), append(ends, end)
			}
			if len(opened) > most {
				return nil, fmt.Errorf("%w: %d brackets over the words %d to %d", ErrTooLarge, len(opened), position+1, end)
			}
			steps = append(steps, opened)
		}
	}
	type progress struct{ step, taken int }
	final := func(q progress) fsa.Weight { return only(q.step == len(steps)) }
	return fsa.NewLazy(progress{}, final, func(q progress, arc func(in, out fsa.Symbol, w fsa.Weight, to progress)) {
		if q.step == len(steps) {
			return
		}
		for i, o := range steps[q.step] {
			to := progress{q.step, q.taken | 1<<i}
			if to == q {
				continue
			}
			if to.taken == 1<<len(steps[q.step])-1 {
				to = progress{step: q.step + 1}
			}
			arc(o, o, fsa.One, to)
		}
	}), nil
}

// Deepening follows Bracketing.Problem with a bound on depth that grows with the prefix. An optimal
// sequence opens brackets only to match gold's, so that from depth d it never gets deeper than d
// plus the depth of the gold tree: with a bound beyond that the values are those without one, from
// a smaller machine.
type Deepening struct {
	derived.Oracle // with the bound of bracketing
	bracketing     Bracketing
	weights        BracketWeights
	limit          int
	prefix         []fsa.Symbol
	depth          int32 // after the prefix
	gold           int32 // depth of the gold tree
}

var _ derived.Oracle = (*Deepening)(nil)

// NewDeepening prepares for a sentence. The MaxDepth of b is ignored. More than limit states are
// fsa.ErrStateLimit; 0 means no limit.
func NewDeepening(b Bracketing, w BracketWeights, limit int) (*Deepening, error) {
	d := &Deepening{bracketing: b, weights: w, limit: limit}
	for i, g := range b.Gold {
		around := int32(0) // the bracket itself included
		for _, outer := range b.Gold[:i+1] {
			if g.End <= outer.End {
				around++
			}
		}
		d.gold = max(d.gold, around)
	}
	d.bracketing.MaxDepth = 0
	return d, d.deepen()
}

// deepen makes the machine that the prefix and one more action need, unless it exists.
func (d *Deepening) deepen() error {
	need := d.depth + 1 + d.gold
	if d.Oracle != nil && need <= d.bracketing.MaxDepth {
		return nil
	}
	b := d.bracketing
	b.MaxDepth = need + d.gold
	p, err := b.Problem(d.weights)
	if err != nil {
		return err
	}
	c, err := derived.Compile(p, d.limit)
	if err != nil {
		return err
	}
	for _, o := range d.prefix {
		if err := c.Advance(o); err != nil {
			return err
		}
	}
	d.bracketing, d.Oracle = b, c
	return nil
}

// Reset implements derived.Oracle.
func (d *Deepening) Reset() error {
	d.prefix, d.depth = d.prefix[:0], 0
	return d.Oracle.Reset()
}

// Advance implements derived.Oracle.
func (d *Deepening) Advance(o fsa.Symbol) error {
	d.prefix = append(d.prefix, o)
	switch {
	case o == Close:
		d.depth--
	case o > Close:
		d.depth++
	}
	if err := d.Oracle.Advance(o); err != nil {
		return err
	}
	return d.deepen()
}
