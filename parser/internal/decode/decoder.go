// Package decode runs transition systems under policies. A [Derivation] is a
// sentence on its way from the initial configuration to a terminal one: it asks
// one [Decision] after another, and each answer is a move and its label. A
// [Policy] answers: a model by its scores, an oracle by its costs, a mixture of
// the two, a script. The [Decoder] has the only loop, for one sentence or for
// many side by side; a [Beam] follows several derivations of one:
//
//	d := decode.Derivation{System: system, Actions: actions}
//	d.Start(0, len(words))
//	err := new(decode.Decoder).Run(policy, &d)   // the tree is then in d.Config
//
// Parsing, roll-in and roll-out are this loop under different policies.
package decode

import (
	"math"

	"parser/model"
	"parser/transition"
)

// Decision is one question of a derivation: which class now?
type Decision struct {
	model.Decision // Classes to choose among, ascending, empty if any label will do; their Costs, after they were requested; no Features

	Sentence int                // index among those that the scorer has read
	Config   *transition.Config // the current one of the derivation
	Stage    int                // 0 for an action, or its move alone; 1 for the label of Move
	Move     transition.Move    // the move that waits for its label; NoMove at stage 0
	Scores   []float32          // by class, after a scorer has set them
	Choice   model.Class        // the answer

	derivation *Derivation // that asks; nil for other states
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

// State is what a decoder leads to an end: a derivation, or another search problem whose answers
// are classes.
type State interface {
	// Next returns the next decision, nil in a terminal state. It is valid until the
	// next call.
	Next() *Decision
	// Take carries out the Choice of that decision.
	Take()
}

// Policy answers decisions: a model, an oracle, a mixture of them, a script.
type Policy interface {
	// Choose sets the Choice of each decision; they belong to different sentences.
	Choose(decisions []*Decision) error
}

// Decoder runs states under a policy. It belongs to one goroutine; the zero value is ready, and it
// does not allocate once it has run as many states before.
type Decoder struct {
	open   []State
	asking []*Decision
}

// Run leads all states to their ends, side by side: in each step the policy is shown
// the next decision of each state that is not terminal. The error is the policy's.
func (d *Decoder) Run(p Policy, states ...State) error {
	d.open = append(d.open[:0], states...)
	for {
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
		if err := p.Choose(d.asking); err != nil {
			return err
		}
		for _, s := range d.open {
			s.Take()
		}
	}
}
