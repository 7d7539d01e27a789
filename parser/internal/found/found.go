// Package found searches trees of both kinds by patterns, and shows what was found: in its sentence, as a row of a table, and
// as JSON.
package found

import (
	"context"
	"errors"
	"fmt"

	"parser/conll/textfile"
	"parser/parser/query"
	"parser/parser/treebank"
	"parser/ptb/heads"
)

// Pattern is a pattern over trees of one form.
type Pattern struct {
	Names []string // of its nodes, in order
	// Find calls a function with each match in an item, which has a number, until that returns an error.
	Find func(it *treebank.Item, number int, do func(Hit) error) error
}

// Options say where a pattern is searched.
type Options struct {
	Enhanced bool   // in enhanced graphs, instead of trees of dependencies
	Heads    string // head rules, for constituents: a name or a file
}

// Of both errors the cause is one of these.
var (
	ErrPattern = errors.New("unusable pattern")
	ErrHeads   = errors.New("unusable head rules")
)

// Parse reads a pattern over trees in a form, textfile.CoNLL or textfile.Brackets: in the language of Semgrex or Tregex.
// Searches end when ctx does, with its error.
func Parse(ctx context.Context, form, pattern string, o Options) (*Pattern, error) {
	if form == textfile.Brackets {
		return constituents(ctx, pattern, o.Heads)
	}
	p, err := query.ParseSemgrex(pattern)
	if err != nil {
		if _, other := query.ParseTregex(pattern); other == nil {
			err = fmt.Errorf("a pattern of constituents, but the trees are dependencies: %w", err)
		}
		return nil, fmt.Errorf("%w: %q: %w", ErrPattern, pattern, err)
	}
	find := p.During(ctx).Search(o.Enhanced)
	return &Pattern{p.Names(), func(it *treebank.Item, number int, do func(Hit) error) error {
		for m, err := range find(it.Sentence) {
			if err == nil {
				err = do(Hit{it, number, m})
			}
			if err != nil {
				return err
			}
		}
		return ctx.Err()
	}}, nil
}

func constituents(ctx context.Context, pattern, by string) (*Pattern, error) {
	p, err := query.ParseTregex(pattern)
	if err != nil {
		if _, other := query.ParseSemgrex(pattern); other == nil {
			err = fmt.Errorf("a pattern of dependencies, but the trees are constituents: %w", err)
		}
		return nil, fmt.Errorf("%w: %q: %w", ErrPattern, pattern, err)
	}
	rules, err := heads.Load(by)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrHeads, err)
	}
	find := p.During(ctx).Search(rules)
	return &Pattern{p.Names(), func(it *treebank.Item, number int, do func(Hit) error) error {
		if it.Tree == nil {
			return nil
		}
		for m := range find(it.Tree) {
			if err := do(Hit{it, number, m}); err != nil {
				return err
			}
		}
		return ctx.Err()
	}}, nil
}
