package learn

import (
	"fmt"
	"math"
	"slices"

	"parser/model"
)

// Decision is one question of a decoder: which action now? It belongs to the state that asks it.
type Decision struct {
	// Features of the state, unless its scorer finds features of its own; the Classes that are legal, ascending; their
	// Costs, after a reference has set them: how much the loss grows by each. Only their differences matter.
	model.Decision

	State  State       // that asks; it may be nil if no scorer looks at it
	Input  int         // the place of its input among those that the scorer has read
	Stage  int         // of the action that is decided; further decisions about the same action are not stage 0
	Scores []float32   // by class, after a scorer has set them
	Choice model.Class // the answer
}

// Ask makes d a new question of stage 0 about these classes, with these features of the state, and returns it.
func (d *Decision) Ask(classes []model.Class, features ...uint64) *Decision {
	d.Classes, d.Features = append(d.Classes[:0], classes...), append(d.Features[:0], features...)
	d.Stage, d.Costs, d.Scores = 0, d.Costs[:0], d.Scores[:0]
	return d
}

// Want sets the Costs to those of a reference that knows only which classes are good: 0 for these, 1 for all others. It is
// an ErrTask if one of them is not legal.
func (d *Decision) Want(good ...model.Class) error {
	d.Costs = d.Costs[:0]
	for _, k := range d.Classes {
		cost := float32(1)
		if slices.Contains(good, k) {
			cost = 0
		}
		d.Costs = append(d.Costs, cost)
	}
	for _, k := range good {
		if !slices.Contains(d.Classes, k) {
			return fmt.Errorf("%w: the reference wants class %d, legal are %v", ErrTask, k, d.Classes)
		}
	}
	return nil
}

// Best returns the class of highest score; ties go to the one offered first.
func (d *Decision) Best() model.Class { return model.Best(d.Classes, d.Scores) }

// LogSum returns log Σ exp(s_k/T) over the scores of the classes at a temperature T.
func (d *Decision) LogSum(temperature float64) float64 {
	highest, sum := float64(d.Scores[d.Best()]), 0.0
	for _, k := range d.Classes {
		sum += math.Exp((float64(d.Scores[k]) - highest) / temperature)
	}
	return highest/temperature + math.Log(sum)
}
