// Package train teaches parsers: it turns a treebank and options into a course of
// imitation learning, and keeps the epoch that does best on dev.
//
//	p, err := train.Run(ctx, treebank.Data{Sentences: sentences}, dev, parser.DefaultsFor("arc-hybrid"), train.Observer{})
//
// The same function trains parsers of dependencies and of constituents and taggers: the
// transition system decides which. Taggers that a parser is to hold are trained first,
// and the treebank is given the tags that they predict (Jackknife).
package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"parser/model"
	"parser/oracle"
	"parser/parser"
	"parser/parser/decode"
	"parser/parser/imitation"
	"parser/parser/score"
	"parser/parser/treebank"
	"parser/transition"
)

// Epoch is what training reports after each pass over the data.
type Epoch struct {
	Number          int           // from 1
	Loss            float64       // mean cost of the model's own choices, per word
	treebank.Scores               // on dev; 0 without
	WordsPerS       float64       // of training
	Took            time.Duration // training, without dev
	Search          imitation.Stats
	Best            bool // the best on dev so far
}

// Observer is told how training goes; nil functions are not called.
type Observer struct {
	Sentence func(done, total int) // within an epoch
	Epoch    func(Epoch)
	// Tagger is called when a tagger of a field was trained, with the number of folds
	// that were tagged so far and that are to be.
	Tagger func(field string, done, folds int)
	// Visited is called after each training sentence with the steps that training
	// took through it, which are valid until the next call; gold stays as it is.
	Visited func(gold *oracle.Gold, steps []transition.Step)
}

// What some oracles cannot be asked for, though others can; the cause besides
// parser.ErrOptions.
var (
	ErrOffPath       = errors.New("knows nothing of configurations off its own path; do not explore with it")
	ErrNonProjective = errors.New("cannot learn from non-projective trees as they are; do so with pd, or lift them (head) or skip them")
)

// Trainer trains parsers by options that are sound, whatever the training data.
type Trainer struct {
	options   parser.Options
	kind      transition.Kind
	encoder   treebank.Encoder
	algorithm imitation.Algorithm
	scorer    score.Kind
}

// New returns a trainer, or the first thing that is wrong with the options, as a
// parser.ErrOptions.
func New(o parser.Options) (_ *Trainer, err error) {
	defer func() {
		if err != nil && !errors.Is(err, parser.ErrOptions) {
			err = fmt.Errorf("%w: %w", parser.ErrOptions, err)
		}
	}()
	t := &Trainer{options: o}
	switch {
	case o.Epochs < 1:
		return nil, fmt.Errorf("%d epochs", o.Epochs)
	case o.Patience < 0:
		return nil, fmt.Errorf("a patience of %d epochs is out of range", o.Patience)
	}
	if t.kind, err = oracle.KindOf(o.System); err != nil {
		return nil, err
	}
	if t.algorithm, err = o.Settings.Make(); err != nil {
		return nil, err
	}
	encoding := o.Encoding
	if encoding.Columns, err = t.checkTaggers(); err != nil {
		return nil, err
	}
	if t.encoder, err = encoding.Encoder(o.System, o.Roots); err != nil {
		return nil, err
	}
	system, err := oracle.NewSystem(o.System, t.encoder.Bank(treebank.Data{}).Params)
	if err != nil {
		return nil, err
	}
	if t.scorer, err = o.ScorerNamed(o.Scorer); err != nil {
		return nil, err
	}
	if err := cmp.Or(t.scorer.Check(system), o.RefuseUseless()); err != nil {
		return nil, err
	}
	if _, err := oracle.New(o.Oracle, system); err != nil {
		return nil, err
	}
	switch able := oracle.Describe(o.Oracle); {
	case able.OnPath && t.algorithm.Explores():
		return nil, fmt.Errorf("the %s oracle %w", o.Oracle, ErrOffPath)
	case !able.AnyTree && t.kind == transition.Dependencies && o.KeepsNonProjective():
		return nil, fmt.Errorf("the %s oracle %w", o.Oracle, ErrNonProjective)
	}
	if !slices.Contains(parser.Losses(), o.Loss) || o.Loss == "f1" && t.kind != transition.Constituents {
		return nil, fmt.Errorf("no loss %q for such trees (have %v)", o.Loss, parser.Losses())
	}
	return t, nil
}

