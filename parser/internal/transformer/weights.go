package transformer

import (
	"fmt"
	"slices"

	"parser/model/npz"
	"parser/parser/internal/loops"
)

// weights are numbers of an encoder and, while they learn, their gradient and its moments (Kingma & Ba 2015).
type weights struct{ values, gradient, mean, square []float32 }

// learn begins to learn.
func (w *weights) learn() {
	if n := len(w.values); w.gradient == nil {
		w.gradient, w.mean, w.square = make([]float32, n), make([]float32, n), make([]float32, n)
	}
}

func (w *weights) step(rate, scale float64) {
	loops.Adam(w.values, w.gradient, w.mean, w.square, float32(rate), float32(scale), meanDecay, squareDecay, epsilon)
}

// keep stores weights that learn in a record, or sets them.
func (w *weights) keep(r *npz.Record) {
	for i, items := range []*[]float32{&w.values, &w.mean, &w.square} {
		n, name := len(*items), [...]string{"weights", "mean", "square"}[i]
		npz.KeepItems(r, name, items)
		r.Check(len(*items) == n, name)
	}
}

// part is a matrix of an encoder, as it is named in files.
type part struct {
	name       string
	depth      int // its layer, from 1; 0 for embeddings
	rows, cols int
	*weights
	factor *product // whose matrix it is; nil for others
}

// parts lists the weights of the layers from first on and, if that is 0, those of embeddings, except rows of subwords.
func (e *Encoder) parts(first int) (all []part) {
	depth := 0
	add := func(name string, rows, cols int, w *weights) {
		all = append(all, part{name, depth, rows, cols, w, nil})
	}
	product := func(name string, p *product) {
		add(name+"/W", p.out, p.in, &p.matrix)
		all[len(all)-1].factor = p
		if !p.bare {
			add(name+"/b", 1, p.out, &p.bias)
		}
	}
	norm := func(name string, wide int, n *norm) {
		add(name+"/gain", 1, wide, &n.gain)
		if !n.bare {
			add(name+"/bias", 1, wide, &n.bias)
		}
	}
	if first == 0 {
		if e.Absolute() {
			add("positions", e.Positions, e.Embeddings, &e.positions)
		}
		if e.Buckets > 0 {
			add("distances", 2*e.Buckets, e.Width, &e.distances)
			norm("distances", e.Width, &e.distancesNorm)
		}
		add("kind", min(1, e.Kinds), e.Embeddings, &e.kind)
		norm("embeddings", e.Embeddings, &e.norm)
		if e.project != nil {
			product("project", e.project)
		}
	}
	for i := first; i < len(e.layers); i++ {
		l, name := &e.layers[i], fmt.Sprintf("layer/%d/", i)
		depth = i + 1
		product(name+"attended", &l.attended)
		product(name+"joined", &l.joined)
		if !e.Modern() || i > 0 {
			norm(name+"first", e.Width, &l.first)
		}
		product(name+"up", &l.up)
		product(name+"down", &l.down)
		norm(name+"last", e.Width, &l.last)
	}
	if e.Modern() {
		norm("final", e.Width, &e.final)
	}
	return all
}

// blank returns an encoder of a shape whose weights have no values.
func (c *Config) blank() *Encoder {
	e := &Encoder{Config: *c}
	if c.Embeddings != c.Width {
		e.project = &product{in: c.Embeddings, out: c.Width}
	}
	for i := range c.Layers {
		l := layer{
			attended: product{in: c.Width, out: 3 * c.Width}, joined: product{in: c.Width, out: c.Width},
			up: product{in: c.Width, out: c.raised()}, down: product{in: c.Inner, out: c.Width},
		}
		if c.Modern() {
			l.attended.bare, l.joined.bare, l.up.bare, l.down.bare = c.Bare.Attention, c.Bare.Attention, c.Bare.Products, c.Bare.Products
			l.first, l.last, l.rotary = c.blankNorm(), c.blankNorm(), c.Rotary[i]
		}
		e.layers = append(e.layers, l)
	}
	if c.Modern() {
		e.norm, e.final = c.blankNorm(), c.blankNorm()
	}
	return e
}

// blankNorm returns a norm of hidden states without values: the bias of one without is 0.
func (c *Config) blankNorm() norm {
	n := norm{bare: c.Bare.Norms}
	if n.bare {
		n.bias.values = make([]float32, c.Width)
	}
	return n
}

// values returns the numbers of a part, row by row, which must not be changed.
func (p *part) numbers() []float32 {
	if p.factor == nil {
		return p.values
	}
	return p.factor.numbers()
}

// entries returns a part that does not learn, rounding its numbers if need be. The factors of encoders that others had
// rounded to 4 bits take no more than these.
func (p *part) entries(precision npz.Precision, prefix string) []npz.Entry {
	x := p.numbers()
	rows := precision.NewRows(p.rows, p.cols, func(dst []float32, row int) { copy(dst, x[row*p.cols:]) })
	if p.factor == nil {
		return rows.Entries(prefix + p.name)
	}
	return rows.Fours(prefix + p.name)
}

// sharing returns an encoder that shares all weights before the layer first, and has no values of the others.
func (e *Encoder) sharing(first int) *Encoder {
	own := e.Config.blank()
	own.Settings, own.Identity, own.tokenizer, own.files = e.Settings, e.Identity, e.tokenizer, e.files
	own.folder, own.kept, own.held, own.subwords, own.TunedIn = e.folder, e.kept, e.held, e.subwords, e.TunedIn
	if copy(own.layers, e.layers[:first]); first > 0 {
		own.positions, own.kind, own.norm, own.project = e.positions, e.kind, e.norm, e.project
		own.distances, own.distancesNorm = e.distances, e.distancesNorm
		for _, p := range own.parts(0) { // a tuned encoder multiplies in bfloat16, what is made of it does not
			if p.factor != nil && p.depth > 0 {
				p.factor.brief = nil
			}
		}
	} else {
		own.subwords.tuned = map[int32]*weights{}
	}
	return own
}

