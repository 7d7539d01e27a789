// Package treebank has what goes into parsers and what comes out: a sentence on its way (Item), a treebank to learn from
// or to compare with (Data), and how good a parser is (Scores).
package treebank

import (
	"slices"

	"parser/conll"
	"parser/parser/amr"
	"parser/ptb"
)

// Item is a sentence on its way from a reader through a parser to a writer. It has the Words that are to be
// parsed; where there is a Sentence, they are its words. What a parser builds replaces what was read.
type Item struct {
	Words    []conll.Word
	Sentence *conll.Sentence // what dependencies and tags are written into; nil if there are only words
	Tree     *ptb.Tree
	Graph    *amr.Graph
	File     string // its place, for errors; "" if it is not known or in Sentence
	Line     int
	Treebank string // that it is from, one of those that the model has learned from, whose annotation the parse follows; "" if it is not known
	// Model, if it is not "", is the name of the model that made the parse, and is to be written down.
	Model string
	// Confidence says how sure the parser is, if a Request asks for that (Derivation): p^(1/n) for n words and the
	// probability p of the derivation, which is the product of those of its decisions, each the softmax of scores at the
	// model's temperature.
	Confidence float64
	// Rank is the place of the tree among the most probable ones, from 1, if a Request asks for several (NBest); 0
	// otherwise. The first has the rest as Others.
	Rank   int
	Others []*Item
	// Probability is that of the tree, if a Request asks for it or for several trees: the sum of those of its derivations
	// that were followed. It is not normalised: those of several trees add up to less than 1.
	Probability float64
	Certainty   []Certainty // of each word, if a Request asks for Probabilities
}

// Certainty says how sure a parser is of a word: the probabilities of its head, of its label if that is the head, and
// of UPOS, 0 unless the scorer has predicted it.
type Certainty struct{ Head, Label, Tag float64 }

// Clone returns an item with copies of the words, and of the sentence; nil for nil.
func (it *Item) Clone() *Item {
	if it == nil {
		return nil
	}
	c := *it
	if c.Sentence == nil {
		c.Words = slices.Clone(it.Words)
		return &c
	}
	c.Sentence = it.Sentence.Clone()
	c.Words = c.Sentence.Words
	return &c
}

// SentenceItem returns the item of a sentence, nil for nil.
func SentenceItem(s *conll.Sentence) *Item {
	if s == nil {
		return nil
	}
	return &Item{Words: s.Words, Sentence: s}
}

// Size returns the number of words.
func (it *Item) Size() int {
	switch {
	case it.Graph != nil:
		return len(it.Graph.Words())
	case it.Tree != nil:
		return len(it.Tree.Leaves())
	}
	return len(it.Words)
}
