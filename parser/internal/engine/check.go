package engine

import (
	"errors"
	"fmt"
	"slices"

	"parser/conll"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// ErrNil is the cause when a sentence, an item, or a bank is nil.
var ErrNil = structure.ErrNil

// ErrGraphWords is the cause when a sentence has more words than a graph is built of. It is a conll.ErrTooLong.
var ErrGraphWords = fmt.Errorf("%w: no graph is built of more than %d words", conll.ErrTooLong, structure.MaxGraphWords)

// RequiredColumns returns the columns that parses depend on, of lemma, upos, xpos and feats, and that the parser does not set.
func (p *Parser) RequiredColumns() []string {
	fills := p.Predicts()
	return slices.DeleteFunc(p.scorer.Columns(), func(column string) bool { return slices.Contains(fills, column) })
}

// NeedsTags reports whether parses depend on tags, UPOS or XPOS, that the parser does not set.
func (p *Parser) NeedsTags() bool { return p.needs() }

// Lacks returns what the parser needs of words and does not make itself, as a base would: "words", where text is to be cut
// into them, and "tags" or, of a parser of graphs, "trees".
func (p *Parser) Lacks(text bool) (lacks []string) {
	if text && p.Segmenter() == nil {
		lacks = append(lacks, "words")
	}
	switch {
	case p.builds.NeedsHeads && p.Base() == nil:
		lacks = append(lacks, "trees")
	case p.needs():
		lacks = append(lacks, "tags")
	}
	return lacks
}

// IgnoresHeads reports whether parses are the same whatever heads the words have.
func (p *Parser) IgnoresHeads() bool { return !p.request.KeepHeads && !p.builds.NeedsHeads }

// Check returns why the parser cannot take an item, or nil. It is an ErrNil, conll.ErrNoTag about a
// word without a tag where the parser NeedsTags, or about the heads that words have or lack:
//
// Of a parser that keeps heads, no tree that it can build has all that the words have: they form a cycle, two hang from
// ROOT where one may (conll.ErrRoots), or no projective tree has all of the arcs (projective.ErrNonProjective). Of a parser
// that keeps constituents, the model lacks the label of one.
//
// Of a parser of graphs, nothing gives words the heads that they lack (ErrNoBase), or the sentence is too long
// (ErrGraphWords).
//
// Errors about the words of a sentence are a *conll.Error with its place.
func (p *Parser) Check(it *treebank.Item) error {
	if it == nil {
		return ErrNil
	}
	for _, check := range p.checks() {
		if err := check(it); err != nil {
			return err
		}
	}
	return nil
}

// findChecks returns the parts of Check that can refuse an item.
func (p *Parser) findChecks() (checks []func(*treebank.Item) error) {
	if p.request.Only != "" && !p.decodes() && !p.request.Reaches("trees") { // a base takes any words, too
		return nil
	}
	if p.builds.MaxWords > 0 || slices.Contains(p.builds.Needs(nil), structure.Head) {
		checks = append(checks, p.checkHeads)
	}
	if p.NeedsTags() {
		checks = append(checks, checkTags)
	}
	if p.keeps() {
		checks = append(checks, func(it *treebank.Item) error {
			return p.codec.(structure.Constrainable).CheckKept(p.system, it)
		})
	}
	return checks
}

// checkHeads is the part of Check that concerns heads that words need, and what a base needs to make them.
func (p *Parser) checkHeads(it *treebank.Item) error {
	s := sentenceOf(it)
	switch base := p.Base(); {
	case p.builds.MaxWords > 0 && s.Len() > p.builds.MaxWords:
		return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: ErrGraphWords}
	case !slices.Contains(p.builds.Needs(nil), structure.Head) || len(structure.Lacking(structure.Head, s.Words)) == 0:
		return nil
	case base == nil:
		return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: fmt.Errorf("%w, and the words have no heads", ErrNoBase)}
	case base.NeedsTags():
		return s.CheckTags()
	}
	return nil
}

// checkTags is the part of Check that concerns tags. An item without a sentence has its place itself.
func checkTags(it *treebank.Item) error {
	err := sentenceOf(it).CheckTags()
	if err != nil && it.Sentence == nil {
		if err = errors.Unwrap(err); it.File != "" {
			err = &conll.Error{File: it.File, Line: it.Line, Err: err}
		}
	}
	return err
}

// sentenceOf returns the sentence of an item, or one of its words.
func sentenceOf(it *treebank.Item) *conll.Sentence {
	if it.Sentence != nil {
		return it.Sentence
	}
	return &conll.Sentence{Words: it.Words}
}
