package parser

import (
	"fmt"
	"slices"

	"parser/model"
	"parser/parser/score"
)

// Packed returns a parser like p, with its taggers, its segmenter and its base, whose file has the weights of networks in
// another precision, one of model.Precisions; in int8 it has those of linear scorers in small
// integers. What the precision cannot express is rounded now, so that the parser parses as it
// will when it is loaded again. An error is an ErrOptions.
func (p *Parser) Packed(precision string) (*Parser, error) {
	if !slices.Contains(model.Precisions(), precision) {
		return nil, fmt.Errorf("%w: precision is %q, not one of %q", ErrOptions, precision, model.Precisions())
	}
	q := p.clone()
	if s, ok := p.scorer.(score.Packer); ok {
		q.scorer, q.meta.Packed = s.Packed(model.Precision(precision)), precision
	}
	q.taggers = nil
	for _, t := range p.taggers {
		packed, err := t.Packed(precision)
		if err != nil {
			return nil, err
		}
		q.taggers = append(q.taggers, packed)
	}
	if p.segmenter != nil {
		t, err := p.segmenter.Tagger.Packed(precision)
		if err != nil {
			return nil, err
		}
		q.segmenter = &Segmenter{Rules: p.segmenter.Rules, Tagger: t}
	}
	if p.base != nil {
		base, err := p.base.Packed(precision)
		if err != nil {
			return nil, err
		}
		q.base = base
	}
	return q, nil
}
