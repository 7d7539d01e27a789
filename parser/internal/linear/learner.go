package linear

import (
	"context"
	"fmt"
	"math/rand/v2"

	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/score"
	"parser/parser/learn"
)

// learner learns from each decision at once, whatever the size of a batch.
type learner struct {
	*session
	scorer   scorer          // what is learned becomes its models
	exact    bool            // see Kind
	learners []model.Learner // of each stage
	told     model.Decision  // as the learners of a stage are told it
}

func (l *learner) Learn(decisions []*learn.Decision) {
	for _, d := range decisions {
		l.told = model.Decision{Features: l.vectors[d.Input].Features, Classes: d.Classes, Costs: d.Costs}
		l.learners[d.Stage].Learn(&l.told, d.Scores)
	}
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

func (l *learner) Sync(r *npz.Record) {
	for stage, m := range l.learners {
		m.Sync(r.Part(fmt.Sprint(stage)))
	}
}

// NewExamples gives each stage its share of the memory.
func (l *learner) NewExamples(bytes int64, random *rand.Rand) (score.Examples, error) {
	e := &examples{learner: l}
	if bytes > 0 {
		bytes = max(1, bytes/int64(len(l.learners))) // 0 would be no bound
	}
	for range l.learners {
		e.stages = append(e.stages, model.NewExamples(bytes, random.Uint64()))
	}
	return e, nil
}

// examples are decisions with their features, by stage.
type examples struct {
	learner *learner // that has read the sentences
	stages  []*model.Examples
}

func (e *examples) Add(d *learn.Decision) {
	e.stages[d.Stage].Add(&model.Decision{Features: e.learner.see(d), Classes: d.Classes, Costs: d.Costs})
}

func (e *examples) Learn(ctx context.Context, l score.Learner, passes, alpha int, random *rand.Rand) error {
	for stage, m := range l.(*learner).learners {
		for range passes {
			if err := ctx.Err(); err != nil {
				return err
			}
			e.stages[stage].Pass(m, alpha, random)
		}
	}
	return nil
}

func (e *examples) Counts(alpha int) (kept, dropped, bounded int) {
	for _, s := range e.stages {
		n, gone, out := s.Counts(alpha)
		kept, dropped, bounded = kept+n, dropped+gone, bounded+out
	}
	return kept, dropped, bounded
}

func (e *examples) Sync(r *npz.Record) {
	for stage, x := range e.stages {
		x.Sync(r.Part(fmt.Sprint(stage)))
	}
}
