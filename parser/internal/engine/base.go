package engine

import (
	"errors"
	"fmt"
	"slices"

	"parser/eval"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/ptb"
)

// ErrNoBase is the cause when words lack heads and there is no base, or a base does not build dependency trees.
var ErrNoBase = errors.New("a parser of graphs needs dependency trees")

// ErrBaseTags is the cause when a base does not set the tags that a parser has learned from.
var ErrBaseTags = errors.New("the base sets other tags than the parser knows")

// WithBase returns the parser with another base, a parser of dependencies, or without one if model is nil. For graphs
// the base makes the trees that they are made of; for constituents and dependencies it cuts raw text ([Parser.Text])
// and, unless the parser tags itself, gives words without tags those that the parser has learned from: constituents get
// its UPOS or XPOS, dependencies all columns that it fills. Errors are ErrNoBase, ErrBaseTags and ErrKind.
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
func (p *Parser) takesBase() bool {
	return p.builds.NeedsHeads || p.builds.WritesTags || p.builds.Heads
}

// baseOf makes a model the base of the parser, unless that takes none, although its file may say that it has one.
func (p *Parser) baseOf(model *Parser) (_ []part, err error) {
	if !p.takesBase() {
		return nil, nil
	}
	if !model.builds.Heads {
		return nil, fmt.Errorf("%w, and %s builds none", ErrNoBase, model.system.Name())
	}
	b, alone := part{model: model}, p.clone()
	alone.parts[basePart] = nil
	switch {
	case !alone.NeedsTags():
	case p.builds.WritesTags:
		b.tags, err = model.tagsLike(p.meta.Tags)
	case p.builds.Heads:
		if a := p.meta.Agreement; a != nil && slices.Contains(alone.Needs(), "upos") {
			err = model.knows("upos", a.Tags)
		} else if !slices.ContainsFunc(model.Fills(), isTag) {
			err = errNoBaseTags
		}
		b.lends = slices.DeleteFunc(model.Fills(), func(field string) bool { return slices.Contains(alone.Fills(), field) })
	}
	return []part{b}, err
}

var errNoBaseTags = fmt.Errorf("%w: it sets none", ErrBaseTags)

// knows returns an ErrBaseTags unless p sets a column to most of these values.
func (p *Parser) knows(field string, tags []string) error {
	if !slices.Contains(p.Fills(), field) {
		return errNoBaseTags
	}
	known, values := 0, p.values(field)
	for _, tag := range tags {
		known += eval.One(slices.Contains(values, tag))
	}
	if 2*known < len(tags) {
		return fmt.Errorf("%w: %d of %d", ErrBaseTags, known, len(tags))
	}
	return nil
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
		return "", errNoBaseTags
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
	if own, ok := p.scorer.(score.Predictor); ok && slices.Contains(own.Fields(), field) {
		return own.Values(field)
	}
	return p.Base().values(field)
}

// makeHeads lets the base parse sentences that have a word without a head, or all sentences if the parser retags.
func (w *worker) makeHeads(items []*treebank.Item) {
	var bare []*treebank.Item
	for _, it := range items {
		if w.parser.request.Retag || headless(it.Words) {
			bare = append(bare, it)
		}
	}
	if len(bare) > 0 {
		w.base.annotate(bare...)
	}
}

// lendTags sets XPOS to the base's tags, in words that have none, or in all words if the parser retags.
func (w *worker) lendTags(items []*treebank.Item) {
	p := w.parser
	var bare, tagged []*treebank.Item
	for _, it := range items {
		if p.request.Retag || untagged(it.Words) {
			words := p.encoder.Fillable(nil, it)
			bare, tagged = append(bare, it), append(tagged, &treebank.Item{Words: slices.Clone(words)})
		}
	}
	if len(tagged) == 0 {
		return
	}
	w.base.annotate(tagged...)
	for i, it := range bare {
		for k := range it.Words {
			if p.request.Retag || untagged(it.Words[k:k+1]) {
				it.Words[k].XPOS = *structure.Column(&tagged[i].Words[k], p.parts[basePart][0].tags)
			}
		}
	}
}

// lendColumns fills the columns that the base lends in sentences in which a word has no tag, or in all sentences if the
// parser retags.
func (w *worker) lendColumns(items []*treebank.Item) {
	p := w.parser
	lends, reads := p.parts[basePart][0].lends, p.scorer.Columns()
	var bare, filled []*treebank.Item
	for _, it := range items {
		lacks := func(field string) bool {
			return isTag(field) && slices.Contains(reads, field) && len(structure.Lacking(field, it.Words)) > 0
		}
		if p.request.Retag || slices.ContainsFunc(lends, lacks) {
			bare, filled = append(bare, it), append(filled, &treebank.Item{Words: slices.Clone(it.Words)})
		}
	}
	if len(filled) == 0 {
		return
	}
	w.base.annotate(filled...)
	for i, it := range bare {
		for _, field := range lends {
			places := structure.Lacking(field, it.Words)
			if p.request.Retag {
				places = places[:0]
				for k := range it.Words {
					places = append(places, k)
				}
			}
			for _, k := range places {
				*structure.Column(&it.Words[k], field) = *structure.Column(&filled[i].Words[k], field)
			}
		}
	}
}
