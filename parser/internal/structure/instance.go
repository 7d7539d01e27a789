package structure

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"parser/conll"
	"parser/oracle"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
	"parser/transition/graph"
)

// Instance is one sentence, with its gold tree as training sees it if there is one, for a look at how it is parsed.
type Instance struct {
	System transition.System
	Words  []string    // forms
	Tags   []string    // UPOS or, in brackets, XPOS, as they come with the words; "_" or "" for none
	Labels []string    // a label's number is its index: first those that a parser knows, then those of the tree, sorted
	Gold   oracle.Gold // empty if there is no tree
	// Given is what a graph of the words is made of, nil for other kinds. Words and Tags are
	// those that it is made of, and Relations are their dependency labels.
	Given     *graph.Sentence
	Relations []string

	of treebank.Item
	as Codec
}

// HasGold reports whether there is a gold tree, or a part of one.
func (l *Instance) HasGold() bool {
	return len(l.Gold.Spans) > 0 || len(l.Gold.Heads) > 0 || l.Gold.Meaning != nil
}

// NewInstance makes a instance of a treebank of one sentence, which decides what roots and encoding leave open. Words
// without head stay so; heads with a cycle are an error, and so is a tree without words (ErrNoTree).
func NewInstance(d treebank.Data, system, roots string, as *Encoding) (*Instance, error) {
	e, err := as.Codec(system, roots)
	if err := cmp.Or(CheckData(d, system), err); err != nil {
		return nil, err
	}
	b := e.Bank(d)
	l := &Instance{as: e}
	l.System, err = oracle.NewSystem(system, b.Params)
	if err := cmp.Or(l.learn(b, nil), err); err != nil {
		return nil, err
	}
	it := &treebank.Item{Words: b.Words[0]}
	if len(d.Sentences) > 0 {
		it.Sentence = d.Sentences[0]
	}
	return l, l.sit(it)
}

// ErrOtherWords is the cause when a gold tree is not one over the words of the sentence.
var ErrOtherWords = errors.New("the gold tree has other words")

// InstanceFor makes an instance of an item for a parser: with its system and labels, and a codec like its own. The gold
// tree, of a treebank of one sentence or none, is as that parser would have to build it; a label that marks a lifted
// arc, and that it does not know, loses the mark. Sentences without words, or without any head, are no trees.
func InstanceFor(it *treebank.Item, gold treebank.Data, system transition.System, e Codec, labels []string) (*Instance, error) {
	l := &Instance{System: system, Labels: labels, as: e}
	headless := func(s *conll.Sentence) bool {
		return !slices.ContainsFunc(s.Words, func(w conll.Word) bool { return w.Head != conll.NoHead })
	}
	if gold.Len() == 0 || len(it.Words) == 0 || slices.ContainsFunc(gold.Sentences, headless) {
		return l, l.sit(it)
	}
	if err := CheckData(gold, system.Name()); err != nil {
		return nil, err
	}
	b := bankWith(e, gold, numbered(labels))
	if err := l.learn(b, labels); err != nil {
		return nil, err
	}
	return l, cmp.Or(sameWords(it.Words, b.Words[0]), l.sit(it))
}

// sit sets the words of the instance.
func (l *Instance) sit(it *treebank.Item) error {
	l.of = treebank.Item{Words: slices.Clone(it.Words)}
	if it.Sentence != nil {
		l.of.Sentence = it.Sentence.Clone()
	}
	words := it.Words
	if l.System.Kind() == transition.Graphs {
		if err := l.as.SetLabels(l.Labels); err != nil {
			return err
		}
		words = l.as.Seen(nil, it.Words)
		l.Given = l.as.Given(words)
		if l.Gold.Meaning != nil {
			l.Given = l.Gold.Meaning.Given
		}
	}
	for _, w := range words {
		tag := w.UPOS
		if l.System.Kind() == transition.Constituents {
			tag = tagOf(&w)
		}
		l.Words, l.Tags, l.Relations = append(l.Words, w.Form), append(l.Tags, tag), append(l.Relations, w.Deprel)
	}
	return nil
}

// learn sets the gold tree, the only one of a bank, and adds its labels to the known ones.
func (l *Instance) learn(b *Bank, known []string) error {
	if len(b.Gold) != 1 {
		return fmt.Errorf("%w: a tree without words", ErrNoTree)
	}
	c, err := b.Corpus(l.as, nil, b.Labels(known...))
	if err != nil {
		return err
	}
	l.Labels, l.Gold = c.Labels, c.Golds[0]
	return nil
}

// sameWords returns an ErrOtherWords unless forms, as they are in text, are the same.
func sameWords(words, gold []conll.Word) error {
	for i := range min(len(words), len(gold)) {
		if ptb.Unescape(words[i].Form) != ptb.Unescape(gold[i].Form) {
			return fmt.Errorf("%w: word %d is %q, not %q", ErrOtherWords, i+1, gold[i].Form, words[i].Form)
		}
	}
	if len(words) != len(gold) {
		return fmt.Errorf("%w: %d, not %d", ErrOtherWords, len(gold), len(words))
	}
	return nil
}

// Finish returns a parser's output for a terminal configuration over the words, whose labels have these names. It is an
// error if one of them cannot be written.
func (l *Instance) Finish(c *transition.Config, labels []string) (treebank.Data, error) {
	if err := l.as.SetLabels(labels); err != nil {
		return treebank.Data{}, err
	}
	it := treebank.Item{Words: l.of.Words}
	if l.System.Kind() != transition.Constituents {
		it.Sentence = l.of.Sentence.Clone()
		it.Words = it.Sentence.Words
	}
	l.as.Read(c, &it, it.Words)
	var d treebank.Data
	d.Append(&it)
	return d, nil
}
