package training

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/internal/lookup/spelling"
	"parser/parser/internal/score"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/internal/transformer"
	"parser/parser/treebank"
	"parser/transition"
)

// pipelineFolds is the number of folds for the tags and lemmas that a pipeline learns from.
const pipelineFolds = 10

// pipeline trains everything from raw text to trees: a segmenter, unless one is given; the parser; and for
// a linear scorer taggers of the tags and lemmas that the treebank has. A network predicts those itself.
func (t *Trainer) pipeline(ctx context.Context, train, dev treebank.Data, watch Observer) (*engine.Parser, error) {
	gold := train.Gold()
	o := t.stepsOf(gold)
	o.Variants = t.builds.Variants != nil
	steps, err := New(o, t.given...)
	if err != nil {
		return nil, err
	}
	r, err := steps.check(train)
	if err != nil {
		return nil, err
	}
	if slices.Contains(t.given.Names(), Segmenter) {
		if err := steps.addLists(nil); err != nil {
			return nil, err
		}
		return steps.train(ctx, r, train, dev, watch)
	}
	if len(train.Sentences) == 0 {
		return nil, fmt.Errorf("%w: trees do not say what the text was; give one (--segmenter), of a model that was trained with --pipeline on dependencies",
			engine.ErrOptions)
	}
	written, joined, err := spelling.Usual(gold.Sentences)
	held, _, heldErr := spelling.Usual(dev.Sentences)
	if err = cmp.Or(err, heldErr); err != nil {
		return nil, err
	}
	rules, err := segment.Learn(written, t.options.Lang)
	if err == nil {
		err = steps.addLists(rules)
	}
	if err != nil {
		return nil, err
	}
	cut := func(e *transformer.Encoder) (*engine.Segmenter, error) {
		own, given := steps.segmenterOptions(rules, e)
		s, err := LearnSegmenter(ctx, rules, written, held, own, Observer{Checkpoint: watch.Checkpoint}, given...)
		if err != nil {
			return nil, fmt.Errorf("segmenter: %w", err)
		}
		watch.Segmenter(joined)
		return s, nil
	}
	if steps.lendsEncoder(rules) {
		p, err := steps.train(ctx, r, train, dev, watch)
		if err != nil {
			return p, err
		}
		return lending(p, cut)
	}
	s, err := cut(steps.encoderRead())
	if err != nil {
		return nil, err
	}
	steps.given = append(steps.given, Resource{Name: Segmenter, Value: s})
	return steps.train(ctx, r, train, dev, watch)
}

// readsUnits reports whether the tagger of a segmenter reads the encoder of the parser: where words are made of characters or
// syllables, what stands around these says which of them belong together. Elsewhere blanks and marks do, and the encoder
// would cost more time than all else that cuts text.
func (t *Trainer) readsUnits(rules *segment.Rules) bool {
	return t.encoderRead() != nil && len(rules.Words) > 0 && t.options.Neural.Size != "small"
}

// lendsEncoder reports whether that is the encoder as the parser has learned it: where the model holds it, so that there is one.
func (t *Trainer) lendsEncoder(rules *segment.Rules) bool {
	return t.readsUnits(rules) && t.options.Neural.Finetune > 0 && t.encoderRead().HeldIn() != ""
}

// lending returns a parser with a segmenter that learns to cut by the encoder of the parser.
func lending(p *engine.Parser, cut func(*transformer.Encoder) (*engine.Segmenter, error)) (*engine.Parser, error) {
	digest, err := DigestOf(p.Write)
	if err != nil {
		return nil, err
	}
	p, e, err := p.Settled(digest)
	if err != nil {
		return nil, err
	}
	s, err := cut(e)
	if err != nil {
		return nil, err
	}
	return p.WithSegmenter(s)
}

// segmenterOptions returns the settings of the tagger of the segmenter of a pipeline, and what it begins with: an encoder, if
// it reads one.
func (t *Trainer) segmenterOptions(rules *segment.Rules, e *transformer.Encoder) (engine.Options, Resources) {
	o, n := &t.options, &t.options.Neural
	least, reads := n.Least, e != nil && t.readsUnits(rules)
	if reads {
		least = max(17, least) // since the encoder knows what characters are
	}
	own := SegmenterOptions(rules, n.Size != "" && n.Size != "small", least) // "" without a network
	own.Seed, own.Workers, own.Lang, own.Command, own.Licence, own.Source = o.Seed, o.Workers, o.Lang, o.Command, o.Licence, o.Source
	if !reads {
		return own, nil
	}
	own.Neural.Mixed, own.Neural.Mix, own.Neural.Pieces, own.Neural.Bytes = n.Mixed, n.Mix, n.Pieces, n.Bytes
	return own, Resources{{Name: Encoder, Value: e}}
}

