// Package stages has a learner of package model, and a set of examples, for each stage of a decision.
package stages

import (
	"context"
	"fmt"
	"math/rand/v2"

	"parser/model"
	"parser/model/npz"
)

// Learners are those of all stages.
type Learners []model.Learner

// Sync stores what was learned in a record, or sets it from one.
func (l Learners) Sync(r *npz.Record) {
	for stage, m := range l {
		m.Sync(r.Part(fmt.Sprint(stage)))
	}
}

// NewExamples returns empty sets; each stage has its share of the memory, any if bytes is 0.
func (l Learners) NewExamples(bytes int64, random *rand.Rand) (e Examples) {
	if bytes > 0 {
		bytes = max(1, bytes/int64(len(l))) // 0 would be no bound
	}
	for range l {
		e = append(e, model.NewExamples(bytes, random.Uint64()))
	}
	return e
}

// Examples are those of all stages.
type Examples []*model.Examples

// Learn teaches learners in this many passes, see model.Examples.Pass.
func (e Examples) Learn(ctx context.Context, l Learners, passes, alpha int, random *rand.Rand) error {
	for stage, m := range l {
		for range passes {
			if err := ctx.Err(); err != nil {
				return err
			}
			e[stage].Pass(m, alpha, random)
		}
	}
	return nil
}

// Counts returns how many examples are kept, dropped, and left out because of alpha.
func (e Examples) Counts(alpha int) (kept, dropped, bounded int) {
	for _, s := range e {
		n, gone, out := s.Counts(alpha)
		kept, dropped, bounded = kept+n, dropped+gone, bounded+out
	}
	return kept, dropped, bounded
}

// Sync stores the examples in a record, or sets them from one.
func (e Examples) Sync(r *npz.Record) {
	for stage, x := range e {
		x.Sync(r.Part(fmt.Sprint(stage)))
	}
}
