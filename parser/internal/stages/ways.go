package stages

import "parser/model"

// Way is a way through several decisions: by stage, each with its features and the class taken.
type Way [][]model.Decision

// Add adds a decision of a stage, whose features it copies.
func (w *Way) Add(stage int, features []uint64, taken model.Class) {
	for len(*w) <= stage {
		*w = append(*w, nil)
	}
	(*w)[stage] = append((*w)[stage], model.Decision{Features: append([]uint64(nil), features...), Classes: []model.Class{taken}})
}

// of returns the decisions of a stage.
func (w Way) of(stage int) []model.Decision {
	if stage < len(w) {
		return w[stage]
	}
	return nil
}

// Prefer teaches each learner what is of its stage; see model.Learner.
func (l Learners) Prefer(better, worse Way, lead, more float64) {
	for stage, m := range l {
		m.Prefer(better.of(stage), worse.of(stage), lead, more)
	}
}
