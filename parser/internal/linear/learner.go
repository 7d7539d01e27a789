package linear

import (
	"context"
	"iter"
	"math/rand/v2"

	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/score"
	"parser/parser/internal/stages"
	"parser/parser/learn"
)

// learner learns from each decision at once, whatever the size of a batch.
type learner struct {
	*session
	scorer   scorer // what is learned becomes its models
	exact    bool   // see Kind
	learners stages.Learners
	told     model.Decision // as the learners of a stage are told it
}

func (l *learner) Learn(decisions []*learn.Decision) {
	for _, d := range decisions {
		d.Features = l.vectors[d.Input].Features
		l.told = d.Decision
		l.learners[d.Stage].Learn(&l.told, d.Scores)
	}
}

// Prefer implements score.Ranker.
func (l *learner) Prefer(better, worse iter.Seq[*learn.Decision], lead, more float64) {
	var ways [2]stages.Derivation
	for i, way := range []iter.Seq[*learn.Decision]{better, worse} {
		for d := range way {
			ways[i].Add(d.Stage, l.see(d), d.Choice)
		}
	}
	l.learners.Prefer(ways[0], ways[1], lead, more)
}

func (l *learner) Update() error             { return nil }
func (l *learner) Batch() int                { return 0 }
func (l *learner) NewSession() score.Session { return newSession(l.extractor, l.learners) }

func (l *learner) Freeze() score.Scorer {
	t := l.scorer
	for _, m := range l.learners {
		frozen := m.Freeze()
		if !l.exact {
			frozen = model.Shrink(frozen)
		}
		t.models = append(t.models, frozen)
	}
	return &t
}

func (l *learner) Sync(r *npz.Record) { l.learners.Sync(r) }

func (l *learner) NewExamples(bytes int64, random *rand.Rand) (score.Examples, error) {
	return &examples{l, l.learners.NewExamples(bytes, random)}, nil
}

// examples are decisions with their features, by stage.
type examples struct {
	learner *learner // that has read the sentences
	stages.Examples
}

func (e *examples) Add(d *learn.Decision) {
	d.Features = e.learner.see(d)
	e.Examples[d.Stage].Add(&d.Decision)
}

func (e *examples) Learn(ctx context.Context, l score.Learner, passes, alpha int, random *rand.Rand) error {
	return e.Examples.Learn(ctx, l.(*learner).learners, passes, alpha, random)
}
