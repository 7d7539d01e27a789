package parser

import (
	"fmt"
	"slices"

	"parser/model/npz"
	"parser/parser/score"
	"parser/parser/structure"
)

// part is what a model holds beside its scorer: something that works before or after it, and that is
// saved, loaded, packed and described with it. The table of parts has every kind.
type part interface {
	// kind returns the name of its kind.
	kind() string
	// fills returns the columns that the part sets in words that have nothing there.
	fills(p *Parser) []string
	// model returns the model that the part works by, nil if it has none.
	model() *Parser
	// with returns the same part that works by another model.
	with(model *Parser) part
	// entries returns the part as entries of a model file whose names begin with prefix.
	entries(prefix string) ([]npz.Entry, error)
	// stage returns what the part does to items before and after the parser that holds it works, each
	// nil for nothing. It belongs to one goroutine.
	stage(p *Parser) (before, after func(items []*structure.Item))
}

// partKind is a kind of part.
type partKind struct {
	name string // begins the names of its entries in a model file
	many bool   // a model can hold several, which are numbered: "tagger0", "tagger1"
	// count and set read and write how many of them Meta says there are. Where they are nil, Meta.Parts names the part.
	count func(*Meta) int
	set   func(m *Meta, n int)
	// load reads a part whose entries have names that begin with prefix.
	load func(l *loading, prefix string) (part, error)
	// hold checks that p can hold these parts, which are all that there are of the kind, and returns them as p needs them.
	hold func(p *Parser, parts []part) ([]part, error)
}

// loading is a model file that is being read.
type loading struct {
	arrays *npz.Arrays
	kinds  []score.Kind
	depth  int // how many models the part is inside
}

// partKinds is the table of parts, in the order in which files have them. A new kind is a file and a line here.
func partKinds() []partKind { return []partKind{taggerParts(), segmenterParts(), baseParts()} }

// Held is a part of a model for those who describe it.
type Held struct {
	Name  string  // "tagger0", "segmenter", "base": followed by a slash, it begins the names of the entries in the file
	Model *Parser // that it works by; nil if it has none
}

// Parts returns what the model holds beside its scorer, in the order in which its file has it.
func (p *Parser) Parts() (held []Held) {
	for _, kind := range partKinds() {
		for i, x := range p.of(kind.name) {
			held = append(held, Held{kind.nameOf(i), x.model()})
		}
	}
	return held
}

func (k *partKind) nameOf(i int) string {
	if k.many {
		return fmt.Sprint(k.name, i)
	}
	return k.name
}

// of returns the parts of a kind.
func (p *Parser) of(kind string) (parts []part) {
	for _, x := range p.parts {
		if x.kind() == kind {
			parts = append(parts, x)
		}
	}
	return parts
}

// holding returns a parser like p with these parts in place of those of the kind that it had.
func (p *Parser) holding(kind partKind, parts ...part) (*Parser, error) {
	parts, err := kind.hold(p, parts)
	if err != nil {
		return nil, err
	}
	q := p.clone()
	q.parts, q.meta.Parts = nil, nil
	for _, k := range partKinds() {
		own := p.of(k.name)
		if k.name == kind.name {
			own = parts
		}
		q.parts = append(q.parts, own...)
		if k.set != nil {
			k.set(&q.meta, len(own))
		} else if len(own) > 0 {
			q.meta.Parts = append(q.meta.Parts, k.name)
		}
	}
	return q, nil
}

// partEntries returns the parts as entries of a model file.
func (p *Parser) partEntries(prefix string) (entries []npz.Entry, err error) {
	for _, kind := range partKinds() {
		for i, x := range p.of(kind.name) {
			more, err := x.entries(prefix + kind.nameOf(i) + "/")
			if err != nil {
				return nil, err
			}
			entries = append(entries, more...)
		}
	}
	return entries, nil
}

// withParts returns the parser with the parts that its file says it holds.
func (p *Parser) withParts(l *loading, m *Meta, prefix string) (*Parser, error) {
	for _, kind := range partKinds() {
		n := 0
		if kind.count != nil {
			n = kind.count(m)
		} else if slices.Contains(m.Parts, kind.name) {
			n = 1
		}
		var parts []part
		for i := range n {
			x, err := kind.load(l, prefix+kind.nameOf(i)+"/")
			if err != nil {
				return nil, fmt.Errorf("%s: %w", kind.nameOf(i), err)
			}
			parts = append(parts, x)
		}
		var err error
		if p, err = p.holding(kind, parts...); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// changed returns a parser like p in whose parts change has replaced the models.
func (p *Parser) changed(change func(*Parser) (*Parser, error)) (*Parser, error) {
	q := p.clone()
	q.parts = slices.Clone(p.parts)
	for i, x := range q.parts {
		if inner := x.model(); inner != nil {
			other, err := change(inner)
			if err != nil {
				return nil, err
			}
			q.parts[i] = x.with(other)
		}
	}
	return q, nil
}

// Packed returns a parser like p, with all its parts, whose file has the weights of networks in
// another precision, one of npz.Precisions; in int8 it has those of linear scorers in small
// integers. What the precision cannot express is rounded now, so that the parser parses as it
// will when it is loaded again. An error is an ErrOptions.
func (p *Parser) Packed(precision string) (*Parser, error) {
	if !slices.Contains(npz.Precisions(), precision) {
		return nil, fmt.Errorf("%w: precision is %q, not one of %q", ErrOptions, precision, npz.Precisions())
	}
	q, err := p.changed(func(inner *Parser) (*Parser, error) { return inner.Packed(precision) })
	if err != nil {
		return nil, err
	}
	if s, ok := p.scorer.(score.Packer); ok {
		q.scorer, q.meta.Packed = s.Packed(npz.Precision(precision)), precision
	}
	return q, nil
}
