package parser

import (
	"errors"
	"fmt"
	"slices"
)

// ErrTaggers is the cause when a model is given taggers that it cannot hold.
var ErrTaggers = errors.New("a model cannot hold these taggers")

// maxDepth is how many taggers may be inside each other: the deepest are those of the
// first pass of a tagger in a parser.
const maxDepth = 2

// Taggers returns the taggers that the model holds, in the order of their work; those
// of a tagger are its first pass. They must not be changed.
func (p *Parser) Taggers() []*Parser { return p.taggers }

// WithTaggers returns the parser with the given taggers in place of those that it
// held: it tags words that have nothing in a tagger's field before it parses them. The
// error is an ErrTaggers: each must be a tagger, and of a field of its own.
func (p *Parser) WithTaggers(taggers ...*Parser) (*Parser, error) {
	if err := CheckTaggers(taggers); err != nil {
		return nil, err
	}
	q := *p
	q.taggers, q.meta.Taggers = slices.Clone(taggers), len(taggers)
	return &q, nil
}

// CheckTaggers returns an ErrTaggers unless these taggers can work one after the other:
// each must be a tagger, and of a field of its own.
func CheckTaggers(taggers []*Parser) error {
	var fields []string
	for _, t := range taggers {
		switch {
		case t.Field() == "":
			return fmt.Errorf("%w: %s is no tagger", ErrTaggers, t.meta.System)
		case slices.Contains(fields, t.Field()):
			return fmt.Errorf("%w: two of %s", ErrTaggers, t.Field())
		case t.depth() >= maxDepth:
			return fmt.Errorf("%w: one has a first pass that has a first pass", ErrTaggers)
		}
		fields = append(fields, t.Field())
	}
	return nil
}

// depth counts the taggers inside each other.
func (p *Parser) depth() int {
	deepest := 0
	for _, t := range p.taggers {
		deepest = max(deepest, 1+t.depth())
	}
	return deepest
}

// Retagging returns a parser like p that tags all words before it parses them, also
// those that have tags.
func (p *Parser) Retagging() *Parser {
	q := *p
	q.retag = true
	return &q
}
