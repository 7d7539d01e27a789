package parser

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"parser/conll"
	"parser/eval/conllx"
	"parser/model"
	"parser/oracle"
	"parser/parser/features"
	"parser/parser/imitation"
	"parser/transition"
)

// Epoch is what training reports after each pass over the data.
type Epoch struct {
	Number    int           // from 1
	Loss      float64       // mean cost of the model's own choices, per word
	UAS, LAS  float64       // on dev, all words counted, in percent; 0 without dev
	F1        float64       // on dev, labelled brackets, in percent; 0 without dev trees
	Accuracy  float64       // on dev, right tags, in percent; 0 without dev and for parsers
	WordsPerS float64       // of training
	Took      time.Duration // training, without dev
	Search    imitation.Stats
	Best      bool // the best on dev so far
}

// Score returns the score by which the best epoch is chosen: LAS, F1 or Accuracy.
func (e *Epoch) Score() float64 { return max(e.LAS, e.F1, e.Accuracy) }

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

func (o *Observer) tagger(field string, done, folds int) {
	if o.Tagger != nil {
		o.Tagger(field, done, folds)
	}
}

// trainer holds the state of one training run.
type trainer struct {
	options Options
	parser  *Parser // without scorers
	task    *task
	course  imitation.Course
}

// Train learns a parser from train and keeps the epoch that does best on dev
// (labelled attachment, all words); without dev it keeps the last. If ctx ends
// first, Train returns the best parser so far together with ctx's error, or no
// parser if there is none yet.
func Train(ctx context.Context, train, dev []*conll.Sentence, o Options, watch Observer) (*Parser, error) {
	if err := o.builds(transition.Dependencies); err != nil {
		return nil, err
	}
	d, err := o.prepare(ctx, train, dev, watch)
	if err != nil {
		return nil, err
	}
	t, err := newArcTrainer(d.train, o)
	if err != nil {
		return nil, err
	}
	t.parser.taggers, t.parser.meta.Taggers, t.parser.meta.Train = d.taggers, len(d.taggers), Digest(train)
	if len(dev) == 0 {
		return t.run(ctx, nil, watch)
	}
	t.parser.meta.Dev = Digest(dev)
	return t.run(ctx, func(p *Parser, e *Epoch) error { return e.score(ctx, p, d.dev, o.Workers) }, watch)
}

// newArcTrainer prepares training on dependency trees.
func newArcTrainer(train []*conll.Sentence, o Options) (*trainer, error) {
	roots, err := rootsOf(&o, train)
	if err != nil {
		return nil, err
	}
	d, err := o.design(transition.Params{Roots: roots}, dataOf(train))
	if err != nil {
		return nil, err
	}
	x := d.set.Compile()
	c, err := newCorpus(train, &d, x)
	if err != nil {
		return nil, err
	}
	return newTrainer(o, d, c, x)
}

func newTrainer(o Options, d design, c *corpus, x *features.Extractor) (*trainer, error) {
	a := newActions(d.system, c.uses)
	if n := len(a.all); n > model.MaxClasses {
		return nil, fmt.Errorf("%w: %d labels make %d actions, more than %d", ErrOptions, len(c.labels), n, model.MaxClasses)
	}
	p := &Parser{
		meta: newMeta(&o, d, c, a), system: d.system, actions: a, extractor: x,
		scheme: d.scheme, decorated: decorated(c.labels),
	}
	t := &trainer{options: o, parser: p}
	return t, t.prepare(c, d.oracle)
}

// prepare makes a search problem of the corpus, and a course of it.
func (t *trainer) prepare(c *corpus, expert oracle.Oracle) error {
	o, random := &t.options, rand.New(rand.NewPCG(t.options.Seed, 0))
	loss, err := o.loss(t.parser.Kind())
	if err != nil {
		return err
	}
	algorithm, err := o.Settings.Make()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrOptions, err)
	}
	t.task = &task{guide: t.parser.newGuide(), corpus: c, loss: loss}
	t.task.twoStep, t.task.costs.oracle = o.TwoStep, expert
	t.course = imitation.Course{
		Algorithm: algorithm, Task: t.task, Random: random, New: t.newLearner, Stages: len(t.parser.classes()), Fit: o.Fit,
	}
	if o.Weaken > 0 {
		t.course.Task = imitation.Weaken(t.task, o.Weaken, random)
	}
	if o.Dropout > 0 {
		t.course.Task = &dropout{Task: t.course.Task, probability: o.Dropout, random: random}
	}
	return nil
}

// run trains epoch by epoch; score, unless it is nil, sets the scores of an epoch.
func (t *trainer) run(ctx context.Context, score func(*Parser, *Epoch) error, watch Observer) (*Parser, error) {
	var best *Parser
	bestScore, stale := -1.0, 0
	for n := 1; n <= t.options.Epochs; n++ {
		e, err := t.epoch(ctx, n, watch)
		if err != nil {
			return best, err
		}
		p := t.freeze(n)
		if score != nil {
			if err := score(p, &e); err != nil {
				return cmp.Or(best, p), err
			}
		}
		stale++
		if score == nil || e.Score() > bestScore {
			e.Best, best, bestScore, stale = true, p, e.Score(), 0
		}
		if watch.Epoch != nil {
			watch.Epoch(e)
		}
		if t.options.Patience > 0 && stale >= t.options.Patience {
			break
		}
	}
	return best, nil
}

// epoch goes through the training sentences once, in a new order.
func (t *trainer) epoch(ctx context.Context, n int, watch Observer) (Epoch, error) {
	start := time.Now()
	t.course.Rolled = func(i, done int) {
		if watch.Visited != nil {
			watch.Visited(t.task.gold, t.task.config.Steps)
		}
		if watch.Sentence != nil {
			watch.Sentence(done, t.task.Len())
		}
	}
	s, err := t.course.Round(ctx)
	if err == nil {
		err = t.task.costs.err // of the last sentence
	}
	took := time.Since(start)
	return Epoch{
		Number: n, Loss: s.Loss / float64(t.task.words()), Search: s,
		WordsPerS: float64(t.task.words()) / took.Seconds(), Took: took,
	}, err
}

// newLearner returns the learner of a stage.
func (t *trainer) newLearner(stage int) (model.Learner, error) {
	return t.options.learner(t.parser.classes()[stage])
}

// freeze returns the parser learned so far.
func (t *trainer) freeze(epoch int) *Parser {
	p := *t.parser
	p.meta.Epoch = epoch
	p.scorers = t.course.Freeze()
	return &p
}

// score parses dev and compares.
func (e *Epoch) score(ctx context.Context, p *Parser, dev []*conll.Sentence, workers int) error {
	parsed := make([]*conll.Sentence, len(dev))
	for i, s := range dev {
		parsed[i] = s.Clone()
	}
	if err := p.ParseAll(ctx, parsed, workers); err != nil {
		return err
	}
	a, err := conllx.Score(dev, parsed, conllx.Options{Punctuation: true})
	if a.Scored > 0 { // else they are no numbers, and no epoch would be the best
		e.UAS, e.LAS = float64(a.UAS()), float64(a.LAS())
	}
	return err
}
