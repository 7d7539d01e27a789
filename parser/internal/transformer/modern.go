package transformer

import "parser/parser/internal/loops"

// runModern is run for a layer of ModernBERT (Warner et al. 2024), whose norms stand before what they are for, and whose
// second product has a gate (GeGLU; Shazeer 2020):
//
//	y = x + Attention(LN(x))O    x' = y + (GELU(u)·v)D    u, v = LN(y)U
//
// The first layer has no norm of x, which is normed already.
func (l *layer) runModern(c *Config, t *trace, s *scratch, starts []int, out []float32) {
	rows, wide := starts[len(starts)-1], c.Width
	t.normed, t.attended, t.seen = sized(t.normed, rows*wide), sized(t.attended, rows*3*wide), sized(t.seen, rows*wide)
	t.sum, t.middle, t.raised = sized(t.sum, rows*wide), sized(t.middle, rows*wide), sized(t.raised, rows*2*c.Inner)
	t.moments[0], t.moments[1] = sized(t.moments[0], 2*rows), sized(t.moments[1], 2*rows)
	if copy(t.normed, t.in); !l.first.absent() {
		l.first.set(t.normed, t.in, rows, c.Epsilon, t.moments[0])
	}
	l.attended.set(s, t.attended, t.normed, rows)
	s.turn(c, l.rotary, t.attended, starts, 1)
	clear(t.seen)
	for i, start := range starts[:len(starts)-1] {
		s.attend(c, l, t.attended, t.seen, start, starts[i+1]-start)
	}
	s.lap(attention)
	l.joined.set(s, t.sum, t.seen, rows)
	multiply(t.sum, t.dropped[0])
	loops.Add(t.sum, t.in)
	l.last.set(t.middle, t.sum, rows, c.Epsilon, t.moments[1])
	l.up.set(s, t.raised, t.middle, rows)
	s.gate(c, t.raised, rows)
	l.down.set(s, out, s.activated, rows)
	multiply(out, t.dropped[1])
	loops.Add(out, t.sum)
}

// gate sets activated to GELU(u)·v for rows of u and v.
func (s *scratch) gate(c *Config, raised []float32, rows int) {
	inner := c.Inner
	s.activated = sized(s.activated, rows*inner)
	for i := range rows {
		own := s.activated[i*inner:][:inner]
		c.activate(own, raised[2*i*inner:][:inner])
		multiply(own, raised[(2*i+1)*inner:][:inner])
	}
}

// gateBack sets dRaised to the gradient by rows of u and v, given that by GELU(u)·v.
func (s *scratch) gateBack(c *Config, dRaised, raised, dActivated []float32, rows int) {
	inner := c.Inner
	for i := range rows {
		u, v := raised[2*i*inner:][:inner], raised[(2*i+1)*inner:][:inner]
		du, dv := dRaised[2*i*inner:][:inner], dRaised[(2*i+1)*inner:][:inner]
		dy := dActivated[i*inner:][:inner]
		c.activate(dv, u)
		multiply(dv, dy)
		copy(du, dy)
		multiply(du, v)
		c.activateBack(du, du, u)
	}
}

// backwardModern is backward for a layer of ModernBERT.
func (l *layer) backwardModern(c *Config, t *trace, s *scratch, b *backward, starts []int, dOut, dIn []float32) {
	rows, wide := starts[len(starts)-1], c.Width
	b.total, b.middle, b.sum = sized(b.total, rows*wide), sized(b.middle, rows*wide), sized(b.sum, rows*wide)
	b.seen, b.attended, b.raised = sized(b.seen, rows*wide), sized(b.attended, rows*3*wide), sized(b.raised, rows*2*c.Inner)
	copy(b.total, dOut)
	multiply(b.total, t.dropped[1])
	s.gate(c, t.raised, rows)
	b.activated = sized(b.activated, rows*c.Inner)
	clear(b.activated)
	l.down.backward(b, b.activated, s.activated, b.total, rows)
	s.gateBack(c, b.raised, t.raised, b.activated, rows)
	clear(b.middle)
	l.up.backward(b, b.middle, t.middle, b.raised, rows)
	l.last.backward(b.sum, t.sum, b.middle, rows, t.moments[1])
	loops.Add(b.sum, dOut)
	copy(b.total, b.sum)
	multiply(b.total, t.dropped[0])
	clear(b.seen)
	l.joined.backward(b, b.seen, t.seen, b.total, rows)
	clear(b.attended)
	for i, start := range starts[:len(starts)-1] {
		b.attend(c, l, s, t.attended, start, starts[i+1]-start)
	}
	s.turn(c, l.rotary, b.attended, starts, -1)
	clear(b.middle)
	l.attended.backward(b, b.middle, t.normed, b.attended, rows)
	if !l.first.absent() {
		l.first.backward(b.middle, t.in, b.middle, rows, t.moments[0])
	}
	if dIn != nil {
		copy(dIn, b.sum)
		loops.Add(dIn, b.middle)
	}
}
