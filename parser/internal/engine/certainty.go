package engine

import (
	"cmp"
	"math"
	"slices"

	"parser/model"
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/learn"
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
	asked       *learn.Decision
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

// Next implements learn.State.
func (r *retrace) Next() *learn.Decision {
	r.asked = r.Derivation.Next()
	return r.asked
}

// Take implements learn.State: it weighs the decision, and takes the next step.
func (r *retrace) Take(model.Class) error {
	q, step := r.asked, r.steps[len(r.Config.Steps)]
	moves, taken, chosen, all := [transition.NumMoves]float64{}, model.Class(0), 0.0, 0.0
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
			taken, chosen = k, p
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
	return r.Derivation.Take(taken)
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
			if !oracle.Attainable(r.System, &r.other, r.heads[d], d) {
				lost[d] += moves[m]
			}
		}
	}
	for d := range r.certainty {
		r.certainty[d].Head *= max(0, 1-lost[d+1])
	}
}

// weighPass sets the probabilities of trees, and of their heads and labels.
type weighPass struct {
	parser   *Parser
	scorer   *scoring
	predicts *predictPass
	decoder  learn.Decoder
	traces   []*retrace
	states   []learn.State
}

func newWeighPass(w *worker) pass {
	if !w.parser.request.Probabilities || !w.parser.decodes() {
		return nil
	}
	return (&weighPass{parser: w.parser, scorer: &w.scorer, predicts: w.predicts}).run
}

func (p *weighPass) run(sentences []*sentence) {
	p.states = p.states[:0]
	for _, s := range sentences {
		for _, e := range s.ends {
			r := p.trace(len(p.states))
			r.System = s.derivation.System
			r.start(s.number, e.config)
			p.states = append(p.states, r)
		}
	}
	_ = p.decoder.Run(p.scorer, p.states...) // cannot fail: scoring does not
	n := 0
	for _, s := range sentences {
		for _, e := range s.ends {
			p.set(e.item, s, p.traces[n])
			n++
		}
	}
}

// trace returns the retrace of a number.
func (p *weighPass) trace(n int) *retrace {
	if n == len(p.traces) {
		p.traces = append(p.traces, &retrace{
			Derivation: p.parser.Shape().Derivation(), temperature: cmp.Or(p.parser.meta.Temperature, 1), arcs: p.parser.builds.Heads,
		})
	}
	return p.traces[n]
}

// set sets what a retrace has found out about a tree of a sentence.
func (p *weighPass) set(it *treebank.Item, s *sentence, r *retrace) {
	if it.Rank == 0 { // else it is a sum over derivations
		it.Probability = math.Exp(r.log)
	}
	if !r.arcs {
		return
	}
	it.Certainty = slices.Clone(r.certainty)
	for k := range it.Words {
		it.Certainty[k].Head = p.parser.meta.calibrated(it.Certainty[k].Head)
		it.Certainty[k].Tag = p.predicts.probability(s.number, k, it.Words[k].UPOS)
	}
}
