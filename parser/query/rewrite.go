package query

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/query/internal/match"
	"parser/parser/query/internal/semgrex"
)

// ErrEdits is the cause when a sentence is not valid after edits, or when edits do not come to an end.
var ErrEdits = errors.New("bad edits")

// Rewrite returns what changes sentences where the pattern fits them, by edits in the language of Ssurgeon (of CoreNLP; the
// guide parser/docs/guides/searching.md has a table), and returns how often it did. With enhanced it changes the enhanced
// graphs, else the trees. A change may make the pattern fit elsewhere, or no more: after each one it is matched anew, until no
// edit changes anything. Where edits add or remove words the text, multiword tokens, empty nodes and the other layer go along.
//
// The error of Rewrite is an [Error] about edits, that of what it returns an [*conll.Error]: the sentence is then as it was.
// Its cause is [ErrEdits] if a sentence cannot lose or get a word, or breaks a rule of CoNLL-U afterwards that it kept before,
// except those about names of tags and relations: a tree stays a tree, with one root, and an enhanced graph one that its roots
// lead to.
func (p *Semgrex) Rewrite(edits string, enhanced bool) (func(*conll.Sentence) (changes int, err error), error) {
	all, err := semgrex.ParseEdits(edits, p.pattern.Names)
	if err != nil {
		return nil, wrong(err)
	}
	g := &semgrex.Graph{}
	search := match.New(p.pattern, g)
	search.Stop = p.stop
	return func(s *conll.Sentence) (int, error) {
		own := s.Clone()
		if !enhanced {
			g.Basic(own)
		} else if err := g.Enhanced(own); err != nil {
			return 0, err
		}
		changes, err := all.Apply(search)
		var at *conll.Error
		switch {
		case err != nil && !errors.As(err, &at):
			err = s.ErrorAt(0, err)
		case err != nil:
		case changes == 0:
			return 0, nil
		default:
			err = cmp.Or(g.Write(own, enhanced), broken(s, own))
		}
		if errors.As(err, &at) {
			at.Err = fmt.Errorf("%w: %w", ErrEdits, at.Err)
			return 0, at
		}
		if err != nil {
			return 0, err
		}
		*s = *own
		return changes, nil
	}, nil
}

// broken returns an error if a sentence breaks a rule that it kept before.
func broken(before, after *conll.Sentence) error {
	was, err := problems(before)
	if err != nil {
		return err
	}
	is, err := problems(after)
	for _, p := range is {
		if !slices.ContainsFunc(was, func(old conll.Problem) bool { return old.ID == p.ID }) {
			return after.ErrorAt(max(0, p.Word-1), errors.New(p.Text))
		}
	}
	return err
}

// names are the rules about names of tags and relations, which other schemes than UD's have, too.
var names = []string{"upos", "deprel", "deprel-syntax", "deps-relation", "deps-relation-syntax"}

// problems returns the rules of CoNLL-U that a sentence breaks.
func problems(s *conll.Sentence) (all []conll.Problem, err error) {
	var text strings.Builder
	w := conll.NewWriter(&text)
	err = w.Write(s)
	if err == nil {
		err = w.Flush()
	}
	if err != nil {
		return nil, err
	}
	err = conll.Validate(conll.NewReader(strings.NewReader(text.String()), s.File), conll.LevelUD, &conll.Validation{}, func(p conll.Problem) {
		if p.Class != conll.ClassWarning && !slices.Contains(names, p.ID) {
			all = append(all, p)
		}
	})
	return all, err
}
