// Package training trains parsers: it turns a treebank and options into a course of imitation learning, and keeps the
// epoch that is best on dev.
//
//	p, err := training.Run(ctx, treebank.Data{Sentences: sentences}, dev, engine.DefaultsFor("arc-hybrid"), training.Observer{})
//
// The transition system decides whether it trains a parser of dependencies, constituents or graphs, or a tagger.
// The taggers of a parser are trained first, and the treebank gets the tags that they predict (Jackknife).
package training

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/enhance"
	"parser/parser/internal/score"
	"parser/parser/internal/structure"
	"parser/parser/learn"
	"parser/parser/treebank"
	"parser/transition"
)

// Epoch is what training reports after each pass over the data.
type Epoch struct {
	Number          int           // from 1
	Loss            float64       // mean cost of the model's own choices, per word
	treebank.Scores               // on dev; 0 without dev
	WordsPerS       float64       // of training
	Took            time.Duration // training, without dev
	Search          learn.Stats
	Best            bool // the best on dev so far
	Past            bool // of the training that this one resumes, see Checkpoint
}

// Causes of errors, besides engine.ErrOptions, about oracles that cannot do what others can.
var (
	ErrOffPath       = errors.New("knows nothing of configurations off its own path; do not explore with it")
	ErrNonProjective = errors.New("cannot learn from non-projective trees as they are; do so with pd or a system with swap, or lift them (head) or skip them")
)

// Trainer trains parsers by checked options.
type Trainer struct {
	options   engine.Options
	given     Resources
	builds    *structure.Structure
	field     string // the column that a tagger fills; "" for other parsers, whatever the options say
	backwards bool   // whether it does so from the last word to the first
	encoder   structure.Codec
	scorers   []score.Kind // to be trained and added up
}

// New returns a trainer, or the first thing that is wrong with the options and with what training begins with, as an
// engine.ErrOptions.
func New(o engine.Options, given ...Resource) (*Trainer, error) {
	t := &Trainer{options: o, given: slices.Clone(given)}
	switch err := t.read(); {
	case err == nil:
		return t, nil
	case errors.Is(err, engine.ErrOptions):
		return nil, err
	default:
		return nil, fmt.Errorf("%w: %w", engine.ErrOptions, err)
	}
}

// read derives everything else from the options, or returns the first thing that is wrong with them.
func (t *Trainer) read() (err error) {
	o := &t.options
	if err := t.given.check(); err != nil {
		return err
	}
	segmenter := the[engine.Segmenter](t.given, Segmenter)
	if segmenter != nil {
		if err := segmenter.Check(); err != nil {
			return err
		}
	}
	switch t.builds, err = structure.OfSystem(o.System); {
	case o.Epochs < 0:
		return fmt.Errorf("%d epochs", o.Epochs)
	case o.Patience < 0:
		return fmt.Errorf("a patience of %d epochs is out of range", o.Patience)
	case err != nil:
		return err
	}
	t.field, t.backwards = t.builds.Direction(&o.Encoding)
	switch {
	case o.Variants && t.builds.Variants == nil:
		return fmt.Errorf("no variants of %s", t.builds.Notation)
	case o.Pipeline && t.field != "":
		return errors.New("a pipeline ends in a parser of trees, not in a tagger")
	case t.builds.NeedsHeads && (o.Pipeline || segmenter != nil || o.Tag != "" || len(t.given.taggers()) > 0):
		return errors.New("words of graphs are cut out and tagged by the base, the parser that makes trees of them: it has to hold taggers and segmenter")
	}
	if err := o.Settings.Check(); err != nil {
		return err
	}
	encoding := o.Encoding
	if encoding.Columns, err = t.checkTaggers(); err != nil {
		return err
	}
	if t.encoder, err = encoding.Codec(o.System, o.Roots); err != nil {
		return err
	}
	if init := the[engine.Parser](t.given, Init); init != nil {
		if err := t.checkInit(init); err != nil {
			return err
		}
	}
	system, systemErr := oracle.NewSystem(o.System, t.encoder.Bank(treebank.Data{}).Params)
	t.scorers, err = o.Scorers()
	if err := cmp.Or(systemErr, err); err != nil {
		return err
	}
	if err := t.checkLexicon(); err != nil {
		return err
	}
	if o.Stochastic && len(t.scorers) > 1 {
		return errors.New("a stochastic policy has the scorers of all rounds of one training, not those of several (--scorer, --ensemble)")
	}
	shape := &score.Shape{System: system, TwoStep: o.TwoStep, View: t.builds.View}
	t.begin()
	for _, kind := range t.scorers {
		if err := kind.Check(shape); err != nil {
			return err
		}
	}
	useless, plain := o.RefuseUseless(t.given.Options()), o.Settings
	plain.Execute = false
	_, err = oracle.New(o.Oracle, system)
	switch able := oracle.Describe(o.Oracle); {
	case useless != nil:
		return useless
	case err != nil:
		return err
	case able.OnPath && o.Asks():
		return fmt.Errorf("the %s oracle %w", o.Oracle, ErrOffPath)
	case able.OnPath && o.Execute && plain.Explores() && !plain.Asks():
		return fmt.Errorf("execute has no effect with algorithm %s and the %s oracle: roll-outs are carried out in any case", o.Algorithm, o.Oracle)
	case !able.AnyTree && !transition.Crossing(system) && t.builds.Uses("nonprojective") && o.KeepsNonProjective():
		return fmt.Errorf("the %s oracle %w", o.Oracle, ErrNonProjective)
	case !slices.Contains(t.builds.Losses, o.Loss):
		return fmt.Errorf("no loss %q for such trees (have %v)", o.Loss, t.builds.Losses)
	}
	return nil
}