// Run trains a parser by the given options; see [Trainer.Train].
func Run(ctx context.Context, train, dev treebank.Data, o parser.Options, watch Observer) (*parser.Parser, error) {
	t, err := New(o)
	if err != nil {
		return nil, err
	}
	return t.Train(ctx, train, dev, watch)
}

// Train learns a parser from train and keeps the epoch that does best on dev, by LAS, F1
// or accuracy, and calibrates it there; without dev it keeps the last. If ctx ends first, Train returns the best
// parser so far together with ctx's error, or no parser if there is none yet.
//
// Of constituency trees, which are normalised by Options.Steps, F1 is that of EVALB with
// COLLINS.prm over sentences of all lengths. Taggers learn to fill the column
// Options.Field; templates read forms and the columns that Options.Columns names, and with
// Options.Tag those that a first pass has filled, in training by Jackknife. Sentences with
// a word without tag are skipped; in the FEATS column every word has one, since "_" says
// that a word has no features.
func (t *Trainer) Train(ctx context.Context, train, dev treebank.Data, watch Observer) (*parser.Parser, error) {
	if err := train.CheckKind(t.options.System); err != nil {
		return nil, err
	}
	if watch.Tagger == nil {
		watch.Tagger = func(string, int, int) {}
	}
	bank, held := t.encoder.Bank(train), t.encoder.Bank(dev)
	taggers, err := t.prepare(ctx, bank, held, watch)
	if err != nil {
		return nil, err
	}
	r, err := t.run(bank)
	if err != nil {
		return nil, err
	}
	r.taggers, r.watch = taggers, watch
	if r.meta.Taggers = len(taggers); held.Scorable {
		r.meta.Dev, r.dev = held.Data.Digest(), held
	}
	best, err := r.epochs(ctx)
	if best != nil && r.dev != nil {
		if sure, err := best.Calibrated(r.dev); err == nil { // or the oracle takes no tree of dev
			best = sure
		}
	}
	return best, err
}

// run is a training on some treebank.
type run struct {
	*Trainer
	meta    parser.Meta
	taggers []*parser.Parser
	dev     *treebank.Bank // nil without
	watch   Observer
	corpus  *treebank.Corpus
	course  imitation.Course
}

