package imitation

import (
	"math/rand/v2"

	"parser/conll"
	"parser/parser/decode"
)

// Task is a search problem over a list of inputs: sentences with an expert that knows
// what they should come to.
type Task interface {
	// Len returns the number of inputs.
	Len() int
	// Words returns the words of input i, for a scorer to read.
	Words(i int) []conll.Word
	// NewState returns a state to go through inputs with, one at a time.
	NewState() (State, error)
}

// State is a decoder's state of a task. Stage 0 of its decisions begins an action;
// further decisions about the same action have other stages.
type State interface {
	decode.State
	// Start goes to the start state of input i, which scorers know as the given sentence.
	Start(i, sentence int) error
	// Price sets the Costs of the present decision to what the expert says of its
	// classes: the increase of the loss if it has the rest done.
	Price() error
	// Mark remembers the state; Return goes back to the state last marked.
	Mark()
	Return()
	// Loss returns the loss of the terminal state, F(s_T) in the paper.
	Loss() float64
}

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

// NewState implements Task.
func (w *weak) NewState() (State, error) {
	s, err := w.Task.NewState()
	return &weakState{State: s, weak: w}, err
}

type weakState struct {
	State
	weak *weak
	next *decode.Decision
}

// Next implements decode.State.
func (s *weakState) Next() *decode.Decision {
	s.next = s.State.Next()
	return s.next
}

// Price implements State.
func (s *weakState) Price() error {
	if err := s.State.Price(); err != nil {
		return err
	}
	if costs, random := s.next.Costs, s.weak.random; random.Float64() < s.weak.probability {
		for i := range costs {
			costs[i] = 1
		}
		costs[random.IntN(len(costs))] = 0
	}
	return nil
}
