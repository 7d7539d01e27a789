package engine

import (
	"math/rand/v2"

	"parser/conll"
	"parser/parser/internal/enhance"
	"parser/parser/treebank"
)

// partOf returns the part that makes enhanced dependencies after the tree.
func partOf(e *enhance.Enhancer) *Part { return &Part{Fills: []string{"deps"}, own: e} }

// loadEnhancer reads an enhancer, unless a request ends before it.
func loadEnhancer(l *loading, _ *Parser, prefix string) (*Part, error) {
	if l.request.Only != "" {
		return nil, nil
	}
	e, err := enhance.Load(l.arrays, prefix)
	return partOf(e), err
}

func learnEnhancer(o *Options, d treebank.Data) (*Part, error) {
	if !o.Enhanced {
		return nil, nil
	}
	e, err := enhance.Learn(d.Sentences, rand.New(rand.NewPCG(o.Seed, 0)))
	return partOf(e), err
}

// newEnhancePass makes the enhanced graphs of trees, instead of those that were there; CoNLL-X has no room for them. Words
// without a sentence have none for empty nodes.
func newEnhancePass(w *worker) pass {
	held := w.parser.held(enhancerKind)
	if len(held) == 0 || w.parser.request.Only != "" {
		return nil
	}
	session := held[0].own.(*enhance.Enhancer).NewSession()
	add := func(it *treebank.Item) {
		s := it.Sentence
		if s == nil || s.Format == conll.FormatU {
			if empty := session.Enhance(it.Words, s != nil); s != nil {
				s.SetEmptyNodes(empty)
			}
		}
	}
	return func(sentences []*sentence) {
		for _, s := range sentences {
			add(s.item)
			for _, other := range s.item.Others {
				add(other)
			}
		}
	}
}