// run makes a search problem of a treebank, and a course of it.
func (t *Trainer) run(bank *treebank.Bank) (*run, error) {
	o := &t.options
	var expert oracle.Oracle
	system, err := oracle.NewSystem(o.System, bank.Params)
	if err == nil {
		expert, err = oracle.New(o.Oracle, system)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	corpus, err := bank.Corpus(t.encoder, expert, bank.Labels())
	if err != nil {
		return nil, err
	}
	actions := decode.NewActions(system, corpus.Uses(system))
	if n := len(actions.All); n > model.MaxClasses {
		return nil, fmt.Errorf("%w: %d labels make %d actions, more than %d", parser.ErrOptions, len(corpus.Labels), n, model.MaxClasses)
	}
	lesson := &score.Lesson{
		Shape:     score.Shape{System: system, Actions: actions, TwoStep: o.TwoStep},
		Sentences: corpus.Words, Epochs: o.Epochs, Seed: o.Seed, Random: rand.New(rand.NewPCG(o.Seed, 0)),
	}
	r := &run{Trainer: t, corpus: corpus}
	r.meta = parser.Meta{
		Format: parser.FormatVersion, Lang: o.Lang, System: system.Name(), Roots: system.Params().Roots.String(),
		TwoStep: o.TwoStep, Params: system.Params(), Scorer: t.scorer.Name(), NonProjective: o.NonProjective,
		Labels: corpus.Labels, Actions: actions.All, FromRoot: actions.FromRoot, Other: actions.Other,
		Command: o.Command, Options: *o, Sentences: len(corpus.Golds), Skipped: corpus.Skipped, Train: bank.Data.Digest(),
	}
	if t.kind == transition.Tags { // the others ignore the option, and must not pass for taggers
		r.meta.Field, r.meta.Backwards = o.Field, o.Backwards
	}
	r.course = imitation.Course{
		Algorithm: t.algorithm, Sentences: corpus.Words, Random: lesson.Random, Fit: o.Fit, Weaken: o.Weaken,
		NewState: func() (imitation.State, error) {
			own, err := oracle.New(o.Oracle, system)
			return &state{Derivation: lesson.Derivation(), run: r, oracle: own}, err
		},
		New: func() (score.Learner, error) {
			l, err := t.scorer.New(lesson)
			if err != nil {
				return nil, fmt.Errorf("%w: %w", parser.ErrOptions, err)
			}
			return l, nil
		},
		Rolled: func(end imitation.State, done int) {
			if s := end.(*state); r.watch.Visited != nil {
				r.watch.Visited(&corpus.Golds[s.input], s.Config.Steps)
			}
			if r.watch.Sentence != nil {
				r.watch.Sentence(done, len(corpus.Golds))
			}
		},
	}
	return r, nil
}

// epochs goes through the training sentences again and again, each time in a new order.
func (r *run) epochs(ctx context.Context) (*parser.Parser, error) {
	var best *parser.Parser
	bestScore, stale, words := -1.0, 0, 0
	for _, sentence := range r.corpus.Words {
		words += len(sentence)
	}
	for n := 1; n <= r.options.Epochs; n++ {
		start := time.Now()
		s, err := r.course.Round(ctx)
		if err != nil {
			return best, err
		}
		took := time.Since(start)
		e := Epoch{Number: n, Loss: s.Loss / float64(words), Search: s, WordsPerS: float64(words) / took.Seconds(), Took: took}
		r.meta.Epoch = n
		p, err := parser.New(r.meta, r.course.Freeze(), r.taggers...)
		if err != nil {
			return best, err
		}
		if r.dev != nil {
			if e.Scores, err = p.Scores(ctx, r.dev, r.options.Workers); err != nil {
				return cmp.Or(best, p), err
			}
		}
		stale++
		if r.dev == nil || e.Main() > bestScore {
			e.Best, best, bestScore, stale = true, p, e.Main(), 0
		}
		if r.watch.Epoch != nil {
			r.watch.Epoch(e)
		}
		if r.options.Patience > 0 && stale >= r.options.Patience {
			break
		}
	}
	return best, nil
}

// state is a derivation of a sentence of the corpus, with an oracle as its expert. It
// implements imitation.State.
type state struct {
	decode.Derivation
	run    *run
	oracle oracle.Oracle
	input  int // the sentence
}

func (s *state) Start(i, sentence int) error {
	s.input = i
	s.Derivation.Start(sentence, len(s.run.corpus.Words[i]))
	return s.failed(s.oracle.Start(&s.run.corpus.Golds[i]))
}

func (s *state) Price() error { return s.failed(s.Derivation.Price(s.oracle)) }

func (s *state) Loss() float64 {
	gold := &s.run.corpus.Golds[s.input]
	loss := float64(gold.Loss(&s.Config))
	switch s.run.options.Loss {
	case "exact":
		return min(1, loss)
	case "f1":
		// 100·(1 − 2m/(g+p)) where m of g gold brackets are among the p brackets of the
		// tree; their loss is g + p − 2m.
		brackets := len(gold.Spans)
		for _, node := range s.Config.Nodes[1:] {
			if node.Label != transition.None {
				brackets++
			}
		}
		return 100 * loss / float64(brackets)
	}
	return loss
}

// failed says of which sentence the oracle could not tell the costs.
func (s *state) failed(err error) error {
	if err != nil {
		err = fmt.Errorf("%s: the %s oracle failed: %w", s.run.corpus.Places[s.input], s.oracle.Name(), err)
	}
	return err
}