// stepsOf returns the options of the parser of a pipeline: unless the user did, it chooses the columns to predict.
func (t *Trainer) stepsOf(d treebank.Data) engine.Options {
	o, given, fields := t.options, t.given, []string{t.builds.TagColumn}
	if t.builds.TagColumn == "" {
		fields = structure.FilledFields(d.Sentences)
	}
	scorers, _ := o.Scorers() // or New says what is wrong
	fills := !slices.ContainsFunc(scorers, func(k score.Kind) bool { return !k.Traits().Fills })
	if fills && (the[engine.Parser](given, Init) == nil || o.Neural.MultiTask != "") {
		tags := slices.DeleteFunc(slices.Clone(fields), func(field string) bool { return field == structure.Lemmas })
		o.Neural.MultiTask = cmp.Or(o.Neural.MultiTask, strings.Join(tags, ","))
		fields = slices.DeleteFunc(fields, func(field string) bool { return field != structure.Lemmas })
	} else if o.Jackknife == 0 {
		o.Jackknife = pipelineFolds
	}
	if o.Tag == "" && len(given.taggers()) == 0 {
		o.Tag = strings.Join(fields, ",")
	}
	return o
}

// SegmenterOptions returns the settings of the tagger of a segmenter with these rules: a linear scorer or, in addition, a
// network. What occurs rarely, or less often than least, is left out: words, their parts and, where words are made of
// characters, pairs of these.
func SegmenterOptions(rules *segment.Rules, network bool, least int) engine.Options {
	o := engine.DefaultsFor(transition.Tag{}.Name())
	o.Field, o.Columns, o.Templates, o.Jackknife = segment.Field, "lemma,upos,feats", rules.Templates(), 0
	o.Dropout, o.Epochs = 0.1, 8
	least = max(6, least) // since sentences occur twice, in different spellings
	updates, characters := max(12, least), len(rules.Words) > 0
	if characters {
		o.Dropout = 0
		if !strings.Contains(rules.Words[0], " ") { // with syllables there are too many pairs
			updates = least
		}
	}
	_ = o.Learner.Set("min-updates", updates) // which it has
	if !network {
		return o
	}
	o.UseScorer(engine.Both)
	n := &o.Neural
	n.Own.Embeddings, n.Own.Layers, n.Own.Units, n.Own.Hidden = [...]int{64, 32, 24, 0, 32, 32}, 1, 64, 64
	n.Precision, n.Least = string(npz.InInt8), least
	if n.Batch = 300; characters {
		n.Own.Embeddings[1], n.Own.Units, n.Dropout = 64, 96, 0.5
		n.LeastLemma = least
	}
	return o
}

// LearnSegmenter learns to cut raw text as a treebank does, by the rules of segment.Learn and with options such as those of
// SegmenterOptions, and what training begins with. It keeps the epoch that tags the units of dev best.
func LearnSegmenter(
	ctx context.Context, rules *segment.Rules, train, dev []*conll.Sentence, o engine.Options, watch Observer, given ...Resource,
) (*engine.Segmenter, error) {
	rare := 4 // since sentences occur twice, with different blanks
	if len(rules.Words) > 0 {
		rare = 0 // since a whole sentence may have no blanks
	}
	others, othersErr := segment.Variants(train)
	learned, learnedErr := rules.Windows(slices.Concat(train, others), rare)
	held, heldErr := rules.Windows(dev, 0)
	if err := cmp.Or(othersErr, learnedErr, heldErr); err != nil {
		return nil, err
	}
	p, err := watch.Checkpoint.part("segmenter", the[transformer.Encoder](given, Encoder), o.Kinds, func(own *Checkpoint) (*engine.Parser, error) {
		watch.Checkpoint = own
		return Run(ctx, treebank.Data{Sentences: learned}, treebank.Data{Sentences: held}, o, watch, given...)
	})
	return &engine.Segmenter{Rules: rules, Tagger: p}, err
}
