package train

import (
	"context"

	"parser/conll"
	"parser/parser"
	"parser/parser/text"
	"parser/parser/treebank"
	"parser/transition"
)

// SegmenterOptions returns the settings of the tagger of a segmenter.
func SegmenterOptions() parser.Options {
	o := parser.DefaultsFor(transition.Tag{}.Name())
	o.Field, o.Columns = text.Field, "lemma,upos,feats"
	return o
}

// Segmenter learns to cut raw text as a treebank does it. Options are as SegmenterOptions returns them; of epochs, the one
// that tags the units of dev best is kept.
func Segmenter(ctx context.Context, train, dev []*conll.Sentence, o parser.Options, watch Observer) (*parser.Segmenter, error) {
	rules, err := text.Learn(train)
	if err != nil {
		return nil, err
	}
	learned, err := rules.Windows(train)
	if err != nil {
		return nil, err
	}
	held, err := rules.Windows(dev)
	if err != nil {
		return nil, err
	}
	p, err := Run(ctx, treebank.Data{Sentences: learned}, treebank.Data{Sentences: held}, o, watch)
	return &parser.Segmenter{Rules: rules, Tagger: p}, err
}
