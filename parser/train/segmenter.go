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
	o.Field, o.Columns = "xpos", "lemma,upos,feats"
	return o
}

// Segmenter learns to cut raw text as a treebank does it: rules, and the tagger of units that
// text.NewReader needs besides. Options are as SegmenterOptions returns them; of epochs, the one
// that tags the units of dev best is kept.
func Segmenter(ctx context.Context, train, dev []*conll.Sentence, o parser.Options, watch Observer) (*text.Rules, *parser.Parser, error) {
	rules, err := text.Learn(train)
	if err != nil {
		return nil, nil, err
	}
	learned, err := rules.Windows(train)
	if err != nil {
		return nil, nil, err
	}
	held, err := rules.Windows(dev)
	if err != nil {
		return nil, nil, err
	}
	p, err := Run(ctx, treebank.Data{Sentences: learned}, treebank.Data{Sentences: held}, o, watch)
	return rules, p, err
}
