package imitation

import (
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
