package parser

import (
	"slices"
	"strings"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/enhance"
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

// enhancer returns what the file has under a prefix to make enhanced dependencies.
func (l *loading) enhancer(m *Meta, prefix string) (*enhance.Enhancer, error) {
	if !m.Enhanced {
		return nil, nil
	}
	return enhance.Load(l.arrays, prefix+enhancerEntry)
}

// enhancerEntries returns what makes enhanced dependencies as entries.
func (p *Parser) enhancerEntries(prefix string) []npz.Entry {
	if p.enhancer == nil {
		return nil
	}
	return p.enhancer.Entries(prefix + enhancerEntry)
}

// enhance makes the enhanced graphs of trees, instead of those that were there. Words without a sentence have no room for
// empty nodes.
func (w *worker) enhance(items []*Item) {
	for _, it := range items {
		empty := w.enhanced.Enhance(it.Words, it.Sentence != nil)
		if s := it.Sentence; s != nil {
			s.Extras = slices.DeleteFunc(slices.Clone(s.Extras), isEmptyNode)
			for _, node := range empty { // after its word, before a range that begins there
				at := slices.IndexFunc(s.Extras, func(x conll.Extra) bool { return x.Before >= node.Before && !isEmptyNode(x) })
				if at < 0 {
					at = len(s.Extras)
				}
				s.Extras = slices.Insert(s.Extras, at, node)
			}
		}
		w.enhance(it.Others)
	}
}

func isEmptyNode(x conll.Extra) bool {
	id, _, _ := strings.Cut(x.Text, "\t")
	return strings.Contains(id, ".") && !strings.HasPrefix(id, "#")
}
