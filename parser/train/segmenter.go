package train

import (
	"context"

	"parser/conll"
	"parser/parser"
	"parser/parser/text"
	"parser/parser/treebank"
	"parser/transition"
)

// SegmenterOptions returns the settings of the tagger of a segmenter with these rules. Many rare
// features are worth their room only where characters have to be made words.
//
// F1 of tokens, sentences and words on development data: English 99.5, 83.1, 99.2; Danish 99.9,
// 92.3, 99.9; Portuguese 99.9, 90.0, 99.8; Chinese 93.0, 98.8, 93.0; Japanese 97.6, 99.4, 97.6; Arabic
// 99.1, 66.7, 99.1. A network alone is not better in English; both together
// (Options.UseScorer("both")) are, 99.6, 84.9, 99.3, but take ten times as long to learn.
func SegmenterOptions(rules *text.Rules) parser.Options {
	o := parser.DefaultsFor(transition.Tag{}.Name())
	o.Field, o.Columns, o.Templates, o.Jackknife = text.Field, "lemma,upos,feats", rules.Templates(), 0
	o.Dropout, o.Epochs = 0.1, 8
	least := 8
	if len(rules.Words) > 0 {
		o.Dropout, least = 0, 3
	}
	_ = o.Learner.Set("min-updates", least) // which it has
	return o
}

// Segmenter learns to cut raw text as a treebank does it, by rules that text.Learn has counted in
// it. Options are as SegmenterOptions returns them; of epochs, the one that tags the units of dev
// best is kept.
func Segmenter(ctx context.Context, rules *text.Rules, train, dev []*conll.Sentence, o parser.Options, watch Observer) (*parser.Segmenter, error) {
	broken, err := text.BreakLines(train)
	if err != nil {
		return nil, err
	}
	learned, err := rules.Windows(append(train[:len(train):len(train)], broken...))
	if err != nil {
		return nil, err
	}
	held, err := rules.Windows(dev)
	if err != nil {
		return nil, err
	}
	p, err := watch.Checkpoint.part("segmenter", o.Kinds, func(own *Checkpoint) (*parser.Parser, error) {
		watch.Checkpoint = own
		return Run(ctx, treebank.Data{Sentences: learned}, treebank.Data{Sentences: held}, o, watch)
	})
	return &parser.Segmenter{Rules: rules, Tagger: p}, err
}
