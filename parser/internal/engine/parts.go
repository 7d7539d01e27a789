package engine

import (
	"fmt"
	"slices"

	"parser/eval"
	"parser/model/npz"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// part is something that a model holds beside its scorer, with which it is saved, loaded, packed and described. What it
// does to sentences is a pass.
type part interface {
	kind() string
	// describe describes the part, without its name.
	describe() Part
	// entries returns the part as arrays with names that begin with prefix.
	entries(prefix string) ([]npz.Entry, error)
	// packed returns the part with weights in another precision, one of npz.Precisions.
	packed(precision string) part
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
	// count returns how many parts a file says that it has, and say says it.
	count func(m *Meta) int
	say   func(m *Meta, n int)
	// load reads one; nil if it has nothing to do for what the model is read for.
	load func(l *loading, p *Parser, prefix string) (part, error)
	// fit returns the parts as a parser takes them; nil takes any.
	fit func(p *Parser, parts []part) ([]part, error)
}

// partKinds lists the kinds in the order of files.
func partKinds() []partKind {
	return []partKind{
		{enhancerKind, 1, func(m *Meta) int { return eval.One(m.Enhanced) }, func(m *Meta, n int) { m.Enhanced = n > 0 }, loadEnhancer, nil},
		{taggerKind, len(structure.Fields()), func(m *Meta) int { return m.Taggers }, func(m *Meta, n int) { m.Taggers = n }, loadTagger, nil},
		{segmenterKind, 1, func(m *Meta) int { return eval.One(m.Segmenter) }, func(m *Meta, n int) { m.Segmenter = n > 0 }, loadSegmenter, fitSegmenter},
		{baseKind, 1, func(m *Meta) int { return eval.One(m.Base) }, func(m *Meta, n int) { m.Base = n > 0 }, loadBase, fitBase},
	}
}

// nameOf returns the name of the part of a number among those of its kind.
func (k *partKind) nameOf(i int) string {
	if k.most > 1 {
		return fmt.Sprint(k.name, i)
	}
	return k.name
}

// modelPart is a part that is a model itself.
type modelPart struct{ model *Parser }

func (x modelPart) describe() Part                             { return Part{Model: x.model} }
func (x modelPart) entries(prefix string) ([]npz.Entry, error) { return x.model.entries(prefix) }

// Part describes a part of a model.
type Part struct {
	Name  string   // "tagger0", "segmenter", "base": followed by a slash, it begins the names of the entries in the file
	Model *Parser  // that it works by; nil if it is no model
	Fills []string // columns that it fills, of a part that is no model
}

// Parts describes what the model holds beside its scorer, in the order in which its file has it.
func (p *Parser) Parts() (all []Part) {
	for _, kind := range partKinds() {
		for i, x := range p.held(kind.name) {
			own := x.describe()
			own.Name = kind.nameOf(i)
			all = append(all, own)
		}
	}
	return all
}

// held returns the parts of a kind.
func (p *Parser) held(kind string) (own []part) {
	for _, x := range p.parts {
		if x.kind() == kind {
			own = append(own, x)
		}
	}
	return own
}

// holding returns a parser like p with these parts of a kind instead of its own.
func (p *Parser) holding(name string, parts ...part) (*Parser, error) {
	q := p.clone()
	q.parts = nil
	for _, kind := range partKinds() {
		own := p.held(kind.name)
		if kind.name == name {
			own = parts
			if kind.fit != nil && len(own) > 0 {
				var err error
				if own, err = kind.fit(p, own); err != nil {
					return nil, err
				}
			}
		}
		kind.say(&q.meta, len(own))
		q.parts = append(q.parts, own...)
	}
	return q, nil
}

// replace sets the only part of a kind instead of the one that there is.
func (p *Parser) replace(x part) {
	p.parts = slices.Clone(p.parts)
	p.parts[slices.IndexFunc(p.parts, func(old part) bool { return old.kind() == x.kind() })] = x
}

// partEntries returns all parts as arrays with names that begin with prefix.
func (p *Parser) partEntries(prefix string) (entries []npz.Entry, err error) {
	for _, kind := range partKinds() {
		for i, x := range p.held(kind.name) {
			own, err := x.entries(prefix + kind.nameOf(i) + "/")
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
		var parts []part
		n := kind.count(m)
		if n < 0 || n > kind.most {
			return nil, fmt.Errorf("%d %ss", n, kind.name)
		}
		for i := range n {
			x, err := kind.load(l, p, prefix+kind.nameOf(i)+"/")
			if err != nil {
				return nil, fmt.Errorf("%s: %w", kind.nameOf(i), err)
			}
			if x != nil {
				parts = append(parts, x)
			}
		}
		if p, err = p.holding(kind.name, parts...); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// inner reads a model that is a part, for a request, at a depth.
func (l *loading) inner(prefix string, r treebank.Request, depth int) (modelPart, error) {
	inner := *l
	inner.request, inner.depth = r, depth
	p, err := inner.read(prefix)
	return modelPart{p}, err
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

func (p *Parser) packed(precision string) *Parser {
	q := p.clone()
	q.parts = nil
	for _, x := range p.parts {
		q.parts = append(q.parts, x.packed(precision))
	}
	if s, ok := p.scorer.(score.Packer); ok {
		q.scorer, q.meta.Packed = s.Packed(npz.Precision(precision)), precision
	}
	return q
}
