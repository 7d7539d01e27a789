package parser

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"parser/conll"
	"parser/eval"
	"parser/model"
	"parser/oracle"
	"parser/parser/features"
	"parser/transition"
)

// Epoch is what training reports after each pass over the data.
type Epoch struct {
	Number    int     // from 1
	Loss      float64 // mean cost of the model's own choices, per word
	UAS, LAS  float64 // on dev, all words counted, in percent; 0 without dev
	F1        float64 // on dev, labelled brackets, in percent; 0 without dev trees
	WordsPerS float64 // of training
	Best      bool    // the best on dev so far
}

// Score returns the score by which the best epoch is chosen: LAS or F1.
func (e *Epoch) Score() float64 { return max(e.LAS, e.F1) }

// Observer is told how training goes; nil functions are not called.
type Observer struct {
	Sentence func(done, total int) // within an epoch
	Epoch    func(Epoch)
	// Visited is called after each training sentence with the steps that training
	// took through it, which are valid until the next call; gold stays as it is.
	Visited func(gold *oracle.Gold, steps []transition.Step)
}

// trainer holds the state of one training run.
type trainer struct {
	options  Options
	parser   *Parser // without scorers
	corpus   *corpus
	guide    *guide
	learners []model.Learner
	random   *rand.Rand
	loss     float64
	explore  bool // in this epoch
	follow   bool // the model's choice, in this configuration
	scores   []float32
}

// Train learns a parser from train and keeps the epoch that does best on dev
// (labelled attachment, all words); without dev it keeps the last. If ctx ends
// first, Train returns the best parser so far together with ctx's error, or no
// parser if there is none yet.
func Train(ctx context.Context, train, dev []*conll.Sentence, o Options, watch Observer) (*Parser, error) {
	t, err := newArcTrainer(train, o)
	if err != nil {
		return nil, err
	}
	t.parser.meta.Train = digest(train)
	if len(dev) == 0 {
		return t.run(ctx, nil, watch)
	}
	t.parser.meta.Dev = digest(dev)
	return t.run(ctx, func(p *Parser, e *Epoch) error { return e.score(ctx, p, dev, o.Workers) }, watch)
}

// newArcTrainer prepares training on dependency trees.
func newArcTrainer(train []*conll.Sentence, o Options) (*trainer, error) {
	if err := o.builds(transition.Dependencies); err != nil {
		return nil, err
	}
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
	t := &trainer{options: o, parser: p, corpus: c, guide: p.newGuide(), random: rand.New(rand.NewPCG(o.Seed, 0))}
	t.learners = t.newLearners()
	t.guide.judge, t.guide.twoStep, t.guide.costs.oracle = t, o.TwoStep, d.oracle
	return t, nil
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
	start, words := time.Now(), 0
	t.loss, t.explore = 0, n > t.options.ExploreAfter
	for done, i := range t.random.Perm(len(t.corpus.sentences)) {
		if err := ctx.Err(); err != nil {
			return Epoch{}, err
		}
		e := &t.corpus.sentences[i]
		if err := t.guide.costs.oracle.Start(&e.gold); err != nil {
			return Epoch{}, err
		}
		t.guide.words = e.words
		t.guide.run()
		if err := oracle.Failure(t.guide.costs.oracle); err != nil {
			return Epoch{}, fmt.Errorf("a parse of %d words: %w", e.words.Len(), err)
		}
		words += e.words.Len()
		if watch.Visited != nil {
			watch.Visited(&e.gold, t.guide.config.Steps)
		}
		if watch.Sentence != nil {
			watch.Sentence(done+1, len(t.corpus.sentences))
		}
	}
	return Epoch{
		Number: n, Loss: t.loss / float64(words),
		WordsPerS: float64(words) / time.Since(start).Seconds(),
	}, nil
}

// choose learns from a decision and answers with the model's choice where it
// explores, else with the best of the oracle's choices (Goldberg & Nivre 2013,
// Algorithm 3). The two steps of one action explore together.
func (t *trainer) choose(stage int, d *model.Decision) model.Class {
	l := t.learners[stage]
	t.scores = resized(t.scores, l.Classes())
	l.Score(t.scores, d.Features)
	l.Learn(d, t.scores)
	if stage == 0 {
		t.follow = t.explore && t.random.Float64() < t.options.Explore
	}
	guess, gold := model.Best(d.Classes, t.scores), d.Cheapest(t.scores)
	t.loss += float64(d.Cost(guess) - d.Cost(gold))
	if t.follow {
		return guess
	}
	return gold
}

// newLearners returns a learner per stage.
func (t *trainer) newLearners() []model.Learner {
	margin, classes := float32(t.options.Margin), len(t.parser.actions.all)
	perceptron := func(classes int) model.Learner {
		p := model.NewPerceptron(classes, margin)
		p.MinUpdates = t.options.MinUpdates
		return p
	}
	if t.options.TwoStep {
		return []model.Learner{perceptron(moveClasses(t.parser.system)), perceptron(classes)}
	}
	return []model.Learner{perceptron(classes)}
}

// freeze returns the parser learned so far.
func (t *trainer) freeze(epoch int) *Parser {
	p := *t.parser
	p.meta.Epoch = epoch
	for _, l := range t.learners {
		p.scorers = append(p.scorers, l.Freeze())
	}
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
	a, err := eval.Score(dev, parsed, eval.Options{Punctuation: true})
	e.UAS, e.LAS = float64(a.UAS()), float64(a.LAS())
	return err
}
