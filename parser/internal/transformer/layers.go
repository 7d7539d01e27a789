package transformer

import (
	"math"
	"slices"
	"sync"

	"parser/model/npz"
	"parser/parser/internal/loops"
)

// product is the map x ↦ xW + b of rows. Files have W transposed: a row for each element of the result.
type product struct {
	in, out int
	matrix  weights // Wᵀ, kept while it is tuned
	bias    weights
	packed  loops.Panels         // W
	stored  *npz.Rows            // Wᵀ as a model file has it, instead of packed …
	pack    func() *loops.Panels // … and what makes that of it, when rows are first multiplied by it
	bytes   *loops.Panels8       // W in whole numbers, instead of packed; nil in single precision
	bare    bool                 // there is no b
	back    loops.Panels         // Wᵀ, while it is tuned
	brief   *brief               // both in bfloat16, which learning then multiplies instead; nil in single precision
}

// brief is W and Wᵀ in bfloat16.
type brief struct{ packed, back loops.Panels16 }

// shorten makes what is multiplied in bfloat16 that of the numbers now.
func (p *product) shorten() {
	if p.brief == nil {
		p.brief = new(brief)
	}
	w := p.numbers()
	p.brief.packed.PackBy(1, w, p.in, p.out, 1, p.in)
	if p.matrix.values != nil { // it is tuned
		p.brief.back.PackBy(1, w, p.out, p.in, p.in, 1)
	}
}

// single returns W in single precision.
func (p *product) single() *loops.Panels {
	if p.stored != nil {
		return p.pack()
	}
	return &p.packed
}

// factor is the right factor of products, in one of these precisions.
type factor interface {
	MulAddBy(crew loops.Crew, c []float32, ldc int, a []float32, rowStride, colStride, m int)
}

// factors returns W and Wᵀ, the second only while it is tuned.
func (p *product) factors() (forward, back factor) {
	if p.brief != nil {
		return &p.brief.packed, &p.brief.back
	}
	return p.single(), &p.back
}

// store makes W that of a model file. It is packed only where rows are multiplied by it in single precision.
func (p *product) store(rows *npz.Rows) {
	in, out := p.in, p.out
	p.stored = rows
	p.pack = sync.OnceValue(func() *loops.Panels {
		w := new(loops.Panels)
		w.Pack((&product{in: in, out: out, stored: rows}).numbers(), in, out, 1, in)
		return w
	})
}

// numbers returns Wᵀ, which must not be changed.
func (p *product) numbers() []float32 {
	if p.matrix.values != nil {
		return p.matrix.values
	}
	x := make([]float32, p.out*p.in)
	if p.stored == nil {
		p.packed.Unpack(x, 1, p.in)
		return x
	}
	for row := range p.out {
		p.stored.Row(x[row*p.in:][:p.in], row)
	}
	return x
}

// round makes W whole numbers.
func (p *product) round() {
	bias := p.bias.values
	if p.bare {
		bias = make([]float32, p.out)
	}
	column := func(dst []float32, j int) { p.stored.Row(dst, j) }
	if p.stored == nil {
		x := p.numbers()
		column = func(dst []float32, j int) { copy(dst, x[j*p.in:]) }
	}
	p.bytes = new(loops.Panels8)
	p.bytes.QuantizeBy(column, bias, p.in, p.out)
	p.packed = loops.Panels{}
}

// set sets dst to the images of rows. In whole numbers each row of x is rounded to bytes by itself.
func (p *product) set(s *scratch, dst, x []float32, rows int) {
	s.lap(activating)
	defer s.lap(products)
	if p.bytes == nil {
		for i := range rows {
			if row := dst[i*p.out:][:p.out]; p.bare {
				clear(row)
			} else {
				copy(row, p.bias.values)
			}
		}
		w, _ := p.factors()
		w.MulAddBy(s.crew, dst, p.out, x, p.in, 1, rows)
		return
	}
	s.bytes.Resize(rows, p.in)
	for i := range rows {
		s.bytes.Set(i, x[i*p.in:][:p.in])
	}
	p.bytes.Map(dst, p.out, &s.bytes)
}

