// Package decode takes sentences through transition systems. A [Derivation] is a sentence on its way from the initial
// configuration to a terminal one, a state of package learn: it asks one decision after another, and each answer is a move
// and its label. A [learn.Decoder] leads one or many under a policy; a [Beam] follows several derivations of one:
//
//	d := decode.Derivation{System: system, Actions: actions}
//	d.Start(0, len(words))
//	err := new(learn.Decoder).Run(policy, &d)   // the tree is then in d.Config
package decode

import (
	"slices"

	"parser/model"
	"parser/oracle"
	"parser/parser/learn"
	"parser/transition"
)

// NoMove stands for the absence of a move.
const NoMove = transition.NumMoves

// Constraint knows what is given of the structure of a sentence.
type Constraint interface {
	// Moves returns those of the legal moves after which all that is given can still be built.
	Moves(c *transition.Config, legal transition.Moves) transition.Moves
	// Keeps reports whether such a move keeps what is given if it has a label.
	Keeps(c *transition.Config, m transition.Move, label int32) bool
}

// Derivation is a sentence on its way through a transition system. In each configuration it offers
// the legal actions as one decision, or with TwoStep as two: the move, then its label. It belongs
// to one goroutine and is reused from sentence to sentence.
type Derivation struct {
	System transition.System
	// Actions numbers the classes. If it is nil, decisions are in two steps, and the classes are
	// the numbers of moves and then of labels, where any label will do.
	Actions *Actions
	TwoStep bool
	// Constraint, if not nil, knows what is given: only moves that keep it are offered, with the labels
	// that do, if a move has any of them.
	Constraint Constraint

	// Tagging, if not nil, knows the tags of the words, and what goes with them.
	Tagging *Tagging

	Config   transition.Config
	legal    transition.Moves // of Config, as Next found them
	move     transition.Move  // the move that waits for its label; NoMove if none does
	decision learn.Decision

	marked     transition.Config
	markedMove transition.Move

	moves  oracle.Costs
	labels oracle.LabelCosts
}

// Start goes to the initial configuration over n words; sentence is its number for scorers.
func (d *Derivation) Start(sentence, n int) {
	d.System.Start(&d.Config, n)
	d.TwoStep = d.TwoStep || d.Actions == nil
	d.move = NoMove
	d.decision.Input, d.decision.State = sentence, d
}

// Of returns the derivation that asks a decision.
func Of(q *learn.Decision) *Derivation { return q.State.(*Derivation) }

// Move returns the move that waits for its label; NoMove if none does.
func (d *Derivation) Move() transition.Move { return d.move }

// Next implements learn.State.
func (d *Derivation) Next() *learn.Decision {
	if d.System.Terminal(&d.Config) {
		return nil
	}
	q := &d.decision
	q.Stage, q.Classes, q.Costs, q.Scores = 0, q.Classes[:0], q.Costs[:0], q.Scores[:0]
	if d.move != NoMove {
		if q.Stage = 1; d.Actions != nil {
			d.offer(d.move)
		}
		return q
	}
	d.legal = d.System.Legal(&d.Config)
	offered := d.legal
	if d.Constraint != nil {
		offered = d.Constraint.Moves(&d.Config, d.legal)
	}
	for m := range offered.All() {
		switch {
		case !d.TwoStep && d.Constraint == nil:
			q.Classes = d.Actions.offer(q.Classes, d.System, &d.Config, m)
		case !d.TwoStep:
			d.offer(m)
		case d.Actions == nil || d.Actions.Lexicon == nil || d.offers(m):
			q.Classes = append(q.Classes, model.Class(m))
		}
	}
	return q
}

// offer adds the classes of the move m to those of the decision.
func (d *Derivation) offer(m transition.Move) {
	q := &d.decision
	start := len(q.Classes)
	q.Classes = d.Actions.offer(q.Classes, d.System, &d.Config, m)
	if d.Constraint == nil {
		return
	}
	loses := func(k model.Class) bool { return !d.Constraint.Keeps(&d.Config, m, d.Actions.All[k].Label) }
	if offered := q.Classes[start:]; slices.ContainsFunc(offered, func(k model.Class) bool { return !loses(k) }) {
		q.Classes = q.Classes[:start+len(slices.DeleteFunc(offered, loses))]
	}
}

