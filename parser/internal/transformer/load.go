package transformer

import (
	"fmt"
	"slices"

	"parser/parser/internal/transformer/internal/tensors"
)

// loading finds the tensors of an encoder, and remembers the first error.
type loading struct {
	folder *tensors.Folder
	prefix string
	buffer []float32
	err    error
}

// prefixOf returns what stands before the names in a folder.
func prefixOf(folder *tensors.Folder, n *names) (found string) {
	for _, prefix := range prefixes {
		if folder.Has(prefix + n.embeddings + n.subwords) {
			found = prefix
		}
	}
	return found
}

func (e *Encoder) load(folder *tensors.Folder) error {
	n := e.Config.names()
	l := &loading{folder: folder, prefix: prefixOf(folder, n)}
	e.subwords = table{tensor: l.find(n.embeddings+n.subwords, e.Vocabulary, e.Embeddings)}
	if l.err == nil {
		l.err = e.subwords.check(e.Vocabulary, e.Embeddings)
	}
	if e.Absolute() {
		e.positions.values = l.read(nil, n.embeddings+"position_embeddings.weight", e.Positions, e.Embeddings)
	}
	if e.Buckets > 0 {
		e.distances.values = l.read(nil, distancesName, 2*e.Buckets, e.Width)
		e.distancesNorm = l.norm(distancesNormName, e.Width)
	}
	if e.Kinds > 0 {
		if kinds := l.read(nil, n.embeddings+"token_type_embeddings.weight", e.Kinds, e.Embeddings); l.err == nil {
			e.kind.values = slices.Clone(kinds[:e.Embeddings])
		}
	}
	if e.Modern() {
		e.loadModern(l, n)
		return l.err
	}
	e.norm = l.norm(n.embeddings+n.norm, e.Embeddings)
	if e.Embeddings != e.Width {
		e.project = new(product)
		*e.project = l.product(e.Embeddings, e.Width, "embeddings_project")
	}
	for i := 0; i < e.Layers && l.err == nil; i++ {
		of := func(part string) string { return fmt.Sprintf(n.layer, i) + part }
		e.layers = append(e.layers, layer{
			attended: l.product(e.Width, e.Width, of(n.query), of(n.key), of(n.value)),
			joined:   l.product(e.Width, e.Width, of(n.joined)),
			up:       l.product(e.Width, e.Inner, of(n.up)),
			down:     l.product(e.Inner, e.Width, of(n.down)),
			first:    l.norm(of(n.first), e.Width),
			last:     l.norm(of(n.last), e.Width),
		})
	}
	return l.err
}

// loadModern loads the norms and layers of ModernBERT, which have biases only if config.json says so.
func (e *Encoder) loadModern(l *loading, n *names) {
	product := func(in, out int, bare bool, name string) product {
		if bare {
			return l.factor(in, out, name)
		}
		return l.product(in, out, name)
	}
	norm := func(name string) norm {
		if !e.Bare.Norms {
			return l.norm(name, e.Width)
		}
		n := e.blankNorm()
		n.gain.values = l.read(nil, name+".weight", e.Width)
		return n
	}
	e.norm = norm(n.embeddings + n.norm)
	for i := 0; i < e.Layers && l.err == nil; i++ {
		of := func(part string) string { return fmt.Sprintf(n.layer, i) + part }
		own := layer{
			attended: product(e.Width, 3*e.Width, e.Bare.Attention, of(n.query)),
			joined:   product(e.Width, e.Width, e.Bare.Attention, of(n.joined)),
			up:       product(e.Width, 2*e.Inner, e.Bare.Products, of(n.up)),
			down:     product(e.Inner, e.Width, e.Bare.Products, of(n.down)),
			last:     norm(of(n.last)), rotary: e.Rotary[i],
		}
		if i > 0 {
			own.first = norm(of(n.first))
		}
		e.layers = append(e.layers, own)
	}
	e.final = norm(finalName)
}

// find returns a tensor of a shape, by its name without the prefix; nil after an error.
func (l *loading) find(name string, shape ...int) *tensors.Tensor {
	if l.err != nil {
		return nil
	}
	switch t, there := l.folder.Find(l.prefix + name); {
	case !there:
		l.err = fmt.Errorf("there is no tensor %s%s", l.prefix, name)
	case !slices.Equal(t.Shape, shape):
		l.err = fmt.Errorf("tensor %s has the shape %v, and config.json says %v", t.Name, t.Shape, shape)
	default:
		return t
	}
	return nil
}

// read appends the numbers of a tensor of a shape, and lets go of the memory that the file takes.
func (l *loading) read(dst []float32, name string, shape ...int) []float32 {
	t := l.find(name, shape...)
	if t == nil {
		return dst
	}
	size, at := 1, len(dst)
	for _, side := range shape {
		size *= side
	}
	dst = slices.Grow(dst, size)[:at+size]
	l.err = t.Floats(dst[at:], 0)
	t.Forget()
	return dst
}

// product returns the product with weights side by side, each with the given number of results.
func (l *loading) product(in, out int, names ...string) product {
	p := l.factor(in, out, names...)
	for _, name := range names {
		p.bias.values = l.read(p.bias.values, name+".bias", out)
	}
	p.bare = false
	return p
}

// factor returns a product without biases.
func (l *loading) factor(in, out int, names ...string) product {
	p := product{in: in, out: out * len(names), bare: true}
	l.buffer = l.buffer[:0]
	for _, name := range names {
		l.buffer = l.read(l.buffer, name+".weight", out, in)
	}
	if l.err == nil {
		p.packed.Pack(l.buffer, in, p.out, 1, in)
	}
	return p
}

// norm returns a norm. Old files call its parts gamma and beta.
func (l *loading) norm(name string, wide int) (n norm) {
	gain, bias := ".weight", ".bias"
	if _, old := l.folder.Find(l.prefix + name + ".gamma"); old {
		gain, bias = ".gamma", ".beta"
	}
	n.gain.values, n.bias.values = l.read(nil, name+gain, wide), l.read(nil, name+bias, wide)
	return n
}
