package engine

import (
	"slices"

	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// basePass lets the base make what the parser lacks.
type basePass struct {
	parser *Parser
	held   *base
	base   *worker
	do     func(p *basePass, sentences []*sentence)
}

func newBasePass(w *worker) pass {
	b := w.parser.base()
	if b == nil {
		return nil
	}
	p := &basePass{parser: w.parser, held: b}
	switch makes := w.parser.BaseMakes(); {
	case makes == "trees":
		p.do = (*basePass).makeHeads
	case b.tags != "":
		p.do = (*basePass).copyTags
	case makes == "tags":
		p.do = (*basePass).copyColumns
	default: // it cuts raw text
		return nil
	}
	p.base = b.model.newWorker()
	return p
}

func (p *basePass) run(sentences []*sentence) { p.do(p, sentences) }

// makeHeads lets the base parse sentences that have a word without a head, or all sentences if the parser retags.
func (p *basePass) makeHeads(sentences []*sentence) {
	var bare []*treebank.Item
	for _, s := range sentences {
		it := s.item
		if p.parser.request.Retag || headless(it.Words) {
			bare = append(bare, it)
		}
	}
	if len(bare) > 0 {
		p.base.annotate(bare...)
	}
}

// copyTags sets XPOS to the base's tags, in words that have none, or in all words if the parser retags.
func (p *basePass) copyTags(sentences []*sentence) {
	var bare, tagged []*treebank.Item
	for _, s := range sentences {
		it := s.item
		if p.parser.request.Retag || untagged(it.Words) {
			words := p.parser.codec.Fillable(nil, it)
			bare, tagged = append(bare, it), append(tagged, &treebank.Item{Words: slices.Clone(words)})
		}
	}
	if len(tagged) == 0 {
		return
	}
	p.base.annotate(tagged...)
	for i, it := range bare {
		for k := range it.Words {
			if p.parser.request.Retag || untagged(it.Words[k:k+1]) {
				it.Words[k].XPOS = *structure.Column(&tagged[i].Words[k], p.held.tags)
			}
		}
	}
}

// copyColumns fills the columns that the base lends in sentences in which a word has no tag, or in all sentences if the
// parser retags.
func (p *basePass) copyColumns(sentences []*sentence) {
	lends, reads := p.held.lends, p.parser.scorer.Columns()
	var bare, filled []*treebank.Item
	for _, s := range sentences {
		it := s.item
		lacks := func(field string) bool {
			return isTag(field) && slices.Contains(reads, field) && len(structure.Lacking(field, it.Words)) > 0
		}
		if p.parser.request.Retag || slices.ContainsFunc(lends, lacks) {
			bare, filled = append(bare, it), append(filled, &treebank.Item{Words: slices.Clone(it.Words)})
		}
	}
	if len(filled) == 0 {
		return
	}
	p.base.annotate(filled...)
	for i, it := range bare {
		for _, field := range lends {
			for _, k := range toFill(field, it.Words, p.parser.request.Retag) {
				*structure.Column(&it.Words[k], field) = *structure.Column(&filled[i].Words[k], field)
			}
		}
	}
}
