package parser

import (
	"errors"
	"fmt"
	"slices"

	"parser/eval"
	"parser/model/npz"
	"parser/parser/score"
	"parser/parser/structure"
	"parser/ptb"
)

// ErrNoBase is the cause when a parser of graphs is to parse words without heads and has no
// base, or is given a base that does not build dependency trees.
var ErrNoBase = errors.New("a parser of graphs needs dependency trees")

// ErrBaseTags is the cause when a base does not set the tags that a parser of constituents has
// learned from.
var ErrBaseTags = errors.New("the base sets other tags than the parser knows")

// WithBase returns a parser of graphs that has a parser of dependencies make the trees from
// which it makes graphs, or one of constituents that has it cut raw text ([Parser.Text]) and,
// unless it tags itself, tag words without tags; nil for none. Of UPOS and XPOS the tags are
// those that the parser has learned from. The error is an ErrNoBase, an ErrBaseTags or an ErrKind.
func (p *Parser) WithBase(model *Parser) (*Parser, error) {
	if err := p.kindError(p.takesBase()); err != nil {
		return nil, err
	}
	if model == nil {
		return p.holding(baseParts())
	}
	return p.holding(baseParts(), &base{Parser: model})
}

// Base returns the parser of dependencies that a parser of graphs or constituents holds, nil for
// none. It must not be changed.
func (p *Parser) Base() *Parser {
	if own := p.of(basePart); len(own) > 0 {
		return own[0].model()
	}
	return nil
}

// takesBase reports whether a base has something to do for the parser.
func (p *Parser) takesBase() bool { return p.builds.NeedsHeads || p.builds.WritesTags }

const basePart = "base"

// baseParts is the base of a model.
func baseParts() partKind {
	return partKind{
		name:  basePart,
		count: func(m *Meta) int { return eval.One(m.Base) },
		set:   func(m *Meta, n int) { m.Base = n > 0 },
		load: func(l *loading, prefix string) (part, error) {
			b, err := l.read(prefix)
			return &base{Parser: b}, err
		},
		hold: func(p *Parser, parts []part) ([]part, error) {
			if len(parts) == 0 || !p.takesBase() { // files may say that others have one
				return nil, nil
			}
			b := &base{Parser: parts[0].model()}
			if !b.builds.Heads {
				return nil, fmt.Errorf("%w, and %s builds none", ErrNoBase, b.system.Name())
			}
			alone, err := p.holding(baseParts())
			if err != nil {
				return nil, err
			}
			if p.builds.WritesTags && alone.NeedsTags() {
				if b.tags, err = b.tagsLike(p.meta.Tags); err != nil {
					return nil, err
				}
			}
			return []part{b}, nil
		},
	}
}

// base makes the heads that a parser needs, or tags of words.
type base struct {
	*Parser
	tags string // the column whose tags a parser of constituents takes; "" for none
}

func (*base) kind() string { return basePart }

func (b *base) fills(p *Parser) []string {
	switch {
	case b.tags != "":
		return []string{"xpos"}
	case p.builds.NeedsHeads:
		return b.Fills()
	}
	return nil
}

func (b *base) model() *Parser { return b.Parser }

func (b *base) with(m *Parser) part { return &base{m, b.tags} }

func (b *base) entries(prefix string) ([]npz.Entry, error) { return b.Parser.entries(prefix) }

func (b *base) stage(p *Parser) (before, after func([]*structure.Item)) {
	switch {
	case b.tags != "":
		w := b.newWorker()
		return func(items []*structure.Item) { b.lendTags(p, w, items) }, nil
	case p.builds.NeedsHeads:
		w := b.newWorker()
		return func(items []*structure.Item) { makeHeads(p, w, items) }, nil
	}
	return nil, nil
}

// tagsLike returns the column, of those that p sets, whose values are tags of these, most of
// which must be among them. Without any tags, as in old models, it is XPOS, if p sets that.
func (p *Parser) tagsLike(tags []string) (column string, err error) {
	most := -1
	for _, field := range []string{"xpos", "upos"} {
		if !slices.Contains(p.Fills(), field) {
			continue
		}
		known := 0
		values := p.values(field)
		for _, tag := range tags {
			if slices.ContainsFunc(values, func(value string) bool { return ptb.Escape(value) == tag }) {
				known++
			}
		}
		if known > most {
			column, most = field, known
		}
	}
	switch {
	case column == "":
		return "", fmt.Errorf("%w: it sets none", ErrBaseTags)
	case 2*most < len(tags):
		return "", fmt.Errorf("%w: %d of %d", ErrBaseTags, most, len(tags))
	}
	return column, nil
}

// values returns all that the parser can set a column to.
func (p *Parser) values(field string) []string {
	for _, t := range p.Taggers() {
		if t.Field() == field {
			return t.meta.Labels
		}
	}
	return p.scorer.(score.Predictor).Values(field)
}

// makeHeads has the base parse the sentences that have a word without a head, or all sentences if p
// is to tag again.
func makeHeads(p *Parser, base *worker, items []*structure.Item) {
	var bare []*structure.Item
	for _, it := range items {
		if p.retag || headless(it.Words) {
			bare = append(bare, it)
		}
	}
	if len(bare) > 0 {
		base.annotate(bare...)
	}
}

// lendTags gives copies of words the tags of the base as XPOS: those that have none, or all if p is to tag
// again.
func (b *base) lendTags(p *Parser, w *worker, items []*structure.Item) {
	var bare, tagged []*structure.Item
	for _, it := range items {
		if p.retag || untagged(it.Words) {
			words := p.encoder.Fillable(nil, it)
			bare, tagged = append(bare, it), append(tagged, &structure.Item{Words: slices.Clone(words)})
		}
	}
	if len(tagged) == 0 {
		return
	}
	w.annotate(tagged...)
	for i, it := range bare {
		for k := range it.Words {
			if p.retag || untagged(it.Words[k:k+1]) {
				it.Words[k].XPOS = *structure.Column(&tagged[i].Words[k], b.tags)
			}
		}
	}
}
