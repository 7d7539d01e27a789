package transformer

import "parser/parser/internal/loops"

// backward is memory for gradients, which layers share.
type backward struct {
	total, raised, middle, sum, seen, attended []float32
	slopes                                     []float32 // of a block of queries, by their places in scratch.weights
	panel                                      loops.Panels
	brief                                      loops.Panels16 // … in bfloat16
	keys, values, queries                      loops.Panels
	activated                                  []float32
	relation                                   relationBack
	crew                                       loops.Crew
}

// backward adds the gradient of the loss by the weights to theirs, where they are tuned, given that by the images of rows x,
// and adds that by x to dx, unless dx is nil.
func (p *product) backward(b *backward, dx, x, dy []float32, rows int) {
	if p.matrix.gradient != nil {
		var packed factor = &b.panel
		if p.brief != nil {
			b.brief.PackBy(b.crew, x, rows, p.in, p.in, 1)
			packed = &b.brief
		} else {
			b.panel.Pack(x, rows, p.in, p.in, 1)
		}
		packed.MulAddBy(b.crew, p.matrix.gradient, p.in, dy, 1, p.out, p.out)
		for i := 0; i < rows && !p.bare; i++ {
			loops.Add(p.bias.gradient, dy[i*p.out:][:p.out])
		}
	}
	if dx != nil {
		_, back := p.factors()
		back.MulAddBy(b.crew, dx, p.in, dy, p.out, 1, rows)
	}
}

// backward sets dx, given the gradient by norms of the rows of x, and adds that by gain and bias to theirs.
func (n *norm) backward(dx, x, dy []float32, rows int, moments []float32) {
	wide, bias := len(n.gain.values), n.bias.gradient
	if n.bare {
		bias = make([]float32, wide) // which does not learn
	}
	for i := range rows {
		at := i * wide
		loops.LayerNormBack(dx[at:], n.gain.gradient, bias, dy[at:], x[at:][:wide], n.gain.values, moments[2*i], moments[2*i+1])
	}
}

// backward adds the gradients of a layer's weights and sets dIn, unless it is nil, to that by its input, given that by
// its output.
func (l *layer) backward(c *Config, t *trace, s *scratch, b *backward, starts []int, dOut, dIn []float32) {
	if c.Modern() {
		l.backwardModern(c, t, s, b, starts, dOut, dIn)
		return
	}
	rows, wide := starts[len(starts)-1], c.Width
	b.total, b.middle, b.sum = sized(b.total, rows*wide), sized(b.middle, rows*wide), sized(b.sum, rows*wide)
	b.seen, b.attended, b.raised = sized(b.seen, rows*wide), sized(b.attended, rows*3*wide), sized(b.raised, rows*c.Inner)
	l.last.backward(b.total, t.total, dOut, rows, t.moments[1])
	copy(b.middle, b.total)
	multiply(b.total, t.dropped[1])
	s.activated = sized(s.activated, rows*c.Inner)
	b.crew.Share(rows*c.Inner, 1, func(from, to int) { c.activate(s.activated[from:to], t.raised[from:to]) })
	clear(b.raised)
	l.down.backward(b, b.raised, s.activated, b.total, rows)
	b.crew.Share(rows*c.Inner, 1, func(from, to int) { c.activateBack(b.raised[from:to], b.raised[from:to], t.raised[from:to]) })
	l.up.backward(b, b.middle, t.middle, b.raised, rows)
	l.first.backward(b.sum, t.sum, b.middle, rows, t.moments[0])
	if dIn != nil {
		copy(dIn, b.sum)
	}
	multiply(b.sum, t.dropped[0])
	clear(b.seen)
	l.joined.backward(b, b.seen, t.seen, b.sum, rows)
	clear(b.attended)
	if c.Buckets > 0 {
		s.relation.attended = t.distances
		b.relation.attended = sized(b.relation.attended, len(t.distances))
		clear(b.relation.attended)
	}
	for i, start := range starts[:len(starts)-1] {
		b.attend(c, l, s, t.attended, start, starts[i+1]-start)
	}
	l.attended.backward(b, dIn, t.in, b.attended, rows)
	if c.Buckets > 0 {
		l.attended.backward(b, b.relation.normed, s.relation.normed, b.relation.attended, s.relation.rows())
	}
}

// attend adds the gradient of a sequence by queries, keys and values, given that by what attention found. With
// weights P = softmax(QKᵀ/√d) and the gradient G by PV it is
//
//	dP = GVᵀ    dV = PᵀG    dS = P·(dP − Σ P·dP)/√d    dQ = dS K    dK = dSᵀQ
func (b *backward) attend(c *Config, l *layer, s *scratch, attended []float32, start, n int) {
	wide, d := c.Width, c.Width/c.Heads
	for head := range c.Heads {
		at := start*3*wide + head*d
		queries, keys, values := attended[at:], attended[at+wide:], attended[at+2*wide:]
		s.keys.Pack(keys, d, n, 1, 3*wide)
		b.keys.Pack(keys, n, d, 3*wide, 1)
		b.values.Pack(values, d, n, 1, 3*wide)
		if c.Buckets > 0 {
			s.relation.head(c, keys, head*d, n)
			b.relation.toQuery = sized(b.relation.toQuery, n*s.relation.rows())
			clear(b.relation.toQuery)
		}
		for from := 0; from < n; from += queryBlock {
			rows := min(queryBlock, n-from)
			block := queries[from*3*wide:]
			s.weigh(c, l, block, from, rows, n)
			found := b.seen[(start+from)*wide+head*d:]
			b.slopes = sized(b.slopes, rows*n)
			clear(b.slopes)
			b.values.MulAdd(b.slopes, n, found, wide, 1, rows)
			for i := range rows {
				loops.SoftmaxBack(b.slopes[i*n:], b.slopes[i*n:], s.weights[i*apart(n):][:n], c.scale())
			}
			if c.Buckets > 0 {
				b.relation.add(c, &s.relation, b.slopes, block, b.attended[at+from*3*wide:], head*d, from, rows, n)
			}
			b.panel.Pack(found, rows, d, wide, 1)
			b.panel.MulAdd(b.attended[at+2*wide:], 3*wide, s.weights, 1, apart(n), n)
			b.keys.MulAdd(b.attended[at+from*3*wide:], 3*wide, b.slopes, n, 1, rows)
			b.queries.Pack(block, rows, d, 3*wide, 1)
			b.queries.MulAdd(b.attended[at+wide:], 3*wide, b.slopes, 1, n, n)
		}
		if c.Buckets > 0 {
			b.relation.finish(c, &s.relation, keys, b.attended[at+wide:], head*d, n)
		}
	}
}
