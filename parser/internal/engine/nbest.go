package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/internal/decode"
	"parser/parser/treebank"
	"parser/transition"
)

// found is a derivation that a beam has found: its terminal configuration, and the logarithm of its probability.
type found struct {
	config transition.Config
	log    float64
}

// keep copies what a beam has found, if it was to find all.
func (p *place) keep(b *decode.Beam) {
	if p.found = p.found[:0]; !b.All {
		return
	}
	for d, log := range b.Found {
		f := &found{log: log}
		f.config.CopyFrom(&d.Config)
		p.found = append(p.found, f)
	}
}

// read sets what the derivation of a sentence means in its item or, of several trees, what those that the
// beam has found do. The probability of a tree is the sum of those of its derivations: in most transition systems several
// build the same tree.
func (w *worker) read(sentence int, it *treebank.Item, words []conll.Word) {
	p := w.places[sentence]
	end := &p.derivation.Config
	if w.parser.request.NBest == 0 {
		w.settle(sentence, words)
		p.reader.Read(end, it, words)
		w.toWeigh(it, sentence, end)
		return
	}
	var trees []*treebank.Item
	configs, places := map[*treebank.Item]*transition.Config{}, map[string]int{}
	for _, f := range p.found {
		end.CopyFrom(&f.config)
		tree := it.Clone()
		copy(tree.Words, words)
		w.settle(sentence, tree.Words)
		p.reader.Read(end, tree, words)
		key := keyOf(tree)
		if _, known := places[key]; !known {
			places[key], configs[tree] = len(trees), &f.config
			tree.Probability = 0
			trees = append(trees, tree)
		}
		trees[places[key]].Probability += math.Exp(f.log)
	}
	slices.SortStableFunc(trees, func(a, b *treebank.Item) int { return cmp.Compare(b.Probability, a.Probability) })
	trees = trees[:min(w.parser.request.NBest, len(trees))]
	for i, tree := range trees {
		tree.Rank = i + 1
	}
	copy(words, trees[0].Words)
	it.Tree, it.Rank, it.Probability, it.Others = trees[0].Tree, trees[0].Rank, trees[0].Probability, trees[1:]
	w.toWeigh(it, sentence, configs[trees[0]])
	for _, other := range it.Others {
		w.toWeigh(other, sentence, configs[other])
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

// toWeigh remembers a tree for weigh, if that is asked for.
func (w *worker) toWeigh(it *treebank.Item, sentence int, end *transition.Config) {
	if w.parser.request.Probabilities {
		w.trees = append(w.trees, weighing{it, sentence, end})
	}
}
