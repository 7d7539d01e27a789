package engine

import (
	"fmt"
	"slices"
	"strings"

	"parser/eval"
	"parser/model/npz"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/internal/transformer"
	"parser/parser/treebank"
)

// Part is something that a model holds beside its scorer, with which it is saved, loaded, packed and described. What it
// does to sentences is a pass.
type Part struct {
	Name  string   // "tagger0", "segmenter", "base": followed by a slash, it begins the names of the entries in the file
	Model *Parser  // that it works by; nil if it is no model
	Fills []string // columns that it fills, of a part that is no model
	own   any      // what else it has; a stored goes into files, before the model
}

// stored is what has entries in a model file, with names that begin with prefix.
type stored interface {
	Entries(prefix string) []npz.Entry
}

// The kinds of parts, by the names with which those of their entries begin.
const (
	enhancerKind  = "enhancer"
	taggerKind    = "tagger"
	segmenterKind = "segmenter"
	baseKind      = "base"
)

// partKind is a kind of parts.
type partKind struct {
	name string
	most int // how many there can be; if several, they are numbered: "tagger0", "tagger1"
	// count returns how many parts a file says that it has, and say says it; without them the arrays of the file say it.
	count func(m *Meta) int
	say   func(m *Meta, n int)
	// load reads one, without its name; nil if it has nothing to do for what the model is read for.
	load func(l *loading, p *Parser, prefix string) (*Part, error)
	// fit returns the parts as a parser takes them; nil takes any.
	fit func(p *Parser, parts []Part) ([]Part, error)
}

// partKinds lists the kinds in the order of files.
func partKinds() []partKind {
	return []partKind{
		{
			name: enhancerKind, most: 1, load: loadEnhancer,
			count: func(m *Meta) int { return eval.One(m.Enhanced) }, say: func(m *Meta, n int) { m.Enhanced = n > 0 },
		},
		{
			name: taggerKind, most: len(structure.Fields()), load: loadTagger,
			count: func(m *Meta) int { return m.Taggers }, say: func(m *Meta, n int) { m.Taggers = n },
		},
		{
			name: segmenterKind, most: 1, load: loadSegmenter, fit: fitSegmenter,
			count: func(m *Meta) int { return eval.One(m.Segmenter) }, say: func(m *Meta, n int) { m.Segmenter = n > 0 },
		},
		{
			name: baseKind, most: 1, load: loadBase, fit: fitBase,
			count: func(m *Meta) int { return eval.One(m.Base) }, say: func(m *Meta, n int) { m.Base = n > 0 },
		},
	}
}

// nameOf returns the name of the part of a number among those of its kind.
func (k *partKind) nameOf(i int) string {
	if k.most > 1 {
		return fmt.Sprint(k.name, i)
	}
	return k.name
}

// Parts returns what the model holds beside its scorer, in the order in which its file has it. It must not be changed.
func (p *Parser) Parts() []Part { return p.parts }

// held returns the parts of a kind.
func (p *Parser) held(kind string) (own []Part) {
	for _, x := range p.parts {
		if strings.TrimRight(x.Name, "0123456789") == kind {
			own = append(own, x)
		}
	}
	return own
}

// holding returns a parser like p with these parts of a kind instead of its own.
func (p *Parser) holding(name string, parts ...Part) (*Parser, error) {
	q := p.clone()
	q.parts = nil
	for _, kind := range partKinds() {
		own := p.held(kind.name)
		if kind.name == name {
			own = slices.Clone(parts)
			if kind.fit != nil && len(own) > 0 {
				var err error
				if own, err = kind.fit(p, own); err != nil {
					return nil, err
				}
			}
			for i := range own {
				own[i].Name = kind.nameOf(i)
			}
		}
		if kind.say != nil {
			kind.say(&q.meta, len(own))
		}
		q.parts = append(q.parts, own...)
	}
	return q, nil
}

// replace sets the only part of a name instead of the one that there is.
func (p *Parser) replace(x Part) {
	p.parts = slices.Clone(p.parts)
	p.parts[slices.IndexFunc(p.parts, func(old Part) bool { return old.Name == x.Name })] = x
}

// partEntries returns all parts as arrays with names that begin with prefix.
func (p *Parser) partEntries(prefix string) (entries []npz.Entry, err error) {
	for _, x := range p.parts {
		if own, ok := x.own.(stored); ok {
			entries = append(entries, own.Entries(prefix+x.Name+"/")...)
		}
		if x.Model != nil {
			own, err := x.Model.entries(prefix + x.Name + "/")
			if err != nil {
				return nil, err
			}
			entries = append(entries, own...)
		}
	}
	return entries, nil
}