// Run trains a parser by options, with what it begins with; see [Trainer.Train].
func Run(ctx context.Context, train, dev treebank.Data, o engine.Options, watch Observer, given ...Resource) (*engine.Parser, error) {
	t, err := New(o, given...)
	if err == nil {
		_, err = t.Fill(train, dev)
	}
	if err != nil {
		return nil, err
	}
	return t.Train(ctx, train, dev, watch)
}

// Train learns a parser from train, keeps the epoch that is best on dev, by LAS, F1, accuracy or Smatch, and calibrates
// it there; without dev it keeps the last. If ctx ends first, Train returns the best parser so far, or nil, with ctx's
// error. With a checkpoint (Observer.Checkpoint) it resumes from the saved state, and reports the epochs before again;
// the parser is the same as without an interruption.
//
// Several scorers (Options.Scorers) are trained one after the other on the same trees, each as if it were alone, and
// then added up, with the share of the linear one that is best on dev. If ctx ends first, the complete ones are.
//
// F1 of constituency trees, which are normalised by Options.Steps, is that of EVALB with COLLINS.prm over sentences of
// all lengths. Taggers learn to fill the column Options.Field; templates read forms, the columns that Options.Columns
// names and, with Options.Tag, those that a first pass fills, in training by Jackknife. Sentences with an untagged word
// are skipped; in FEATS "_" is a tag, for no features.
func (t *Trainer) Train(ctx context.Context, train, dev treebank.Data, watch Observer) (*engine.Parser, error) {
	if err := cmp.Or(structure.CheckData(train, t.options.System), structure.CheckData(dev, t.options.System)); err != nil {
		return nil, err
	}
	watch = Together(Observer{}, watch)
	if t.options.Pipeline {
		return t.pipeline(ctx, train, dev, watch)
	}
	r, err := t.check(train)
	if err != nil {
		return nil, err
	}
	return t.train(ctx, r, train, dev, watch)
}

// retags reports whether training data gets predicted tags, from folds.
func (t *Trainer) retags() bool {
	return t.options.Jackknife > 0 && (t.options.Tag != "" || len(t.given.taggers()) > 0)
}

// train is Train without the other parts of a pipeline; r is what check made of the treebank.
func (t *Trainer) train(ctx context.Context, r *run, train, dev treebank.Data, watch Observer) (*engine.Parser, error) {
	gold := train.Gold()
	parts, err := engine.LearnParts(&t.options, gold, the[engine.Parser](t.given, Init))
	if errors.Is(err, enhance.ErrNoDeps) { // which trees have
		err = inFile(gold, err)
	}
	if err != nil {
		return nil, err
	}
	bank, held, same := r.bank, t.encoder.Bank(dev), !t.retags()
	if same && t.options.Variants { // the taggers of folds would have seen what they tag
		bank, same = t.encoder.Bank(t.builds.Varied(train)), false
	}
	taggers, err := t.prepare(ctx, bank, held, watch)
	if err == nil && !same { // other words than those that were checked
		r, err = t.run(bank)
	}
	if err != nil {
		return nil, err
	}
	r.taggers, r.watch = taggers, watch
	err = r.readSilver(ctx, watch.Checkpoint)
	defer r.made.close()
	if err != nil {
		return nil, err
	}
	done, err := t.readWords(ctx, r.corpus, held, watch)
	if err != nil {
		return nil, err
	}
	defer done()
	if r.meta.Taggers = len(taggers); held.Scorable {
		r.meta.Dev, r.dev = held.Data.Digest(), held
	}
	best, err := r.all(ctx)
	if best != nil && r.dev != nil {
		best = calibrated(best, r.dev)
	}
	if best != nil {
		best = best.WithParts(parts)
	}
	if segmenter := the[engine.Segmenter](t.given, Segmenter); best != nil && segmenter != nil {
		whole, failed := best.WithSegmenter(segmenter)
		return whole, cmp.Or(failed, err)
	}
	return best, err
}

// calibrated returns a parser that knows how sure it is, unless its oracle takes no tree.
func calibrated(p *engine.Parser, on *structure.Bank) *engine.Parser {
	if sure, err := p.Calibrated(on); err == nil {
		return sure
	}
	return p
}
