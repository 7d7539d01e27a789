package engine

import (
	"errors"
	"fmt"
	"slices"

	"parser/conll"
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
	switch {
	case !p.TakesBase(true):
		return nil, p.kindError()
	case model == nil:
		return p.holding(baseKind)
	}
	return p.holding(baseKind, Part{Model: model})
}

// Base returns the parser of dependencies that a parser holds, nil for none. It must not be changed.
func (p *Parser) Base() *Parser {
	for _, x := range p.held(baseKind) {
		return x.Model
	}
	return nil
}

// loans are what words get from a base where they lack it.
type loans []loan

// loan is what words need, the column of the base that has it, and the column to fill. Heads need no columns: the base
// sets them where they belong, and its own columns with them.
type loan struct{ need, from, to string }

// lend sets the column in words that lack what they need, or in all, to what the same words have elsewhere.
func (l loan) lend(to, from []conll.Word, all bool) {
	if l.to == "" {
		return
	}
	for _, k := range toFill(l.need, to, all) {
		*structure.Column(&to[k], l.to) = *structure.Column(&from[k], l.from)
	}
}

// lent returns what the base of the parser lends.
func (p *Parser) lent() loans {
	for _, x := range p.held(baseKind) {
		own, _ := x.own.(loans)
		return own
	}
	return nil
}

// loadBase reads a base, unless only words are asked for and the parser finds them itself.
func loadBase(l *loading, p *Parser, prefix string) (*Part, error) {
	if !l.request.Reaches("tags") && len(p.held(segmenterKind)) > 0 {
		return nil, nil
	}
	return l.inner(prefix, l.request, l.depth)
}

// TakesBase reports whether a base, one that is named or the usual one of the language, has something to do for the parser.
// One of dependencies may have learned from other tags than the usual base sets.
func (p *Parser) TakesBase(named bool) bool {
	var columns []string
	if named {
		columns = structure.Fields()
	}
	return len(p.builds.Needs(columns)) > 0
}

// CanBase reports whether the parser can be the base of another one for texts: it makes dependencies of them.
func (p *Parser) CanBase() bool { return p.builds.Heads && p.Segmenter() != nil }

// BaseMakes returns what the base makes of words: "trees", "tags", or "" if it only cuts text into them, or there is no base.
func (p *Parser) BaseMakes() string {
	switch {
	case p.Base() == nil:
	case p.builds.NeedsHeads:
		return "trees"
	case len(p.lent()) > 0:
		return "tags"
	}
	return ""
}

// fitBase makes a model the base of the parser, unless that takes none, although its file may say that it has one. Where
// only words are asked for, it need not have the right tags.
func fitBase(p *Parser, parts []Part) (_ []Part, err error) {
	b := &parts[0]
	model := b.Model
	switch {
	case !p.TakesBase(true):
		return nil, nil
	case p.only != "" && !p.request.Reaches("tags"):
		return parts, nil
	case !model.builds.Heads:
		return nil, fmt.Errorf("%w, and %s builds none", ErrNoBase, model.system.Name())
	}
	alone := p.clone()
	alone.parts = slices.DeleteFunc(slices.Clone(p.parts), func(x Part) bool { return x.Name == baseKind })
	var own loans
	switch needs := p.builds.Needs(p.scorer.Columns()); {
	case slices.Contains(needs, structure.Head):
		own = loans{{need: structure.Head}}
	case !alone.NeedsTags():
	case slices.Contains(needs, structure.Tag):
		column, wrong := model.tagsLike(p.meta.Tags, "xpos", "upos")
		own, err = loans{{structure.Tag, column, p.builds.TagColumn}}, wrong
	default:
		if a := p.meta.Agreement; a != nil && slices.Contains(alone.RequiredColumns(), "upos") {
			_, err = model.tagsLike(a.Tags, "upos")
		} else if !slices.ContainsFunc(model.Predicts(), structure.IsTag) {
			err = errNoBaseTags
		}
		for _, field := range model.Predicts() {
			if !slices.Contains(alone.Predicts(), field) {
				own = append(own, loan{field, field, field})
			}
		}
	}
	b.own = own
	return parts, err
}

var errNoBaseTags = fmt.Errorf("%w: it sets none", ErrBaseTags)

// tagsLike returns which of some columns that p sets has the values that are most like these tags, most of which must be
// among them. Without any tags it is the first column that p sets. Tags may be written as they can stand in brackets.
func (p *Parser) tagsLike(tags []string, fields ...string) (column string, err error) {
	most := -1
	for _, field := range fields {
		if !slices.Contains(p.Predicts(), field) {
			continue
		}
		known, values := 0, p.values(field)
		for _, tag := range tags {
			known += eval.One(slices.ContainsFunc(values, func(value string) bool { return value == tag || ptb.Escape(value) == tag }))
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

// newBasePass lets the base make what the parser needs in sentences whose words lack it, or in all sentences if the parser
// retags.
func newBasePass(w *worker) pass {
	p, lent := w.parser, w.parser.lent()
	if len(lent) == 0 { // it cuts raw text
		return nil
	}
	base, needs := p.Base().newWorker(), p.builds.Needs(p.scorer.Columns())
	return func(sentences []*sentence) {
		var bare, filled []*treebank.Item
		for _, s := range sentences {
			lacks := func(l loan) bool {
				return slices.Contains(needs, l.need) && len(structure.Lacking(l.need, s.item.Words)) > 0
			}
			if p.request.Retag || slices.ContainsFunc(lent, lacks) {
				bare, filled = append(bare, s.item), append(filled, p.codec.ForBase(s.item))
			}
		}
		if len(filled) > 0 {
			base.annotate(filled...)
		}
		for i, it := range bare {
			for _, l := range lent {
				l.lend(it.Words, filled[i].Words, p.request.Retag)
			}
		}
	}
}
