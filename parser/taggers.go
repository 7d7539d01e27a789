package parser

import (
	"errors"
	"fmt"
	"slices"
)

// ErrTaggers is the cause when a model is given taggers that it cannot hold.
var ErrTaggers = errors.New("a model cannot hold these taggers")

// Taggers returns the taggers that the model holds, in the order of their work; those
// of a tagger are its first pass. They must not be changed.
func (p *Parser) Taggers() (taggers []*Parser) {
	for _, x := range p.parts[taggerPart] {
		taggers = append(taggers, x.model)
	}
	return taggers
}

// WithTaggers returns the parser with the given taggers instead of those that it
// held: it tags words that have nothing in a tagger's field before it parses them. The
// error is an ErrTaggers: each must be a tagger, and of a field of its own.
func (p *Parser) WithTaggers(taggers ...*Parser) (*Parser, error) {
	if err := CheckTaggers(taggers); err != nil {
		return nil, err
	}
	parts := make([]part, len(taggers))
	for i, t := range taggers {
		parts[i].model = t
	}
	return p.holding(taggerPart, parts...)
}

// CheckTaggers returns an ErrTaggers unless these taggers can work one after the other:
// each must be a tagger, and of a field of its own.
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
