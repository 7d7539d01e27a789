package learn

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"parser/model"
	"parser/model/npz"
	"parser/parser/internal/stages"
)

// Hash returns the feature that texts stand for: its template, such as "previous tag", and the values there.
// It is the same on all machines (FNV-1a, each text ended by a byte that UTF-8 lacks).
func Hash(template string, values ...string) uint64 {
	const offset, prime, end = 14695981039346656037, 1099511628211, 0xFF
	h := uint64(offset)
	add := func(text string) {
		for i := range len(text) {
			h = (h ^ uint64(text[i])) * prime
		}
		h = (h ^ end) * prime
	}
	add(template)
	for _, v := range values {
		add(v)
	}
	return h
}

// within refuses a decision of a stage or of classes that there is no learner for.
func (d *Decision) within(classes []int) error {
	if d.Stage < 0 || d.Stage >= len(classes) {
		return fmt.Errorf("%w: stage %d of an action; there are %d", ErrTask, d.Stage, len(classes))
	}
	for _, k := range d.Classes {
		if k < 0 || int(k) >= classes[d.Stage] {
			return fmt.Errorf("%w: class %d of stage %d is not one of %d", ErrTask, k, d.Stage, classes[d.Stage])
		}
	}
	return nil
}

// sparse is a Learner of the features that decisions have, with a learner of package model for each stage.
type sparse struct {
	session  sparseSession
	learners stages.Learners
}

// newSparse returns a learner over this many classes at each stage.
func newSparse(spec model.Spec, classes []int) (Learner, error) {
	if len(classes) == 0 {
		return nil, fmt.Errorf("%w: no classes", ErrTask)
	}
	s := &sparse{}
	for _, n := range classes {
		l, err := spec.New(n)
		if err != nil {
			return nil, err
		}
		s.learners, s.session = append(s.learners, l), append(s.session, l)
	}
	return s, nil
}

// sparseSession scores by a scorer for each stage.
type sparseSession []model.Scorer

func (sparseSession) Read(...int) {}

func (s sparseSession) Score(decisions []*Decision) {
	for _, d := range decisions {
		d.score(s[d.Stage])
	}
}

// score sets the scores to those of the features.
func (d *Decision) score(m model.Scorer) {
	d.Scores = slices.Grow(d.Scores[:0], m.Classes())[:m.Classes()]
	m.Score(d.Scores, d.Features)
}

func (s *sparse) Read(...int)                 {}
func (s *sparse) Score(decisions []*Decision) { s.session.Score(decisions) }
func (s *sparse) NewSession() Session         { return s.session }
func (s *sparse) Batch() int                  { return 0 }
func (s *sparse) Update() error               { return nil }
func (s *sparse) Sync(r *npz.Record)          { s.learners.Sync(r) }

func (s *sparse) Learn(decisions []*Decision) {
	for _, d := range decisions {
		s.learners[d.Stage].Learn(&d.Decision, d.Scores)
	}
}

// Prefer implements ranker.
func (s *sparse) Prefer(better, worse iter.Seq[*Decision], lead, more float64) {
	var ways [2]stages.Derivation
	for i, way := range []iter.Seq[*Decision]{better, worse} {
		for d := range way {
			ways[i].Add(d.Stage, d.Features, d.Choice)
		}
	}
	s.learners.Prefer(ways[0], ways[1], lead, more)
}

func (s *sparse) Freeze() Scorer {
	var c classifier
	for _, l := range s.learners {
		c = append(c, l.Freeze())
	}
	return c
}

func (s *sparse) NewExamples(bytes int64, random *rand.Rand) (Examples, error) {
	return sparseExamples{s.learners.NewExamples(bytes, random)}, nil
}

type sparseExamples struct{ stages.Examples }

func (e sparseExamples) Add(d *Decision) { e.Examples[d.Stage].Add(&d.Decision) }

func (e sparseExamples) Learn(ctx context.Context, l Learner, passes, alpha int, random *rand.Rand) error {
	return e.Examples.Learn(ctx, l.(*sparse).learners, passes, alpha, random)
}

// classifier is a model for each stage: what a round of a sparse learner leads to.
type classifier []model.Model

func (c classifier) NewSession() Session {
	var s sparseSession
	for _, m := range c {
		s = append(s, m)
	}
	return s
}

func (c classifier) Entries(prefix string) (all []npz.Entry) {
	for stage, m := range c {
		all = append(all, m.Entries(fmt.Sprintf("%s%d/", prefix, stage))...)
	}
	return all
}

// readClassifier reads what Entries made.
func readClassifier(a *npz.Arrays, prefix string, classes []int) (c classifier, err error) {
	c = make(classifier, len(classes))
	for stage, n := range classes {
		if c[stage], err = model.ReadModel(a, fmt.Sprintf("%s%d/", prefix, stage), n); err != nil {
			return nil, err
		}
	}
	return c, nil
}
