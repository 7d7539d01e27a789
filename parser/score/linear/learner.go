package linear

import (
	"context"
	"math/rand/v2"

	"parser/conll"
	"parser/model"
	"parser/parser/decode"
	"parser/parser/features"
	"parser/parser/score"
)

// learner implements score.Learner. It learns from each decision at once, whatever the
// size of a batch.
type learner struct {
	*session
	set      *features.Set
	learners []model.Learner // of each stage
	dropout  float64
	random   *rand.Rand
	left     [][]uint64     // by sentence, the features that it was scored with last: all, or those that dropout has left
	told     model.Decision // as the learners of a stage are told it
}

// Read implements score.Session.
func (l *learner) Read(sentences ...[]conll.Word) {
	l.session.Read(sentences...)
	l.left = append(l.left, make([][]uint64, max(0, len(sentences)-len(l.left)))...)
}

// Score implements score.Session. With dropout, decisions are scored with the features
// that they will be learned from with.
func (l *learner) Score(decisions []*decode.Decision) {
	for _, d := range decisions {
		l.extract(d)
		l.score(d, l.left[d.Sentence])
	}
}

// extract sets the features of a decision that are left to its sentence, drawn by dropout.
func (l *learner) extract(d *decode.Decision) {
	v := &l.vectors[d.Sentence]
	l.extractor.Extract(v, &l.words[d.Sentence], d.Config)
	if l.dropout == 0 {
		l.left[d.Sentence] = v.Features
		return
	}
	left := l.left[d.Sentence][:0]
	for _, f := range v.Features {
		if l.random.Float64() >= l.dropout {
			left = append(left, f)
		}
	}
	l.left[d.Sentence] = left
}

// Learn implements score.Learner.
func (l *learner) Learn(decisions []*decode.Decision) {
	for _, d := range decisions {
		l.told = model.Decision{Features: l.left[d.Sentence], Classes: d.Classes, Costs: d.Costs}
		l.learners[d.Stage].Learn(&l.told, d.Scores)
	}
}

// Update implements score.Learner.
func (l *learner) Update() {}

// NewSession implements score.Learner.
func (l *learner) NewSession() score.Session { return newSession(l.extractor, l.learners) }

// Freeze implements score.Learner.
func (l *learner) Freeze() score.Scorer {
	t := &scorer{templates: l.set.String(), extractor: l.extractor}
	for _, m := range l.learners {
		t.models = append(t.models, m.Freeze())
	}
	return t
}

// NewExamples implements score.Learner. Each stage has its share of the memory.
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

// examples implements score.Examples: decisions with their features, by stage.
type examples struct {
	learner *learner // that has read the sentences
	stages  []*model.Examples
}

// Add implements score.Examples.
func (e *examples) Add(d *decode.Decision) {
	l := e.learner
	l.extract(d)
	e.stages[d.Stage].Add(&model.Decision{Features: l.left[d.Sentence], Classes: d.Classes, Costs: d.Costs})
}

// Learn implements score.Examples.
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

// Len implements score.Examples.
func (e *examples) Len() int { return e.sum((*model.Examples).Len) }

// Dropped implements score.Examples.
func (e *examples) Dropped() int { return e.sum((*model.Examples).Dropped) }

// Bounded implements score.Examples.
func (e *examples) Bounded(alpha int) int {
	return e.sum(func(s *model.Examples) int { return s.Bounded(alpha) })
}

func (e *examples) sum(of func(*model.Examples) int) int {
	n := 0
	for _, s := range e.stages {
		n += of(s)
	}
	return n
}
