package training

import (
	"cmp"
	"context"
	"math/rand/v2"
	"time"

	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/internal/ensemble"
	"parser/parser/internal/score"
	"parser/parser/learn"
)

// passes are the passes of a course over the treebank, with their results.
type passes struct {
	*run
	course     *learn.Course
	source     *rand.PCG // of all random numbers of the course
	checkpoint *Checkpoint
	meta       engine.Meta // of the parser of the current epoch
	epochs     []Epoch
	best       *engine.Parser
	seconds    float64       // of the current pass, up to begun
	begun      time.Time     // of what is not in seconds yet
	kept       time.Time     // when the state was last saved
	keeping    time.Duration // how long that took
}

// passes returns the passes that teach a scorer of a kind.
func (r *run) passes(kind score.Kind, seed uint64, c *Checkpoint) *passes {
	source := rand.NewPCG(seed, 0)
	t := &passes{run: r, course: r.course(kind, seed, rand.New(source)), source: source, checkpoint: c, meta: r.meta}
	t.meta.Scorer = kind.Name()
	return t
}

// all goes through the training sentences again and again, in new orders, and returns the best epoch's parser.
func (t *passes) all(ctx context.Context) (*engine.Parser, error) {
	if c := t.checkpoint; c != nil {
		if err := c.restore(t); err != nil {
			return nil, err
		}
		t.kept = time.Now()
		t.course.Between = func() {
			if time.Since(t.kept) >= c.every && t.course.Whole() {
				c.save(t)
			}
		}
	}
	for _, e := range t.epochs {
		e.Past = true
		t.watch.Epoch(e)
	}
	patience := t.options.Patience
	for len(t.epochs) < t.planned() && (patience == 0 || len(t.epochs)-bestOf(t.epochs) < patience) {
		p, err := t.pass(ctx)
		if t.checkpoint != nil && t.course.Whole() && (err != nil || time.Since(t.kept) >= 10*t.keeping) {
			t.checkpoint.save(t)
		}
		if err != nil {
			return cmp.Or(t.best, p), err
		}
	}
	return t.best, nil
}

// planned returns the number of epochs if patience does not end them.
func (t *passes) planned() int { return t.options.EpochsOf(t.meta.Scorer, t.plan.gold) }

// bestOf returns the number of the best epoch, 0 before the first.
func bestOf(epochs []Epoch) (n int) {
	for _, e := range epochs {
		if e.Best {
			n = e.Number
		}
	}
	return n
}

// pass goes through the sentences once, or through the rest of them, and scores the resulting parser, which it returns
// even if ctx ends before the parser is scored.
func (t *passes) pass(ctx context.Context) (*engine.Parser, error) {
	t.begun, t.meta.Epoch = time.Now(), len(t.epochs)+1
	if n, over := t.course.Rounds(); n < t.meta.Epoch || !over {
		if _, err := t.course.Round(ctx); err != nil {
			return nil, err
		}
	}
	took, s := t.spent(), t.course.Stats()
	words := float64(t.plan.words(t.meta.Epoch, t.planned()))
	e := Epoch{Number: t.meta.Epoch, Loss: s.Loss / words, Search: s, WordsPerS: words / took.Seconds(), Took: took}
	meta, scorer := t.meta, t.course.Freeze().(score.Numbered).Scorer
	if t.options.Stochastic {
		meta.Scorer, scorer = ensemble.MixtureLoader{}.Name(), mixture(t.course, meta.Scorer)
	}
	p, err := engine.New(meta, scorer, t.taggers...)
	if err != nil {
		return nil, err
	}
	if t.dev != nil {
		if e.Scores, err = p.Scores(ctx, t.dev, t.options.Workers); err != nil {
			return p, err
		}
	}
	if t.dev == nil || t.best == nil || e.Main() > t.best.Meta().Scores.Main() {
		e.Best, t.best = true, p.WithScores(e.Scores)
	}
	t.epochs, t.seconds = append(t.epochs, e), 0
	t.watch.Epoch(e)
	t.begun = time.Now()
	return p, nil
}

// mixture returns the stochastic policy of a course whose scorers are of a kind.
func mixture(c *learn.Course, kind string) score.Scorer {
	var parts []ensemble.Part
	scorers, shares := c.Mixture()
	for i, s := range scorers {
		parts = append(parts, ensemble.Part{Kind: kind, Weight: float32(shares[i]), Scorer: s.(score.Numbered).Scorer})
	}
	return ensemble.NewMixture(parts...)
}

// spent returns how long the current pass has taken.
func (t *passes) spent() time.Duration {
	return time.Duration(t.seconds*float64(time.Second)) + time.Since(t.begun)
}

// keep stores the state, except the best parser, in a record, or sets it.
func (t *passes) keep(r *npz.Record) {
	r.JSON("epochs", &t.epochs)
	seconds := t.spent().Seconds()
	r.Numbers("seconds", &seconds)
	t.course.Sync(r.Part("course"))
	r.Random("random", t.source) // after the course, since making its learner draws random numbers
	t.seconds, t.begun = seconds, time.Now()
}
