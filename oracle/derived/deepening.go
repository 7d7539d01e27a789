package derived

import "parser/oracle/fsa"

// Deepening follows Bracketing.Problem with a bound on depth that grows with the
// prefix. An optimal sequence opens brackets only to match gold's, so that from
// depth d it never comes deeper than d plus the depth of the gold tree; with the bound
// kept beyond that the values are those without a bound, from a machine that is
// smaller by a factor.
type Deepening struct {
	bracketing Bracketing
	weights    BracketWeights
	limit      int
	compiled   *Compiled
	prefix     []fsa.Symbol
	depth      int32 // after the prefix
	gold       int32 // depth of the gold tree
}

var _ Oracle = (*Deepening)(nil)

// NewDeepening prepares for a sentence. A bound of b on depth is not used. More states
// than limit are fsa.ErrStateLimit; 0 is no limit.
func NewDeepening(b Bracketing, w BracketWeights, limit int) (*Deepening, error) {
	d := &Deepening{bracketing: b, weights: w, limit: limit, gold: depthOf(b.Gold)}
	d.bracketing.MaxDepth = 0
	return d, d.deepen()
}

// depthOf returns how many brackets are open at once, at most.
func depthOf(gold []Span) int32 {
	var open []Span
	deepest := 0
	for _, g := range gold {
		for len(open) > 0 && open[len(open)-1].End <= g.Start {
			open = open[:len(open)-1]
		}
		open = append(open, g)
		deepest = max(deepest, len(open))
	}
	return int32(deepest)
}

// deepen makes the machine that the prefix and one action more need, unless there is
// one.
func (d *Deepening) deepen() error {
	need := d.depth + 1 + d.gold
	if d.compiled != nil && need <= d.bracketing.MaxDepth {
		return nil
	}
	b := d.bracketing
	b.MaxDepth = need + d.gold
	p, err := b.Problem(d.weights)
	if err != nil {
		return err
	}
	c, err := Compile(p, d.limit)
	if err != nil {
		return err
	}
	for _, o := range d.prefix {
		if err := c.Advance(o); err != nil {
			return err
		}
	}
	d.bracketing, d.compiled = b, c
	return nil
}

// Reset implements Oracle.
func (d *Deepening) Reset() error {
	d.prefix, d.depth = d.prefix[:0], 0
	return d.compiled.Reset()
}

// Values implements Oracle.
func (d *Deepening) Values(dst []fsa.Weight) error { return d.compiled.Values(dst) }

// Advance implements Oracle.
func (d *Deepening) Advance(o fsa.Symbol) error {
	d.prefix = append(d.prefix, o)
	switch {
	case o == Close:
		d.depth--
	case o > Close:
		d.depth++
	}
	if err := d.compiled.Advance(o); err != nil {
		return err
	}
	return d.deepen()
}
