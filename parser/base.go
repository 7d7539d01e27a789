package parser

import (
	"errors"
	"fmt"
	"slices"

	"parser/eval"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/ptb"
)

// ErrNoBase is the cause when words lack heads and there is no base, or a base does not build dependency trees.
var ErrNoBase = errors.New("a parser of graphs needs dependency trees")

// ErrBaseTags is the cause when a base does not set the tags that a parser of constituents has learned from.
var ErrBaseTags = errors.New("the base sets other tags than the parser knows")

// WithBase returns the parser with another base, a parser of dependencies, or without one if model is nil. For graphs
// the base makes the trees that they are made of; for constituents it cuts raw text ([Parser.Text]) and, unless the
// parser tags itself, gives words without tags the UPOS or XPOS that the parser has learned from. Errors are ErrNoBase,
// ErrBaseTags and ErrKind.
func (p *Parser) WithBase(model *Parser) (*Parser, error) {
	if err := p.kindError(p.takesBase()); err != nil {
		return nil, err
	}
	if model == nil {
		return p.holding(basePart)
	}
	return p.holding(basePart, part{model: model})
}

// Base returns the parser of dependencies that a parser holds, nil for none. It must not be changed.
func (p *Parser) Base() *Parser {
	if own := p.parts[basePart]; len(own) > 0 {
		return own[0].model
	}
	return nil
}

// takesBase reports whether a base has something to do for the parser.
func (p *Parser) takesBase() bool { return p.builds.NeedsHeads || p.builds.WritesTags }

// baseOf makes a model the base of the parser, unless that takes none, although its file may say that it has one.
func (p *Parser) baseOf(model *Parser) (_ []part, err error) {
	if !p.takesBase() {
		return nil, nil
	}
	if !model.builds.Heads {
		return nil, fmt.Errorf("%w, and %s builds none", ErrNoBase, model.system.Name())
	}
	b, alone := part{model: model}, p.clone()
	if alone.parts[basePart] = nil; p.builds.WritesTags && alone.NeedsTags() {
		b.tags, err = model.tagsLike(p.meta.Tags)
	}
	return []part{b}, err
}

// tagsLike returns the column that p sets whose values are most like these tags, most of which must be among them.
// Without any tags, as in old models, it is XPOS, if p sets that.
func (p *Parser) tagsLike(tags []string) (column string, err error) {
	most := -1
	for _, field := range []string{"xpos", "upos"} {
		if !slices.Contains(p.Fills(), field) {
			continue
		}
		known, values := 0, p.values(field)
		for _, tag := range tags {
			known += eval.One(slices.ContainsFunc(values, func(value string) bool { return ptb.Escape(value) == tag }))
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

// makeHeads lets the base parse sentences that have a word without a head, or all sentences if the parser retags.
func (w *worker) makeHeads(items []*Item) {
	var bare []*Item
	for _, it := range items {
		if w.parser.retag || headless(it.Words) {
			bare = append(bare, it)
		}
	}
	if len(bare) > 0 {
		w.base.annotate(bare...)
	}
}

// lendTags sets XPOS to the base's tags, in words that have none, or in all words if the parser retags.
func (w *worker) lendTags(items []*Item) {
	p := w.parser
	var bare, tagged []*Item
	for _, it := range items {
		if p.retag || untagged(it.Words) {
			words := p.encoder.Fillable(nil, it)
			bare, tagged = append(bare, it), append(tagged, &Item{Words: slices.Clone(words)})
		}
	}
	if len(tagged) == 0 {
		return
	}
	w.base.annotate(tagged...)
	for i, it := range bare {
		for k := range it.Words {
			if p.retag || untagged(it.Words[k:k+1]) {
				it.Words[k].XPOS = *structure.Column(&tagged[i].Words[k], p.parts[basePart][0].tags)
			}
		}
	}
}
