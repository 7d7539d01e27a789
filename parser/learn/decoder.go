package learn

import (
	"cmp"
	"fmt"

	"parser/model"
)

// State is what a decoder leads to an end: a place in a search space, whose actions are classes. It is all that is needed
// where nothing is learned.
type State interface {
	// Next returns the next decision, nil in a terminal state. It is valid until the
	// next call.
	Next() *Decision
	// Take carries out an answer to that decision.
	Take(k model.Class) error
}

// Policy answers decisions: a model, a reference, a mixture of them, a script.
type Policy interface {
	// Choose sets the Choice of each decision; they belong to different inputs.
	Choose(decisions []*Decision) error
}

// Decoder runs states under a policy. It belongs to one goroutine; the zero value is ready, and it
// does not allocate once it has run as many states before.
type Decoder struct {
	Longest int // the number of decisions after which a state is taken for endless, an ErrTask; 0 means 2²⁴

	open   []State
	asking []*Decision
}

// Run leads all states to their ends, side by side: in each step the policy is shown
// the next decision of each state that is not terminal. The error is that of the policy or of a state.
func (d *Decoder) Run(p Policy, states ...State) error {
	d.open = append(d.open[:0], states...)
	longest := cmp.Or(d.Longest, 1<<24)
	for step := 0; ; step++ {
		n := 0
		d.asking = d.asking[:0]
		for _, s := range d.open {
			if next := s.Next(); next != nil {
				d.open[n], d.asking = s, append(d.asking, next)
				n++
			}
		}
		if d.open = d.open[:n]; n == 0 {
			return nil
		}
		if step >= longest {
			return fmt.Errorf("%w: no end after %d decisions", ErrTask, longest)
		}
		if err := p.Choose(d.asking); err != nil {
			return err
		}
		for i, s := range d.open {
			if err := s.Take(d.asking[i].Choice); err != nil {
				return err
			}
		}
	}
}
