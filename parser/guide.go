package parser

import (
	"parser/conll"
	"parser/model"
	"parser/oracle"
	"parser/parser/features"
	"parser/transition"
)

// guide puts the questions of one parse: in each configuration it offers the
// legal actions, as one decision (joint) or as two (the move, then its label), and
// takes the answer. It belongs to one goroutine.
type guide struct {
	system    transition.System
	actions   *actions
	extractor *features.Extractor
	twoStep   bool
	judge     judge // while decoding

	config   transition.Config
	move     transition.Move // that waits for its label, the second of two steps; noMove if none does
	seen     bool            // decision.Features are those of config
	words    features.Words
	vector   features.Vector
	decision model.Decision
	costs    costing
}

// noMove stands for no move.
const noMove = transition.NumMoves

// judge answers decisions. The stage is that of the decision: the joint one and
// the moves of two steps are stage 0, the labels of two steps stage 1.
type judge interface {
	choose(stage int, d *model.Decision) model.Class
}

// costing fills in the costs of decisions from an oracle, while learning.
type costing struct {
	oracle oracle.Oracle
	moves  oracle.Costs
	labels oracle.LabelCosts
	err    error // the first of the oracle
}

// parse runs the system over the words from start to end. The tree is then in
// g.config.
func (g *guide) parse(words []conll.Word) {
	g.extractor.Prepare(&g.words, words)
	g.run()
}

// run parses the prepared words.
func (g *guide) run() {
	for g.start(); !g.system.Terminal(&g.config); {
		g.ask(true, false)
		g.take(g.judge.choose(g.stage(), &g.decision))
	}
}

// start goes to the initial configuration over the prepared words.
func (g *guide) start() {
	g.system.Start(&g.config, g.words.Len())
	g.move, g.seen = noMove, false
}

// stage returns the stage of the next decision.
func (g *guide) stage() int {
	if g.move == noMove {
		return 0
	}
	return 1
}

// ask prepares the next decision, with its features and with its costs as far as
// they are wanted.
func (g *guide) ask(features, costs bool) {
	c := &g.config
	if features && !g.seen {
		g.extractor.Extract(&g.vector, &g.words, c)
		g.decision.Features, g.seen = g.vector.Features, true
	}
	g.clear()
	if g.move != noMove {
		g.offer(c, g.move, 0, costs)
		return
	}
	if costs {
		g.costs.note(g.costs.oracle.Moves(&g.costs.moves, c))
	}
	legal := g.system.Legal(c)
	for m := range transition.NumMoves {
		switch {
		case !legal.Has(m):
		case g.twoStep:
			g.decision.Classes = append(g.decision.Classes, model.Class(m))
			g.decision.Costs = append(g.decision.Costs, float32(g.costs.moves[m]))
		default:
			g.offer(c, m, g.costs.moves[m], costs)
		}
	}
}

// take answers the decision with class k. The first of two steps does nothing yet
// if a label is to come.
func (g *guide) take(k model.Class) {
	a := Action{transition.Move(k), transition.None}
	switch {
	case !g.twoStep || g.move != noMove:
		a = g.actions.all[k]
	case a.Move.Labelled():
		g.move = a.Move
		return
	}
	g.system.Apply(&g.config, a.Move, a.Label)
	g.move, g.seen = noMove, false
}

func (g *guide) clear() {
	g.decision.Classes, g.decision.Costs = g.decision.Classes[:0], g.decision.Costs[:0]
}

// offer adds the actions of one move to the decision, with their costs if wanted.
func (g *guide) offer(c *transition.Config, m transition.Move, cost int32, costs bool) {
	classes := g.actions.offered(g.system, c, m)
	g.decision.Classes = append(g.decision.Classes, classes...)
	if !costs {
		return
	}
	if !m.Labelled() {
		g.decision.Costs = append(g.decision.Costs, float32(cost))
		return
	}
	g.costs.note(g.costs.oracle.Labels(&g.costs.labels, c, m))
	first := g.costs.first()
	for _, k := range classes {
		g.decision.Costs = append(g.decision.Costs, float32(cost+g.costs.label(g.actions.all[k].Label, first)))
	}
}

// note keeps the first error: a decision that was asked for cannot fail.
func (k *costing) note(err error) {
	if k.err == nil {
		k.err = err
	}
}

// label returns what a label adds to the cost of its move, if first is the first
// of those that add nothing. Brackets over the same words have no order in the
// loss, as in EVALB's, but in the tree S over VP is not VP over S: the others cost
// something, so that the canonical order is learned.
func (k *costing) label(label, first int32) int32 {
	if cost := k.labels.Of(label); cost > 0 || first == transition.None || label == first {
		return cost
	}
	return 1
}

// first returns the first label that adds nothing, or transition.None where no
// label adds anything.
func (k *costing) first() int32 {
	if k.labels.Of(transition.None) == 0 {
		return transition.None
	}
	return k.labels.First()
}

// bestJudge takes the class that its scorers like best. Where there is one
// class only, as for the first word of every sentence, it need not ask them.
type bestJudge struct {
	scorers []model.Model // one per stage
	scores  []float32
}

func (j *bestJudge) choose(stage int, d *model.Decision) model.Class {
	if len(d.Classes) == 1 {
		return d.Classes[0]
	}
	s := j.scorers[stage]
	j.scores = resized(j.scores, s.Classes())
	s.Score(j.scores, d.Features)
	return model.Best(d.Classes, j.scores)
}

func resized(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}