// offers reports whether there is a label to offer for the move m of a graph.
func (d *Derivation) offers(m transition.Move) bool {
	n := len(d.decision.Classes)
	d.offer(m)
	any := len(d.decision.Classes) > n
	d.decision.Classes = d.decision.Classes[:n]
	return any
}

// Take implements learn.State, and never fails. The first of two steps does nothing yet if a label is to come.
func (d *Derivation) Take(k model.Class) error {
	a := Action{transition.Move(k), transition.None}
	switch {
	case d.move == NoMove && d.TwoStep:
		if a.Move.Labelled() {
			d.move = a.Move
			return nil
		}
	case d.Actions != nil:
		a = d.Actions.All[k]
	default:
		a = Action{d.move, k}
	}
	d.System.Apply(&d.Config, a.Move, a.Label)
	d.move = NoMove
	return nil
}

// CopyFrom makes d an independent copy of e, without what Mark remembers, for searches that
// continue in several ways.
func (d *Derivation) CopyFrom(e *Derivation) {
	d.System, d.Actions, d.TwoStep, d.Constraint, d.move = e.System, e.Actions, e.TwoStep, e.Constraint, e.move
	d.Tagging = e.Tagging
	d.Config.CopyFrom(&e.Config)
	d.decision.Input, d.decision.State = e.decision.Input, d
}

// Mark remembers the configuration; Return goes back to the one last marked.
func (d *Derivation) Mark() {
	d.marked.CopyFrom(&d.Config)
	d.markedMove = d.move
}

// Return goes back to the configuration last marked.
func (d *Derivation) Return() {
	d.Config.CopyFrom(&d.marked)
	d.move = d.markedMove
}

// Follows reports whether class k, of a decision in this configuration, is what the oracle would do.
// The labels of arcs make no difference.
func (d *Derivation) Follows(o oracle.Oracle, k model.Class) (bool, error) {
	a := d.action(k)
	if d.move == NoMove {
		legal := d.System.Legal(&d.Config) // those of Next may be of another configuration, see Return
		if err := o.Moves(&d.moves, &d.Config, legal); err != nil || !d.moves.Best(legal).Has(a.Move) {
			return false, err
		}
	}
	if _, _, arc := d.System.Arc(&d.Config, a.Move); arc || a.Label == transition.None {
		return true, nil
	}
	err := o.Labels(&d.labels, &d.Config, a.Move)
	return d.labels.Of(a.Label) == 0, err
}

// Price sets the costs of the classes of the last decision of Next to what the oracle says: for an action its move
// and its label together, for the first of two steps the move under its best label. Brackets over
// the same words have no order in the loss, as in EVALB's, but in the tree S over VP differs from
// VP over S: of the labels that add nothing all but the first cost something, so that the canonical
// order is learned.
func (d *Derivation) Price(o oracle.Oracle) error {
	q := &d.decision
	q.Costs = q.Costs[:0]
	if d.move == NoMove {
		if err := o.Moves(&d.moves, &d.Config, d.legal); err != nil {
			return err
		}
	}
	for len(q.Costs) < len(q.Classes) { // once for each move
		k := q.Classes[len(q.Costs)]
		if d.TwoStep && d.move == NoMove {
			q.Costs = append(q.Costs, float32(d.moves[k]))
			continue
		}
		m, cost := d.move, int32(0)
		if m == NoMove {
			m = d.Actions.All[k].Move
			cost = d.moves[m]
		}
		if !m.Labelled() {
			q.Costs = append(q.Costs, float32(cost))
			continue
		}
		if err := o.Labels(&d.labels, &d.Config, m); err != nil {
			return err
		}
		first := int32(transition.None) // the first label that adds nothing, or None if no label adds anything
		if d.labels.Of(transition.None) != 0 {
			first = d.labels.First()
		}
		for _, k := range q.Classes[len(q.Costs):] {
			a := d.Actions.All[k]
			if a.Move != m {
				break
			}
			added := d.labels.Of(a.Label)
			if added <= 0 && first != transition.None && a.Label != first {
				added = 1
			}
			q.Costs = append(q.Costs, float32(cost+added))
		}
	}
	return nil
}
