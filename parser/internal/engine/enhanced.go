package engine

import (
	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/enhance"
	"parser/parser/treebank"
)

// enhancer is the part that makes enhanced dependencies after the tree.
type enhancer struct{ of *enhance.Enhancer }

func (enhancer) kind() string { return enhancerKind }

func (x enhancer) describe() Part { return Part{Fills: []string{"deps"}} }

func (x enhancer) entries(prefix string) ([]npz.Entry, error) { return x.of.Entries(prefix), nil }

// packed implements part: the enhancer is small anyway.
func (x enhancer) packed(string) part { return x }

// loadEnhancer reads an enhancer, unless a request ends before it.
func loadEnhancer(l *loading, _ *Parser, prefix string) (part, error) {
	if l.request.Only != "" {
		return nil, nil
	}
	e, err := enhance.Load(l.arrays, prefix)
	return enhancer{e}, err
}

// WithEnhancer returns the parser with what makes enhanced dependencies after the tree; nil for nothing.
func (p *Parser) WithEnhancer(e *enhance.Enhancer) *Parser {
	var parts []part
	if e != nil {
		parts = append(parts, enhancer{e})
	}
	q, _ := p.holding(enhancerKind, parts...) // cannot fail: any enhancer will do
	return q
}

// Enhancer returns what makes enhanced dependencies, nil if nothing does.
func (p *Parser) Enhancer() *enhance.Enhancer {
	for _, x := range p.held(enhancerKind) {
		return x.(enhancer).of
	}
	return nil
}

// enhancePass makes the enhanced graphs of trees, instead of those that were there; CoNLL-X has no room for them. Words
// without a sentence have none for empty nodes.
type enhancePass struct{ session *enhance.Session }

func newEnhancePass(w *worker) pass {
	e := w.parser.Enhancer()
	if e == nil || w.parser.request.Only != "" {
		return nil
	}
	return enhancePass{e.NewSession()}
}

func (p enhancePass) run(sentences []*sentence) {
	for _, s := range sentences {
		p.enhance(s.item)
		for _, other := range s.item.Others {
			p.enhance(other)
		}
	}
}

func (p enhancePass) enhance(it *treebank.Item) {
	s := it.Sentence
	if s == nil || s.Format == conll.FormatU {
		if empty := p.session.Enhance(it.Words, s != nil); s != nil {
			s.SetEmptyNodes(empty)
		}
	}
}
