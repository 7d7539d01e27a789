package train

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"parser/parser"
	"parser/parser/score"
	"parser/parser/structure"
	"parser/parser/text"
)

// pipelineFolds are those of the tags and lemmas that a pipeline learns from.
const pipelineFolds = 10

// pipeline trains what it takes from raw text to trees: a segmenter, or that of
// Options.Segmenter; the tags and lemmas that the treebank has, predicted by the network
// itself while it reads the words or, for a linear scorer, by taggers; and the parser.
func (t *Trainer) pipeline(ctx context.Context, train, dev structure.Data, watch Observer) (*parser.Parser, error) {
	steps, err := New(stepsOf(t.options, train))
	if err == nil {
		err = steps.checkData(train)
	}
	if err != nil {
		return nil, err
	}
	if steps.options.Segmenter == nil {
		if t.builds.Holds != structure.Columns {
			return nil, fmt.Errorf("%w: trees do not say what the text was; give one (--segmenter), of a model that was trained with --pipeline on dependencies", parser.ErrOptions)
		}
		rules, err := text.Learn(train.Sentences, t.options.Lang)
		if err != nil {
			return nil, err
		}
		own, o := SegmenterOptions(rules), &t.options
		own.Seed, own.Workers, own.Lang, own.Command, own.Licence, own.Source = o.Seed, o.Workers, o.Lang, o.Command, o.Licence, o.Source
		s, err := Segmenter(ctx, rules, train.Sentences, dev.Sentences, own, Observer{Checkpoint: watch.Checkpoint})
		if err != nil {
			return nil, fmt.Errorf("segmenter: %w", err)
		}
		steps.options.Segmenter = s
		if watch.Segmenter != nil {
			watch.Segmenter()
		}
	}
	return steps.train(ctx, train, dev, watch)
}

// stepsOf returns the options of the parser of a pipeline: unless they say it themselves, they
// name what there is to predict.
func stepsOf(o parser.Options, d structure.Data) parser.Options {
	fields := []string{treeField}
	if len(d.Sentences) > 0 {
		fields = structure.FilledFields(d.Sentences)
	}
	scorers, _ := o.Scorers() // or New says what is wrong
	if !slices.ContainsFunc(scorers, func(k score.Kind) bool { return !k.Traits().Fills }) {
		tags := slices.DeleteFunc(slices.Clone(fields), func(field string) bool { return field == structure.Lemmas })
		o.Neural.MultiTask = cmp.Or(o.Neural.MultiTask, strings.Join(tags, ","))
		fields = slices.DeleteFunc(fields, func(field string) bool { return field != structure.Lemmas })
	} else if o.Jackknife == 0 {
		o.Jackknife = pipelineFolds
	}
	if o.Tag == "" && len(o.Taggers) == 0 {
		o.Tag = strings.Join(fields, ",")
	}
	return o
}
