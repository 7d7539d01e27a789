package learn

import (
	"errors"
	"fmt"
	"math"

	"parser/model"
)

// Task is a State of a task to learn, which goes through its inputs, one at a time, and knows the loss at their ends. If it
// is also a [Reference], algorithms can imitate that; if it is a [Marker], roll-outs need not repeat the way to their
// beginning.
type Task interface {
	State
	// Start goes to the start state of an input, numbered from 0.
	Start(input int) error
	// Loss returns the loss of the terminal state, 0 or more: F(s_T) in Goodman et al. (2016).
	Loss() float64
}

// Reference is a Task with a reference policy, which some papers call an expert or an oracle.
type Reference interface {
	Task
	// Price sets the Costs of the current decision: for each class how much the loss increases if the reference does the
	// rest. A reference that knows only what it would do calls Decision.Want; one that knows nothing of
	// the current state leaves the Costs empty. There the learned policy acts, and algorithms must carry
	// out roll-outs, Settings.Execute.
	Price(d *Decision) error
}

// Marker is a Task that can go back.
type Marker interface {
	Task
	// Mark remembers the state; Return goes back to the last marked state.
	Mark()
	Return()
}

// ErrTask is the cause when a task breaks a rule: it offers no action, its loss is no number, or it does not end.
var ErrTask = errors.New("bad task")

var errOther = fmt.Errorf("%w: the same actions lead to another end than before", ErrTask)

// task is a Task of a course, with what else it can do.
type task struct {
	Task
	reference Reference // nil if it has none
	marker    Marker    // nil if the way has to be repeated
	input     int
}

func newTask(t Task) task {
	own := task{Task: t}
	own.reference, _ = t.(Reference)
	own.marker, _ = t.(Marker)
	return own
}

func (t *task) start(input int) error {
	t.input = input
	return t.Start(input)
}

// back goes back to the decision in the state that was marked, in which a trajectory had taken the given way.
func (t *task) back(way []model.Class) error {
	if t.marker != nil {
		t.marker.Return()
	} else if err := t.repeat(way); err != nil {
		return err
	}
	if t.Next() == nil {
		return errOther
	}
	return nil
}

// repeat starts the input again, and takes the same way.
func (t *task) repeat(way []model.Class) error {
	if err := t.Start(t.input); err != nil {
		return err
	}
	for _, k := range way {
		if t.Next() == nil {
			return errOther
		}
		if err := t.Take(k); err != nil {
			return err
		}
	}
	return nil
}

// loss returns the loss of a terminal state.
func (t *task) loss() (float64, error) {
	loss := t.Loss()
	if !(loss >= 0) || math.IsInf(loss, 0) {
		return 0, fmt.Errorf("%w: the loss is %v", ErrTask, loss)
	}
	return loss, nil
}

// check refuses a decision that cannot be answered, or costs that say nothing.
func (d *Decision) check() error {
	switch {
	case len(d.Classes) == 0:
		return fmt.Errorf("%w: no action is legal, but the state is not terminal", ErrTask)
	case len(d.Costs) != 0 && len(d.Costs) != len(d.Classes):
		return fmt.Errorf("%w: %d costs for %d legal actions", ErrTask, len(d.Costs), len(d.Classes))
	}
	for i, cost := range d.Costs {
		if cost-cost != 0 { // NaN and the infinities
			return fmt.Errorf("%w: the cost of class %d is %v", ErrTask, d.Classes[i], cost)
		}
	}
	return nil
}
