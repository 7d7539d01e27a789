package parser

import (
	"errors"
	"fmt"

	"parser/conll"
	"parser/parser/treebank"
	"parser/transition"
)

// ErrNoBase is the cause when a parser of graphs is to parse words without heads and has no
// base, or is given one that is none.
var ErrNoBase = errors.New("a parser of graphs needs dependency trees")

// BasePrefix is what the names of the entries of a model's base in a model file begin with.
const BasePrefix = "base/"

// WithBase returns a parser of graphs that has a parser of dependencies make the trees from
// which it makes graphs, nil for none. The error is an ErrNoBase or an ErrKind.
func (p *Parser) WithBase(base *Parser) (*Parser, error) {
	if err := p.builds(transition.Graphs); err != nil {
		return nil, err
	}
	if base != nil && base.Kind() != transition.Dependencies {
		return nil, fmt.Errorf("%w, and %s builds none", ErrNoBase, base.system.Name())
	}
	q := p.clone()
	q.base, q.meta.Base = base, base != nil
	return q, nil
}

// Base returns the parser of dependencies that a parser of graphs holds, nil for none. It must
// not be changed.
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
func (w *worker) head(items []*treebank.Item) {
	if w.base == nil {
		return
	}
	var bare []*treebank.Item
	for _, it := range items {
		if w.parser.retag || headless(it.Words) {
			bare = append(bare, it)
		}
	}
	if len(bare) > 0 {
		w.base.annotate(bare...)
	}
}
