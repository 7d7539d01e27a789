package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	kit "parser/parser/internal/training/parsertest"
	"parser/parser/treebank"
	"parser/transition"
)

// parsedItems returns the items of a treebank after a parser has been asked for trees and their certainty.
func parsedItems(t *testing.T, p *engine.Parser, bank *structure.Bank, trees, workers int) (all []*treebank.Item) {
	t.Helper()
	items := bank.Items()
	p = kit.Asked(t, p, func(r *treebank.Request) { r.NBest, r.Probabilities = trees, true })
	require.NoError(t, p.Run(t.Context(), textfile.Each(items), func(it *treebank.Item) error {
		all = append(all, it)
		return nil
	}, workers))
	return all
}

// shown tells the trees of items apart.
func shown(it *treebank.Item) string {
	if it.Tree != nil {
		return it.Tree.String()
	}
	text := ""
	for _, w := range it.Words {
		text += fmt.Sprintln(w.Head, w.Deprel)
	}
	return text
}

// TestCertainty: parses are as they are without, with any number of workers; heads and labels have probabilities, and
// the tree is at most as probable as all its labels. Words that had no choice are certain.
func TestCertainty(t *testing.T) {
	for _, system := range oracle.Systems(transition.Dependencies) {
		for _, twoStep := range []bool{false, true} {
			p, bank := calibrated(t, system, twoStep)
			items := parsedItems(t, p, bank, 0, 1)
			require.Equal(t, items, parsedItems(t, p, bank, 0, 3))
			plain, unsure := annotated(t, p, bank, 1), 0
			for i, it := range items {
				require.Equal(t, plain.Sentences[i].Words, it.Words)
				require.Len(t, it.Certainty, len(it.Words))
				labels := 1.0
				for _, c := range it.Certainty {
					for _, p := range []float64{c.Head, c.Label} {
						require.True(t, p >= 0 && p <= 1, "%v", c)
					}
					require.Zero(t, c.Tag, "the tags were given")
					if labels *= c.Label; c.Head < 0.9 {
						unsure++
					}
				}
				require.LessOrEqual(t, it.Probability, labels*(1+1e-9))
			}
			require.Positive(t, unsure)
		}
	}
}

// TestCertaintyOfOneWord: it can have no other head, and its label is as probable as the tree.
func TestCertaintyOfOneWord(t *testing.T) {
	p, _ := calibrated(t, "arc-hybrid", false)
	it := treebank.SentenceItem(&conll.Sentence{Words: []conll.Word{{Form: "Yes", UPOS: "INTJ", XPOS: "UH", Head: conll.NoHead}}})
	p = kit.Asked(t, p, func(r *treebank.Request) { r.Probabilities = true })
	require.NoError(t, p.Run(t.Context(), textfile.Each([]*treebank.Item{it}), func(*treebank.Item) error { return nil }, 1))
	require.Equal(t, []treebank.Certainty{{Head: 1, Label: it.Probability}}, it.Certainty)
}

// TestCertaintyOfKeptHeads: a head that is given is as probable as it is to the parser, so that annotators find their
// mistakes; those of the parser's own tree are as probable as when it parses.
func TestCertaintyOfKeptHeads(t *testing.T) {
	p, bank := calibrated(t, "arc-hybrid", false)
	keeping := keepingHeads(t, p)
	own := parsedItems(t, p, bank, 0, 1)
	sum := func(items []*treebank.Item) (sum float64) {
		for _, it := range items {
			sum += structure.Sureness(it)
		}
		return sum
	}
	kept := parsedItems(t, keeping, p.Bank(treebank.Data{Sentences: annotated(t, p, bank, 1).Sentences}), 0, 1)
	require.InDelta(t, sum(own), sum(kept), 0.05*sum(own))
	wrong := annotated(t, p, bank, 1).Sentences
	for _, s := range wrong {
		for i := range s.Words { // a chain
			s.Words[i].Head, s.Words[i].Deprel = i, "_"
		}
	}
	require.Less(t, sum(parsedItems(t, keeping, p.Bank(treebank.Data{Sentences: wrong}), 0, 1)), 0.7*sum(own))
}

// TestHeadLogit: training with dev fits it, also anew, and files keep it; what is out of range is refused.
func TestHeadLogit(t *testing.T) {
	p, bank := small(t, "arc-hybrid", false)
	require.Zero(t, p.Meta().HeadLogit)
	fitted, err := p.Calibrated(bank)
	require.NoError(t, err)
	require.Positive(t, fitted.Meta().HeadLogit[0])
	again, err := fitted.Calibrated(bank)
	require.NoError(t, err)
	require.Equal(t, fitted.Meta().HeadLogit, again.Meta().HeadLogit)

	right, expected, words := 0.0, 0.0, 0.0
	for i, it := range parsedItems(t, fitted, bank, 0, 1) {
		for k, w := range it.Words {
			if w.Head == bank.Data.Sentences[i].Words[k].Head {
				right++
			}
			expected += it.Certainty[k].Head
			words++
		}
	}
	require.InDelta(t, right/words, expected/words, 0.05)

	m := *p.Meta()
	m.HeadLogit[0] = -1
	_, err = engine.New(m, p.Scorer())
	require.ErrorContains(t, err, "log-odds")
}
