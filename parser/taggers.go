package parser

import (
	"errors"
	"fmt"
	"slices"

	"parser/model/npz"
	"parser/parser/structure"
)

// ErrTaggers is the cause when a model is given taggers that it cannot hold.
var ErrTaggers = errors.New("a model cannot hold these taggers")

// Taggers returns the taggers that the model holds, in the order of their work; those
// of a tagger are its first pass. They must not be changed.
func (p *Parser) Taggers() (taggers []*Parser) {
	for _, x := range p.of(taggerPart) {
		taggers = append(taggers, x.model())
	}
	return taggers
}

// WithTaggers returns the parser with the given taggers in place of those that it
// held: it tags words that have nothing in a tagger's field before it parses them. The
// error is an ErrTaggers: each must be a tagger, and of a field of its own.
func (p *Parser) WithTaggers(taggers ...*Parser) (*Parser, error) {
	if err := CheckTaggers(taggers); err != nil {
		return nil, err
	}
	parts := make([]part, len(taggers))
	for i, t := range taggers {
		parts[i] = tagger{t}
	}
	return p.holding(taggerParts(), parts...)
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

const taggerPart = "tagger"

// taggerParts are the taggers of a model.
func taggerParts() partKind {
	return partKind{
		name: taggerPart, many: true,
		count: func(m *Meta) int { return m.Taggers },
		set:   func(m *Meta, n int) { m.Taggers = n },
		load: func(l *loading, prefix string) (part, error) {
			inner := *l
			inner.depth++
			t, err := inner.read(prefix)
			return tagger{t}, err
		},
		hold: func(_ *Parser, parts []part) ([]part, error) { return parts, nil },
	}
}

// tagger is a tagger in a model. Workers let it fill the words that scorers see, see [worker.tag].
type tagger struct{ *Parser }

func (tagger) kind() string { return taggerPart }

func (t tagger) fills(*Parser) []string { return []string{t.Field()} }

func (t tagger) model() *Parser { return t.Parser }

func (t tagger) with(m *Parser) part { return tagger{m} }

func (t tagger) entries(prefix string) ([]npz.Entry, error) { return t.Parser.entries(prefix) }

func (t tagger) stage(*Parser) (before, after func([]*structure.Item)) { return nil, nil }
