package engine

import (
	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/enhance"
	"parser/parser/treebank"
)

// enhancerEntry begins the names of the entries of what makes enhanced dependencies.
const enhancerEntry = "enhancer/"

// WithEnhancer returns the parser with what makes enhanced dependencies after the tree; nil for nothing.
func (p *Parser) WithEnhancer(e *enhance.Enhancer) *Parser {
	q := p.clone()
	q.enhancer, q.meta.Enhanced = e, e != nil
	return q
}

// Enhancer returns what makes enhanced dependencies, nil if nothing does.
func (p *Parser) Enhancer() *enhance.Enhancer { return p.enhancer }

// enhancer gives p what the file has under a prefix to make enhanced dependencies, if m says so.
func (l *loading) enhancer(p *Parser, m *Meta, prefix string) (err error) {
	if m.Enhanced {
		p.meta.Enhanced = true
		p.enhancer, err = enhance.Load(l.arrays, prefix+enhancerEntry)
	}
	return err
}

// enhancerEntries returns what makes enhanced dependencies as entries.
func (p *Parser) enhancerEntries(prefix string) []npz.Entry {
	if p.enhancer == nil {
		return nil
	}
	return p.enhancer.Entries(prefix + enhancerEntry)
}

// enhance makes the enhanced graphs of trees, instead of those that were there; CoNLL-X has no room for them. Words
// without a sentence have none for empty nodes.
func (w *worker) enhance(items []*treebank.Item) {
	for _, it := range items {
		s := it.Sentence
		if s == nil || s.Format == conll.FormatU {
			if empty := w.enhanced.Enhance(it.Words, s != nil); s != nil {
				s.SetEmptyNodes(empty)
			}
		}
		w.enhance(it.Others)
	}
}
