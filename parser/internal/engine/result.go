package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/treebank"
	"parser/transition"
)

// resultPass sets what the derivation of a sentence means in its item or, of several trees, what those that the beam has
// found do.
type resultPass struct {
	parser   *Parser
	predicts *predictPass
}

func newResultPass(w *worker) pass {
	if !w.parser.decodes() {
		return nil
	}
	return (&resultPass{w.parser, w.predicts}).run
}

// ending is a tree, and the terminal configuration that it was read of.
type ending struct {
	item   *treebank.Item
	config *transition.Config
}

func (p *resultPass) run(sentences []*sentence) {
	for _, s := range sentences {
		if s.ends = s.ends[:0]; p.parser.request.NBest > 0 {
			p.several(s)
		} else {
			p.read(s, s.item, s.words)
			s.ends = append(s.ends, ending{s.item, &s.derivation.Config})
		}
		if p.parser.request.Derivation {
			s.item.Confidence = math.Exp(s.log / float64(max(1, len(s.words))))
		}
	}
}

// read sets what the derivation of a sentence means in an item with these words.
func (p *resultPass) read(s *sentence, it *treebank.Item, words []conll.Word) {
	if d := &s.derivation; d.Tagging != nil && s.kept == nil { // else heads of leaves are given
		d.Tagging.Lift(d.Config.Nodes)
	}
	if p.predicts != nil {
		p.predicts.repairTags(s, words)
	}
	s.reader.Read(&s.derivation.Config, it, s.words)
}

// several sets the most probable trees. The probability of a tree is the sum of those of its derivations: in most
// transition systems several build the same tree.
func (p *resultPass) several(s *sentence) {
	var trees []ending
	places := map[string]int{}
	for _, f := range s.found {
		s.derivation.Config.CopyFrom(&f.config)
		tree := s.item.Clone()
		copy(tree.Words, s.words)
		p.read(s, tree, tree.Words)
		key := keyOf(tree)
		if _, known := places[key]; !known {
			places[key] = len(trees)
			tree.Probability = 0
			trees = append(trees, ending{tree, &f.config})
		}
		trees[places[key]].item.Probability += math.Exp(f.log)
	}
	slices.SortStableFunc(trees, func(a, b ending) int { return cmp.Compare(b.item.Probability, a.item.Probability) })
	trees = trees[:min(p.parser.request.NBest, len(trees))]
	it, best := s.item, trees[0].item
	copy(s.words, best.Words)
	it.Tree, it.Rank, it.Probability, it.Others = best.Tree, 1, best.Probability, nil
	s.ends = append(s.ends, ending{it, trees[0].config})
	for i, t := range trees[1:] {
		t.item.Rank = i + 2
		it.Others = append(it.Others, t.item)
		s.ends = append(s.ends, t)
	}
}

// keyOf tells trees over the same words apart.
func keyOf(it *treebank.Item) string {
	if it.Tree != nil {
		return it.Tree.String()
	}
	var b strings.Builder
	for i := range it.Words {
		fmt.Fprintln(&b, it.Words[i].Head, it.Words[i].Deprel)
	}
	return b.String()
}
