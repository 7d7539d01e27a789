package parser

import (
	"errors"
	"fmt"
	"slices"

	"parser/conll"
	"parser/parser/structure"
	"parser/ptb"
	"parser/transition"
)

// ErrNoBase is the cause when a parser of graphs is to parse words without heads and has no
// base, or is given one that is none.
var ErrNoBase = errors.New("a parser of graphs needs dependency trees")

// BasePrefix is what the names of the entries of a model's base in a model file begin with.
const BasePrefix = "base/"

// ErrBaseTags is the cause when a base does not set the tags that a parser of constituents has
// learned from.
var ErrBaseTags = errors.New("the base sets other tags than the parser knows")

// WithBase returns a parser of graphs that has a parser of dependencies make the trees from
// which it makes graphs, or one of constituents that has it cut raw text ([Parser.Text]) and,
// unless it tags itself, tag words without tags; nil for none. Of UPOS and XPOS the tags are
// those that the parser has learned from. The error is an ErrNoBase, an ErrBaseTags or an ErrKind.
func (p *Parser) WithBase(base *Parser) (*Parser, error) {
	if p.Kind() != transition.Constituents {
		if err := p.builds(transition.Graphs); err != nil {
			return nil, err
		}
	}
	if base != nil && base.Kind() != transition.Dependencies {
		return nil, fmt.Errorf("%w, and %s builds none", ErrNoBase, base.system.Name())
	}
	alone := p.clone()
	alone.base, alone.baseTags, alone.meta.Base = nil, "", false
	q := alone.clone()
	if q.base, q.meta.Base = base, base != nil; base != nil && p.Kind() == transition.Constituents && alone.NeedsTags() {
		var err error
		if q.baseTags, err = base.tagsLike(p.meta.Tags); err != nil {
			return nil, err
		}
	}
	return q, nil
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
	for _, t := range p.taggers {
		if t.Field() == field {
			return t.meta.Labels
		}
	}
	w := p.takeWorker()
	defer w.giveBack()
	return w.filler.Values(field)
}

// Base returns the parser of dependencies that a parser of graphs or constituents holds, nil for
// none. It must not be changed.
func (p *Parser) Base() *Parser { return p.base }

// headless reports whether a sentence has words without heads.
func headless(words []conll.Word) bool {
	for i := range words {
		if words[i].Head == conll.NoHead {
			return true
		}
	}
	return false
}

// MaxGraphWords is how many words a sentence may have of which a graph is built. Memory and time
// grow with them, and no sentence of a treebank of graphs is near it.
const MaxGraphWords = 1000

// ErrGraphWords is the cause when a sentence has more than MaxGraphWords words. It is a
// conll.ErrTooLong.
var ErrGraphWords = fmt.Errorf("%w: no graph is built of more than %d words", conll.ErrTooLong, MaxGraphWords)

// CheckBase returns a *conll.Error with ErrNoBase if nobody can give the words of s the heads that
// they lack, or the tags that it takes for that (conll.ErrNoTag), or with ErrGraphWords if s is
// too long; nil if p builds no graphs. Of nil it is ErrNil.
func (p *Parser) CheckBase(s *conll.Sentence) error {
	switch {
	case s == nil:
		return ErrNil
	case p.Kind() != transition.Graphs:
		return nil
	case s.Len() > MaxGraphWords:
		return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: ErrGraphWords}
	case !headless(s.Words):
		return nil
	case p.base == nil:
		return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: fmt.Errorf("%w, and the words have no heads", ErrNoBase)}
	case p.base.NeedsTags():
		return s.CheckTags()
	}
	return nil
}

// head has the base parse the sentences of which some word has no head, or all if it is to tag
// again.
func (w *worker) head(items []*structure.Item) {
	if w.base == nil {
		return
	}
	if w.parser.Kind() == transition.Constituents {
		w.borrowTags(items)
		return
	}
	var bare []*structure.Item
	for _, it := range items {
		if w.parser.retag || headless(it.Words) {
			bare = append(bare, it)
		}
	}
	if len(bare) > 0 {
		w.base.annotate(bare...)
	}
}

// borrowTags gives copies of words the tags of the base as XPOS: those that have none, or all if they
// are to be tagged again.
func (w *worker) borrowTags(items []*structure.Item) {
	var bare, tagged []*structure.Item
	for _, it := range items {
		if w.parser.retag || untagged(it.Words) != nil {
			words := w.parser.encoder.Fillable(nil, it)
			bare, tagged = append(bare, it), append(tagged, &structure.Item{Words: slices.Clone(words)})
		}
	}
	if len(tagged) == 0 {
		return
	}
	w.base.annotate(tagged...)
	for i, it := range bare {
		for k := range it.Words {
			if one := it.Words[k : k+1]; w.parser.retag || untagged(one) != nil {
				one[0].XPOS = *structure.Column(&tagged[i].Words[k], w.parser.baseTags)
			}
		}
	}
}