// setActivated sets dst to the images of the activations of rows.
func (p *product) setActivated(c *Config, s *scratch, dst, x []float32, rows int) {
	if p.bytes == nil {
		s.activated = sized(s.activated, rows*p.in)
		s.crew.Share(rows*p.in, 1, func(from, to int) { c.activate(s.activated[from:to], x[from:to]) })
		p.set(s, dst, s.activated, rows)
		return
	}
	s.activated = sized(s.activated, p.in)
	s.bytes.Resize(rows, p.in)
	for i := range rows { // each of which stays in the nearest cache
		c.activate(s.activated, x[i*p.in:][:p.in])
		s.bytes.Set(i, s.activated)
	}
	s.lap(activating)
	p.bytes.Map(dst, p.out, &s.bytes)
	s.lap(products)
}

// norm is layer normalisation (Ba, Kiros & Hinton 2016): of a row x with the mean m and the variance s,
//
//	g·(x − m)/√(s + ε) + b
//
// Without b its bias is 0, and not learned.
type norm struct {
	gain, bias weights
	bare       bool // there is no b
}

// absent reports whether a layer has no such norm.
func (n *norm) absent() bool { return len(n.gain.values) == 0 }

// set sets dst to the norms of rows, and moments to the mean and 1/√(s + ε) of each.
func (n *norm) set(dst, x []float32, rows int, epsilon float32, moments []float32) {
	wide := len(n.gain.values)
	for i := range rows {
		moments[2*i], moments[2*i+1] = loops.LayerNorm(dst[i*wide:], x[i*wide:][:wide], n.gain.values, n.bias.values, float64(epsilon))
	}
}

// layer is a layer of an encoder (Vaswani et al. 2017, with the norm after each sum):
//
//	y = LN(x + Attention(x)O + o)    x' = LN(y + GELU(yU + u)D + d)
type layer struct {
	attended product // to queries, keys and values, side by side: H × 3H
	joined   product // O
	up, down product
	first    norm // of y
	last     norm // of x'
	rotary
}

// trace is what a layer computes for a batch, with a row for each subword.
type trace struct {
	in        []float32 // x
	attended  []float32 // queries, keys, values
	seen      []float32 // what attention found
	sum       []float32 // x + Attention(x)O + o
	middle    []float32 // y
	raised    []float32 // yU + u
	total     []float32 // y + GELU(yU + u)D + d
	normed    []float32 // in ModernBERT: LN(x)
	distances []float32 // in DeBERTa: those in the sequences, made queries, keys and values
	out       []float32 // x', in sessions that learn
	moments   [2][]float32
	dropped   [2][]float32 // factors of Attention(x)O + o and of GELU(yU + u)D + d, in sessions that learn
}

// scratch is memory that layers share.
type scratch struct {
	weights   []float32    // of attention: for a block of queries, one for each key
	keys      loops.Panels // transposed
	values    loops.Panels
	activated []float32
	embedded  []float32   // sums of embeddings
	normed    []float32   // … and their norms, where those are projected
	moments   []float32   // … and the moments of these
	bytes     loops.Rows8 // rows in whole numbers
	crew      loops.Crew  // that works on products, while the encoder learns
	turns
	relation
	watch
}

