package engine

import (
	"errors"
	"fmt"
	"slices"

	"parser/eval"
	"parser/parser/internal/score"
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
	if err := p.kindError(p.TakesBase(true)); err != nil {
		return nil, err
	}
	if model == nil {
		return p.holding(baseKind)
	}
	return p.holding(baseKind, base{modelPart: modelPart{model}})
}

// Base returns the parser of dependencies that a parser holds, nil for none. It must not be changed.
func (p *Parser) Base() *Parser {
	if own := p.base(); own != nil {
		return own.model
	}
	return nil
}

// base is the part that makes the heads that a parser needs, or tags of words.
type base struct {
	modelPart
	tags  string   // of a parser of constituents: the column whose tags that takes; "" for none
	lends []string // of a parser of dependencies: the columns that the base fills where they are empty
}

func (base) kind() string { return baseKind }

func (x base) packed(precision string) part {
	x.model = x.model.packed(precision)
	return x
}

// base returns the base of the parser, nil for none.
func (p *Parser) base() *base {
	for _, x := range p.held(baseKind) {
		own := x.(base)
		return &own
	}
	return nil
}

// loadBase reads a base, unless only words are asked for and the parser finds them itself.
func loadBase(l *loading, p *Parser, prefix string) (part, error) {
	if !l.request.Reaches("tags") && len(p.segmenters()) > 0 {
		return nil, nil
	}
	m, err := l.inner(prefix, l.request, l.depth)
	return base{modelPart: m}, err
}

// TakesBase reports whether a base, one that is named or the usual one of the language, has something to do for the parser.
// One of dependencies may have learned from other tags than the usual base sets.
func (p *Parser) TakesBase(named bool) bool { return !p.builds.Tagger && (named || !p.builds.Heads) }

// CanBase reports whether the parser can be the base of another one for texts: it makes dependencies of them.
func (p *Parser) CanBase() bool { return p.builds.Heads && p.Segmenter() != nil }

// BaseMakes returns what the base makes of words: "trees", "tags", or "" if it only cuts text into them, or there is no base.
func (p *Parser) BaseMakes() string {
	switch b := p.base(); {
	case b == nil:
	case p.builds.NeedsHeads:
		return "trees"
	case b.tags != "" || len(b.lends) > 0:
		return "tags"
	}
	return ""
}

// fitBase makes a model the base of the parser, unless that takes none, although its file may say that it has one. Where
// only words are asked for, it need not have the right tags.
func fitBase(p *Parser, parts []part) (_ []part, err error) {
	model := parts[0].(base).model
	switch {
	case !p.TakesBase(true):
		return nil, nil
	case p.only != "" && !p.request.Reaches("tags"):
		return parts, nil
	}
	if !model.builds.Heads {
		return nil, fmt.Errorf("%w, and %s builds none", ErrNoBase, model.system.Name())
	}
	b, alone := base{modelPart: modelPart{model}}, p.clone()
	alone.parts = slices.DeleteFunc(slices.Clone(p.parts), func(x part) bool { return x.kind() == baseKind })
	switch {
	case !alone.NeedsTags():
	case p.builds.WritesTags:
		b.tags, err = model.tagsLike(p.meta.Tags)
	case p.builds.Heads:
		if a := p.meta.Agreement; a != nil && slices.Contains(alone.RequiredColumns(), "upos") {
			err = model.knows("upos", a.Tags)
		} else if !slices.ContainsFunc(model.Predicts(), isTag) {
			err = errNoBaseTags
		}
		b.lends = slices.DeleteFunc(model.Predicts(), func(field string) bool { return slices.Contains(alone.Predicts(), field) })
	}
	return []part{b}, err
}

var errNoBaseTags = fmt.Errorf("%w: it sets none", ErrBaseTags)

// knows returns an ErrBaseTags unless p sets a column to most of these values.
func (p *Parser) knows(field string, tags []string) error {
	if !slices.Contains(p.Predicts(), field) {
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
// Without any tags it is XPOS, if p sets that.
func (p *Parser) tagsLike(tags []string) (column string, err error) {
	most := -1
	for _, field := range []string{"xpos", "upos"} {
		if !slices.Contains(p.Predicts(), field) {
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
