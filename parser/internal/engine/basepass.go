package engine

import (
	"slices"

	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// newBasePass lets the base make what the parser needs in sentences whose words lack it, or in all sentences if the parser
// retags.
func newBasePass(w *worker) pass {
	p, lent := w.parser, w.parser.lent()
	if len(lent) == 0 { // it cuts raw text
		return nil
	}
	base, needs := p.Base().newWorker(), p.builds.Needs(p.scorer.Columns())
	return func(sentences []*sentence) {
		var bare, filled []*treebank.Item
		for _, s := range sentences {
			lacks := func(l loan) bool {
				return slices.Contains(needs, l.need) && len(structure.Lacking(l.need, s.item.Words)) > 0
			}
			if p.request.Retag || slices.ContainsFunc(lent, lacks) {
				bare, filled = append(bare, s.item), append(filled, p.codec.ForBase(s.item))
			}
		}
		if len(filled) > 0 {
			base.annotate(filled...)
		}
		for i, it := range bare {
			for _, l := range lent {
				l.lend(it.Words, filled[i].Words, p.request.Retag)
			}
		}
	}
}