// run sets out to the output of a layer for the rows in t.in, which sequences share: starts has the first row of each,
// and the number of rows.
func (l *layer) run(c *Config, t *trace, s *scratch, starts []int, out []float32) {
	if c.Modern() {
		l.runModern(c, t, s, starts, out)
		return
	}
	rows, wide := starts[len(starts)-1], c.Width
	t.attended, t.seen = sized(t.attended, rows*3*wide), sized(t.seen, rows*wide)
	t.sum, t.middle, t.total = sized(t.sum, rows*wide), sized(t.middle, rows*wide), sized(t.total, rows*wide)
	t.raised = sized(t.raised, rows*c.Inner)
	t.moments[0], t.moments[1] = sized(t.moments[0], 2*rows), sized(t.moments[1], 2*rows)
	l.attended.set(s, t.attended, t.in, rows)
	if c.Buckets > 0 {
		t.distances = sized(t.distances, s.relation.rows()*3*wide)
		l.attended.set(s, t.distances, s.relation.normed, s.relation.rows())
		s.relation.attended = t.distances
	}
	clear(t.seen)
	for i, start := range starts[:len(starts)-1] {
		s.attend(c, l, t.attended, t.seen, start, starts[i+1]-start)
	}
	s.lap(attention)
	l.joined.set(s, t.sum, t.seen, rows)
	multiply(t.sum, t.dropped[0])
	loops.Add(t.sum, t.in)
	l.first.set(t.middle, t.sum, rows, c.Epsilon, t.moments[0])
	l.up.set(s, t.raised, t.middle, rows)
	l.down.setActivated(c, s, t.total, t.raised, rows)
	multiply(t.total, t.dropped[1])
	loops.Add(t.total, t.middle)
	l.last.set(out, t.total, rows, c.Epsilon, t.moments[1])
}

// activate sets dst to the activation of each x (Hendrycks & Gimpel 2016).
func (c *Config) activate(dst, x []float32) {
	if c.Activation == "gelu" {
		loops.GELU(dst, x)
	} else {
		loops.GELUTanh(dst, x)
	}
}

// activateBack sets dx, which may be dy, to the gradient by x, given that by its activation.
func (c *Config) activateBack(dx, dy, x []float32) {
	if c.Activation == "gelu" {
		loops.GELUBack(dx, dy, x)
	} else {
		loops.GELUTanhBack(dx, dy, x)
	}
}

// scale returns 1/√d for the d numbers of a head, and in DeBERTa, which adds three products of them, 1/√(3d).
func (c *Config) scale() float32 {
	d := c.Width / c.Heads
	if c.Buckets > 0 {
		d *= 3
	}
	return float32(1 / math.Sqrt(float64(d)))
}

// multiply multiplies the elements of x by factors, if there are any.
func multiply(x, factors []float32) {
	for i, f := range factors {
		x[i] *= f
	}
}

// queryBlock is the number of queries whose weights are made together, so that they stay in the nearest caches.
const queryBlock = 48

// apart is how far rows of weights for n keys are apart: further than vectors reach, since processors wait for what was written
// with a mask before they read beside it.
func apart(n int) int { return (n + 15) &^ 15 }

// attend adds to the rows of a sequence what each head finds: with d numbers of a head, softmax(QKᵀ/√d)V.
func (s *scratch) attend(c *Config, l *layer, attended, seen []float32, start, n int) {
	wide, d := c.Width, c.Width/c.Heads
	for head := range c.Heads {
		at := start*3*wide + head*d
		s.keys.Pack(attended[at+wide:], d, n, 1, 3*wide)
		s.values.Pack(attended[at+2*wide:], n, d, 3*wide, 1)
		if c.Buckets > 0 {
			s.relation.head(c, attended[at+wide:], head*d, n)
		}
		for from := 0; from < n; from += queryBlock {
			queries := min(queryBlock, n-from)
			s.weigh(c, l, attended[at+from*3*wide:], from, queries, n)
			s.values.MulAdd(seen[(start+from)*wide+head*d:], wide, s.weights, apart(n), 1, queries)
		}
	}
}

// weigh sets the weights that queries of a head, from a position on, give to each of n keys.
func (s *scratch) weigh(c *Config, l *layer, queries []float32, from, rows, n int) {
	wide := apart(n)
	s.weights = sized(s.weights, rows*wide)
	clear(s.weights)
	s.keys.MulAdd(s.weights, wide, queries, 3*c.Width, 1, rows)
	if c.Buckets > 0 {
		s.relation.add(c, s.weights, queries, from, rows, n)
	}
	scale := c.scale()
	for i := range rows {
		own := s.weights[i*wide:][:n]
		first, end := l.sees(from+i, n)
		clear(own[:first])
		clear(own[end:])
		loops.Softmax(own[first:end], scale)
	}
}

// sized returns a slice of length n with any contents. It reuses x if there is room.
func sized[T any](x []T, n int) []T { return slices.Grow(x[:0], n)[:n] }
