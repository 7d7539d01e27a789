package engine

import (
	"cmp"
	"math"
	"slices"

	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/treebank"
	"parser/transition"
)

// retrace is a derivation that takes known steps once more, and weighs what else could have been done.
//
// In each configuration it adds up, for each word, the probabilities of the moves after which the arc h → d of the tree
// can no longer be built ([oracle.Attainable]). What remains is the probability that a step keeps the arc. A parser that
// draws its steps t by their probabilities builds the arc if all of them keep it:
//
//	p(h → d) = Π_t (1 − Σ {p_t(m) : m loses h → d})
//
// as long as each step that keeps the arc, but is not in the derivation, leads to configurations that are as safe for
// the arc. So the probability of a word's head counts not only the decision that attaches the word, but all that might
// have prevented it, and nothing that concerns other words only.
type retrace struct {
	decode.Derivation
	steps       []transition.Step
	heads       []int32 // that the steps give
	temperature float64
	arcs        bool     // they are what the steps build
	labels      *choices // where the scores of labels go; nil if no rule needs them
	asked       *decode.Decision
	other       transition.Config // after another move
	log         float64           // of the probability of the steps so far
	certainty   []treebank.Certainty
}

// start prepares for the steps that have led to a terminal configuration.
func (r *retrace) start(sentence int, c *transition.Config) {
	r.steps, r.heads, r.log = append(r.steps[:0], c.Steps...), r.heads[:0], 0
	r.Config.Given = c.Given
	r.Start(sentence, int(c.N))
	r.other.CopyFrom(&r.Config)
	for _, step := range r.steps {
		r.System.Apply(&r.other, step.Move, step.Label)
	}
	r.certainty = make([]treebank.Certainty, c.N)
	for i := range r.certainty {
		r.certainty[i] = treebank.Certainty{Head: 1, Label: 1}
	}
	for _, n := range r.other.Nodes[:c.N+1] {
		r.heads = append(r.heads, n.Head)
	}
}

// Next implements decode.State.
func (r *retrace) Next() *decode.Decision {
	r.asked = r.Derivation.Next()
	return r.asked
}

// Take implements decode.State: it weighs the decision, and takes the next step.
func (r *retrace) Take() {
	q, step := r.asked, r.steps[len(r.Config.Steps)]
	moves, chosen, all := [transition.NumMoves]float64{}, 0.0, 0.0
	if len(q.Classes) > 1 {
		all = q.LogSum(r.temperature)
	}
	for _, k := range q.Classes {
		p := 1.0
		if len(q.Classes) > 1 {
			p = math.Exp(float64(q.Scores[k])/r.temperature - all)
		}
		a := decode.Action{Move: transition.Move(k), Label: step.Label}
		if q.Stage == 1 || !r.TwoStep {
			a = r.Actions.All[k]
		}
		moves[a.Move] += p
		if a == decode.Action(step) {
			q.Choice, chosen = k, p
		}
	}
	r.log += math.Log(chosen)
	_, d, arc := r.System.Arc(&r.Config, step.Move)
	if arc && (q.Stage == 1 || !r.TwoStep) {
		r.certainty[d-1].Label = chosen / moves[step.Move]
		if r.labels != nil {
			r.labels.note(r.Actions, q, step.Move, d, len(r.Config.Steps))
		}
	}
	if q.Stage == 0 && r.arcs {
		r.weigh(&moves, step.Move)
	}
	r.Derivation.Take()
}

// weigh takes from the probability of each arc what the moves that lose it have, other than the one that is taken.
func (r *retrace) weigh(moves *[transition.NumMoves]float64, taken transition.Move) {
	lost := make([]float64, len(r.heads))
	for m := range r.System.Moves().All() {
		if m == taken || moves[m] == 0 {
			continue
		}
		r.other.CopyFrom(&r.Config)
		r.System.Apply(&r.other, m, 0)
		for d := int32(1); d <= r.Config.N; d++ {
			if !r.Config.HasHead(d) && !oracle.Attainable(r.System, &r.other, r.heads[d], d) {
				lost[d] += moves[m]
			}
		}
	}
	for d := range r.certainty {
		r.certainty[d].Head *= max(0, 1-lost[d+1])
	}
}

// scoring is the policy of retraces, which answer by themselves.
type scoring struct{ *worker }

// Choose implements decode.Policy; it never fails.
func (s scoring) Choose(decisions []*decode.Decision) error {
	s.score(decisions)
	return nil
}

// weighing is a tree to weigh: the item that it was read into, the number of its sentence, and the terminal
// configuration.
type weighing struct {
	item     *treebank.Item
	sentence int
	config   *transition.Config
}

// weigh weighs the trees of a batch that are to be weighed.
func (w *worker) weigh() {
	w.states = w.states[:0]
	temperature, arcs := cmp.Or(w.parser.meta.Temperature, 1), w.parser.builds.Heads
	for i, t := range w.trees {
		if i == len(w.traces) {
			w.traces = append(w.traces, &retrace{Derivation: w.parser.Shape().Derivation(), temperature: temperature, arcs: arcs})
		}
		w.traces[i].System = w.places[t.sentence].derivation.System
		w.traces[i].start(t.sentence, t.config)
		w.states = append(w.states, w.traces[i])
	}
	_ = w.decoder.Run(scoring{w}, w.states...)
	for i, t := range w.trees {
		r, it := w.traces[i], t.item
		if it.Rank == 0 { // else it is a sum over derivations
			it.Probability = math.Exp(r.log)
		}
		if !arcs {
			continue
		}
		it.Certainty = slices.Clone(r.certainty)
		for k := range it.Words {
			it.Certainty[k].Head = w.parser.meta.calibrated(it.Certainty[k].Head)
			if w.upos >= 0 && w.guessed(t.sentence, w.upos, k) {
				it.Certainty[k].Tag = float64(w.filler.Probability("upos", it.Words[k].UPOS, t.sentence, k))
			}
		}
	}
	w.trees = w.trees[:0]
}
