package engine

import (
	"errors"
	"fmt"
	"slices"

	"parser/parser/treebank"
)

// ErrTaggers is the cause when a model cannot hold its new taggers.
var ErrTaggers = errors.New("a model cannot hold these taggers")

// loadTagger reads a tagger: all of it, unless only words are asked for, which are looked up by its vocabulary.
func loadTagger(l *loading, _ *Parser, prefix string) (*Part, error) {
	if l.depth == maxDepth {
		return nil, fmt.Errorf("taggers, in %d models", l.depth)
	}
	r := l.request
	if r.Reaches("tags") {
		r = treebank.Request{}
	}
	return l.inner(prefix, r, l.depth+1)
}

// Taggers returns the taggers of the model in the order in which they work; those of a tagger are its first pass.
func (p *Parser) Taggers() (taggers []*Parser) {
	for _, x := range p.held(taggerKind) {
		taggers = append(taggers, x.Model)
	}
	return taggers
}

// WithTaggers returns the parser with other taggers, which set their fields, where they are empty, before the words are
// parsed. The error is that of CheckTaggers.
func (p *Parser) WithTaggers(taggers ...*Parser) (*Parser, error) {
	if err := CheckTaggers(taggers); err != nil {
		return nil, err
	}
	var parts []Part
	for _, t := range taggers {
		parts = append(parts, Part{Model: t})
	}
	q, err := p.holding(taggerKind, parts...)
	if err != nil {
		return nil, err
	}
	return q.lookingUp()
}

// CheckTaggers returns an ErrTaggers unless these can work one after the other: taggers of different fields.
func CheckTaggers(taggers []*Parser) error {
	var fields []string
	for _, t := range taggers {
		switch {
		case t == nil:
			return fmt.Errorf("%w: nil is no tagger", ErrTaggers)
		case t.Field() == "":
			return fmt.Errorf("%w: %s is no tagger", ErrTaggers, t.meta.System)
		case slices.Contains(fields, t.Field()):
			return fmt.Errorf("%w: two of %s", ErrTaggers, t.Field())
		case slices.ContainsFunc(t.Taggers(), func(first *Parser) bool { return len(first.Taggers()) > 0 }):
			return fmt.Errorf("%w: one has a first pass that has a first pass", ErrTaggers)
		}
		fields = append(fields, t.Field())
	}
	return nil
}
