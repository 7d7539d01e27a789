package imitation

import (
	"math/rand/v2"

	"parser/model"
)

// Task is a search problem over a list of inputs: states, what may be done in them,
// what an expert says of it, and the loss of terminal states. It stands in one state
// at a time and is not safe for concurrent use.
type Task interface {
	// Len returns the number of inputs.
	Len() int
	// Start goes to the start state of input i.
	Start(i int) error
	// Terminal reports whether the state is terminal.
	Terminal() bool
	// Stage tells which learner answers the next decision. Stage 0 begins an action;
	// further decisions about the same action have other stages.
	Stage() int
	// Ask returns the next decision, which stays valid until the task is asked again
	// or changes its state. What is not wanted may be missing. The costs are those
	// of the expert: the increase of the loss if it has the rest done.
	Ask(want Want) *model.Decision
	// Take answers the decision and goes on to the next state.
	Take(k model.Class)
	// Mark remembers the state; Return goes back to the state last marked.
	Mark()
	Return()
	// Loss returns the loss of the terminal state, F(s_T) in the paper.
	Loss() float64
}

// Want is what a decision has to have besides its classes.
type Want uint8

// What may be wanted.
const (
	Features Want = 1 << iota
	Costs
)

// Weaken returns a task whose expert errs: with the given probability it takes a
// random class for the best, and all others to be equally bad.
func Weaken(t Task, probability float64, random *rand.Rand) Task {
	return &weak{t, probability, random}
}

type weak struct {
	Task
	probability float64
	random      *rand.Rand
}

// Ask implements Task.
func (w *weak) Ask(want Want) *model.Decision {
	d := w.Task.Ask(want)
	if want&Costs != 0 && w.random.Float64() < w.probability {
		for i := range d.Costs {
			d.Costs[i] = 1
		}
		d.Costs[w.random.IntN(len(d.Costs))] = 0
	}
	return d
}
