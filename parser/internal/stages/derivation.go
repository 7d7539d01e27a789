package stages

import "parser/model"

// Derivation is a way through several decisions: by stage, each with its features and the class taken.
type Derivation [][]model.Decision

// Add adds a decision of a stage, whose features it copies.
func (d *Derivation) Add(stage int, features []uint64, taken model.Class) {
	for len(*d) <= stage {
		*d = append(*d, nil)
	}
	(*d)[stage] = append((*d)[stage], model.Decision{Features: append([]uint64(nil), features...), Classes: []model.Class{taken}})
}

// of returns the decisions of a stage.
func (d Derivation) of(stage int) []model.Decision {
	if stage < len(d) {
		return d[stage]
	}
	return nil
}

// Prefer teaches each learner what is of its stage; see model.Learner.
func (l Learners) Prefer(better, worse Derivation, lead, more float64) {
	for stage, m := range l {
		m.Prefer(better.of(stage), worse.of(stage), lead, more)
	}
}