// parts returns p with the parts that its file says it holds.
func (l *loading) parts(p *Parser, m *Meta, prefix string) (_ *Parser, err error) {
	for _, kind := range partKinds() {
		var parts []Part
		n := 0
		if kind.count != nil {
			n = kind.count(m)
		} else if slices.ContainsFunc(l.arrays.List(), func(a npz.Stored) bool { return strings.HasPrefix(a.Name, prefix+kind.name+"/") }) {
			n = 1
		}
		if n < 0 || n > kind.most {
			return nil, fmt.Errorf("%d %ss", n, kind.name)
		}
		for i := range n {
			x, err := kind.load(l, p, prefix+kind.nameOf(i)+"/")
			if err != nil {
				return nil, fmt.Errorf("%s: %w", kind.nameOf(i), err)
			}
			if x != nil {
				parts = append(parts, *x)
			}
		}
		if p, err = p.holding(kind.name, parts...); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// inner reads a model that is a part, for a request, at a depth.
func (l *loading) inner(prefix string, r treebank.Request, depth int) (*Part, error) {
	inner := *l
	inner.request, inner.depth = r, depth
	p, err := inner.read(prefix)
	return &Part{Model: p}, err
}

// learnedKind is a kind of parts that is learned of a treebank apart from the scorer. It is no field of partKind: programs
// that only read models are linked without what learns.
type learnedKind struct {
	name string
	// learn makes one; nil if neither the treebank nor the options ask for it.
	learn func(o *Options, d treebank.Data) (*Part, error)
}

func learnedKinds() []learnedKind { return []learnedKind{{enhancerKind, learnEnhancer}} }

// LearnParts returns the parts that are learned of a treebank apart from the scorer. Those that are not are taken from a
// parser to go on from, unless it is nil.
func LearnParts(o *Options, d treebank.Data, from *Parser) (parts []Part, err error) {
	for _, kind := range learnedKinds() {
		x, err := kind.learn(o, d)
		switch {
		case err != nil:
			return nil, err
		case x != nil:
			x.Name = kind.name
			parts = append(parts, *x)
		case from != nil:
			parts = append(parts, from.held(kind.name)...)
		}
	}
	return parts, nil
}

// WithParts returns the parser with parts that were learned, each instead of the one that it has.
func (p *Parser) WithParts(parts []Part) *Parser {
	for _, x := range parts {
		p, _ = p.holding(x.Name, x) // cannot fail: any such part will do
	}
	return p
}

// Packed returns a parser like p, with all its parts, whose file has the weights of networks in another precision, one
// of npz.Precisions; with int8 the weights of linear scorers are small integers. They are rounded now, so that the
// parser parses as it will when it is loaded again. An error is an ErrOptions.
func (p *Parser) Packed(precision string) (*Parser, error) {
	if !slices.Contains(npz.Precisions(), precision) {
		return nil, fmt.Errorf("%w: precision is %q, not one of %q", ErrOptions, precision, npz.Precisions())
	}
	return p.packed(precision), nil
}

// Deflated returns a parser like p whose file is compressed.
func (p *Parser) Deflated() *Parser {
	q := p.clone()
	q.meta.Deflated = true
	return q
}

// Settled returns the parser with the encoder that it has learned as one that its file holds, and that encoder, for others
// in the file to read; p and nil if it has learned none, or holds none. The digest is that of p.
func (p *Parser) Settled(digest string) (*Parser, *transformer.Encoder, error) {
	own, ok := p.scorer.(interface {
		Settled(string) (score.Scorer, *transformer.Encoder, error)
	})
	if !ok {
		return p, nil, nil
	}
	s, e, err := own.Settled(digest)
	if err != nil || e == nil {
		return p, nil, err
	}
	q := p.clone()
	q.scorer = s
	return q, e, nil
}

func (p *Parser) packed(precision string) *Parser {
	q := p.clone()
	q.parts = nil
	for _, x := range p.parts {
		if x.Model != nil {
			x.Model = x.Model.packed(precision)
		}
		q.parts = append(q.parts, x)
	}
	if s, ok := p.scorer.(score.Packer); ok {
		q.scorer, q.meta.Packed = s.Packed(npz.Precision(precision)), precision
	}
	return q
}
