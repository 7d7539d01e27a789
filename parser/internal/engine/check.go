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

func (p *Parser) needsTags() bool {
	return !p.builds.Tagger && !slices.ContainsFunc(p.Predicts(), isTag) &&
		(p.builds.WritesTags || slices.ContainsFunc(p.scorer.Columns(), isTag))
}

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

func isTag(column string) bool { return column == "upos" || column == "xpos" }

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
	switch {
	case it == nil:
		return ErrNil
	case p.request.Only != "" && !p.decodes() && !p.request.Reaches("trees"): // a base takes any words, too
		return nil
	case p.builds.NeedsHeads:
		if err := p.checkBase(it); err != nil {
			return err
		}
	}
	if p.needs() {
		err := sentenceOf(it).CheckTags()
		if err != nil && it.Sentence == nil {
			if err = errors.Unwrap(err); it.File != "" {
				err = &conll.Error{File: it.File, Line: it.Line, Err: err}
			}
		}
		if err != nil {
			return err
		}
	}
	if !p.keeps() {
		return nil
	}
	return p.codec.(structure.Constrainable).CheckKept(p.system, it)
}

// checkBase is the part of Check that concerns the base.
func (p *Parser) checkBase(it *treebank.Item) error {
	switch {
	case it == nil:
		return ErrNil
	case !p.builds.NeedsHeads:
		return nil
	}
	s := sentenceOf(it)
	switch base := p.Base(); {
	case p.builds.MaxWords > 0 && s.Len() > p.builds.MaxWords:
		return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: ErrGraphWords}
	case !headless(s.Words):
		return nil
	case base == nil:
		return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: fmt.Errorf("%w, and the words have no heads", ErrNoBase)}
	case base.NeedsTags():
		return s.CheckTags()
	}
	return nil
}

// sentenceOf returns the sentence of an item, or one of its words.
func sentenceOf(it *treebank.Item) *conll.Sentence {
	if it.Sentence != nil {
		return it.Sentence
	}
	return &conll.Sentence{Words: it.Words}
}

// headless reports whether some words have no heads.
func headless(words []conll.Word) bool {
	return slices.ContainsFunc(words, func(w conll.Word) bool { return w.Head == conll.NoHead })
}

// untagged reports whether a word has no tag.
func untagged(words []conll.Word) bool { return (&conll.Sentence{Words: words}).CheckTags() != nil }
