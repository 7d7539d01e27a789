package engine

import (
	"iter"
	"slices"
	"strings"

	"parser/parser/internal/lookup"
	"parser/parser/internal/lookup/han"
	"parser/parser/internal/score"
)

// lookingUp returns a parser like p that looks words up as its scorer and its parts know them.
func (p *Parser) lookingUp() (*Parser, error) {
	known := p.marks()
	q, err := p.by(lookup.New(known).InScript(han.New(p.words())))
	if err != nil {
		return nil, err
	}
	for _, x := range p.held(segmenterKind) {
		units := x.Model.marks() // the frequent ones only
		if units == nil {
			units = known
		} else if known != nil {
			units = units.And(known)
		}
		x.own = segmenting{segmenterOf(x).Rules, lookup.New(units)}
		if x.Model.lookup != nil { // for the reader looks units up
			if x.Model, err = x.Model.by(nil); err != nil {
				return nil, err
			}
		}
		q.replace(x)
	}
	return q, nil
}

// words yields those that say best in which script of Chinese the parser knows words, the most important ones first: of
// its segmenter, its vocabulary, or its dictionary.
func (p *Parser) words() iter.Seq[string] {
	for _, x := range p.held(segmenterKind) {
		return slices.Values(segmenterOf(x).Rules.Words)
	}
	if s, ok := p.scorer.(score.Lexical); ok {
		return s.Forms()
	}
	var forms []string
	for form := range p.meta.Lemmas.Forms() {
		if strings.ContainsFunc(form, han.IsHan) {
			forms = append(forms, form)
		}
	}
	slices.Sort(forms)
	return slices.Values(forms)
}

// by returns a parser like p that looks words up by a table.
func (p *Parser) by(t *lookup.Table) (q *Parser, err error) {
	q = p.clone()
	if q.codec, err = q.meta.codec(); err != nil {
		return nil, err
	}
	q.lookup = t
	q.codec.SetLookup(t)
	return q, q.codec.SetLabels(q.meta.Labels)
}

// marks returns the marks of the words that the parser has learned from; nil if it cannot tell. Models of before these
// were stored know them by the words of a tagger of lemmas and by their vocabulary, which may also be of other texts,
// from which they learned before. How frequent they are in the treebank is best known by the segmenter, whose vocabulary
// has straight quotes alone.
func (p *Parser) marks() *lookup.Marks {
	if p.meta.Marks != nil {
		return p.meta.Marks
	}
	known, lemmas := p.vocabulary(), p.meta.Lemmas
	for _, t := range p.Taggers() {
		if lemmas == nil {
			lemmas = t.meta.Lemmas
		}
	}
	units := &lookup.Marks{}
	for _, x := range p.held(segmenterKind) {
		units = x.Model.vocabulary()
	}
	if lemmas.Len() > 0 {
		of := lookup.MarksOf(lemmas.Forms())
		known = known.In(of.And(units)).And(of)
	}
	if known = units.In(known).And(known); len(known.Words) == 0 {
		return nil
	}
	return known
}

// vocabulary returns the marks in the vocabulary of the scorer, if it has one.
func (p *Parser) vocabulary() *lookup.Marks {
	if s, ok := p.scorer.(score.Lexical); ok {
		return lookup.MarksOf(s.Forms())
	}
	return &lookup.Marks{}
}