// copied returns a copy of the encoder whose weights from the layer first on are its own, rounded to a precision.
func (e *Encoder) copied(first int, precision npz.Precision, learns bool) *Encoder {
	own, from := e.sharing(first), e.parts(first)
	for i, p := range own.parts(first) {
		p.values = slices.Clone(from[i].numbers())
		precision.Round(p.values, p.cols)
		p.pack(learns)
	}
	if first == 0 {
		for id, w := range e.subwords.tuned {
			x := slices.Clone(w.values)
			precision.Round(x, len(x))
			own.subwords.tuned[id] = &weights{values: x}
		}
	}
	return own
}

// pack prepares a factor for products, and for those of learning, after its numbers have changed.
func (p *part) pack(learns bool) {
	if p.factor == nil {
		return
	}
	if learns && p.factor.brief != nil {
		p.factor.shorten()
		return
	}
	p.factor.packed.Pack(p.values, p.cols, p.rows, 1, p.cols)
	if learns {
		p.factor.back.Pack(p.values, p.rows, p.cols, p.cols, 1)
		return
	}
	p.values = nil
}

// Tuned returns the weights of the last layers, those that learned, as entries of a model file whose names begin with
// prefix; if these are all layers, also embeddings: of a held encoder all, of others those that were tuned. They are in the
// precision in which Freeze has rounded them.
func (e *Encoder) Tuned(prefix string, last int) (entries []npz.Entry) {
	if last == 0 {
		return nil
	}
	first := max(0, e.Layers-last)
	for _, p := range e.parts(first) {
		entries = append(entries, e.TunedIn.Entries(prefix+p.name, p.numbers(), p.rows, p.cols)...)
	}
	if first == 0 && e.held != nil && len(e.subwords.tuned) == 0 {
		return append(entries, e.subwords.rows.Entries(prefix+heldSubwords)...)
	}
	if ids := e.subwords.ids(); first == 0 && len(ids) > 0 {
		var rows []float32
		for _, id := range ids {
			rows = append(rows, e.subwords.tuned[id].values...)
		}
		entries = append(entries, npz.Entry{Name: prefix + tunedIDs, Data: ids})
		entries = append(entries, npz.InHalf.Entries(prefix+tunedRows, rows, len(ids), e.Embeddings)...)
	}
	return entries
}

const tunedIDs, tunedRows = "subwords/ids", "subwords/rows"

// WithTuned returns the encoder with the weights of its last layers that a model file has, in a precision.
func (e *Encoder) WithTuned(arrays *npz.Arrays, prefix string, last int, in npz.Precision) (*Encoder, error) {
	if last < 0 || last > e.Layers {
		return nil, fmt.Errorf("%w: %d layers of %d were tuned", npz.ErrFile, last, e.Layers)
	}
	first := e.Layers - last
	if last == 0 {
		return e, e.checkHeld(first)
	}
	own := e.sharing(first)
	own.TunedIn = in
	if err := own.readParts(arrays, prefix, first); err != nil {
		return nil, err
	}
	if first == 0 {
		if err := own.readSubwords(arrays, prefix); err != nil {
			return nil, err
		}
	}
	return own, own.checkHeld(first)
}

// readSubwords reads the embeddings of subwords that were tuned.
func (e *Encoder) readSubwords(arrays *npz.Arrays, prefix string) (err error) {
	if e.held != nil && arrays.Has(prefix+heldSubwords) {
		e.subwords.rows, err = arrays.Rows(prefix+heldSubwords, e.Vocabulary, e.Embeddings)
		return err
	}
	if !arrays.Has(prefix + tunedIDs) {
		return nil
	}
	ids, err := npz.Array[int32](arrays, prefix+tunedIDs)
	if err != nil {
		return err
	}
	rows, err := arrays.Matrix(prefix+tunedRows, len(ids), e.Embeddings)
	if err != nil {
		return err
	}
	for i, id := range ids {
		if id < 0 || int(id) >= e.Vocabulary {
			return fmt.Errorf("%w: the subword %d of %d", npz.ErrFile, id, e.Vocabulary)
		}
		e.subwords.tuned[id] = &weights{values: rows[i*e.Embeddings:][:e.Embeddings]}
	}
	return nil
}

// readParts reads weights, from a layer on, that entries of a model file have.
func (e *Encoder) readParts(arrays *npz.Arrays, prefix string, first int) error {
	for _, p := range e.parts(first) {
		if err := p.read(arrays, prefix); err != nil {
			return err
		}
	}
	return nil
}

// read reads a part that an entry of a model file has.
func (p *part) read(arrays *npz.Arrays, prefix string) (err error) {
	if p.factor == nil {
		p.values, err = arrays.Matrix(prefix+p.name, p.rows, p.cols)
		return err
	}
	rows, err := arrays.Rows(prefix+p.name, p.rows, p.cols)
	if err == nil {
		p.factor.store(rows)
	}
	return err
}

// With returns the encoder with other settings.
func (e *Encoder) With(s Settings) *Encoder {
	own := *e
	if own.Settings = s; !s.Bytes {
		return &own
	}
	own.layers = slices.Clone(e.layers)
	for _, p := range own.parts(0) {
		if f := p.factor; f != nil && f != own.project && f.bytes == nil {
			f.round()
		}
	}
	return &own
}
