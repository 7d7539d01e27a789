package parser

import (
	"parser/conll"
	"parser/model"
	"parser/oracle"
	"parser/parser/features"
	"parser/transition"
)

// guide puts the questions of one parse: in each configuration it offers the
// legal actions to a judge, as one decision (joint) or as two (the move, then
// its label), and returns what the judge chose. It belongs to one goroutine.
type guide struct {
	system    transition.System
	actions   *actions
	extractor *features.Extractor
	twoStep   bool
	judge     judge

	config   transition.Config
	words    features.Words
	vector   features.Vector
	decision model.Decision
	costs    costing
}

// judge answers decisions. The stage is that of the decision: the joint one and
// the moves of two steps are stage 0, the labels of two steps stage 1.
type judge interface {
	choose(stage int, d *model.Decision) model.Class
}

// costing fills in the costs of decisions from an oracle, while learning.
type costing struct {
	oracle oracle.Oracle // nil outside learning
	moves  oracle.Costs
	labels oracle.LabelCosts
}

// parse runs the system over the words from start to end. The tree is then in
// g.config.
func (g *guide) parse(words []conll.Word) {
	g.extractor.Prepare(&g.words, words)
	g.run()
}

// run parses the prepared words.
func (g *guide) run() {
	c := &g.config
	for g.system.Start(c, g.words.Len()); !g.system.Terminal(c); {
		a := g.next(c)
		g.system.Apply(c, a.Move, a.Label)
	}
}

// next asks for the action to take in c.
func (g *guide) next(c *transition.Config) Action {
	legal := g.system.Legal(c)
	g.extractor.Extract(&g.vector, &g.words, c)
	g.decision.Features = g.vector.Features
	if g.costs.oracle != nil {
		g.costs.oracle.Moves(&g.costs.moves, c)
	}
	if !g.twoStep {
		g.clear()
		for m := range transition.NumMoves {
			if legal.Has(m) {
				g.offer(c, m, g.costs.moves[m])
			}
		}
		return g.actions.all[g.judge.choose(0, &g.decision)]
	}
	return g.label(c, g.move(legal))
}

// move asks for one of the legal moves.
func (g *guide) move(legal transition.Moves) transition.Move {
	g.clear()
	for m := range transition.NumMoves {
		if legal.Has(m) {
			g.decision.Classes = append(g.decision.Classes, model.Class(m))
			g.decision.Costs = append(g.decision.Costs, float32(g.costs.moves[m]))
		}
	}
	return transition.Move(g.judge.choose(0, &g.decision))
}

// label asks for the label of m.
func (g *guide) label(c *transition.Config, m transition.Move) Action {
	if !m.Labelled() {
		return Action{m, transition.None}
	}
	g.clear()
	g.offer(c, m, 0)
	return g.actions.all[g.judge.choose(1, &g.decision)]
}

func (g *guide) clear() {
	g.decision.Classes, g.decision.Costs = g.decision.Classes[:0], g.decision.Costs[:0]
}

// offer adds the actions of one move to the decision.
func (g *guide) offer(c *transition.Config, m transition.Move, cost int32) {
	classes := g.actions.offered(g.system, c, m)
	g.decision.Classes = append(g.decision.Classes, classes...)
	if g.costs.oracle == nil {
		return
	}
	if !m.Labelled() {
		g.decision.Costs = append(g.decision.Costs, float32(cost))
		return
	}
	g.costs.oracle.Labels(&g.costs.labels, c, m)
	first := g.costs.first()
	for _, k := range classes {
		g.decision.Costs = append(g.decision.Costs, float32(cost+g.costs.label(g.actions.all[k].Label, first)))
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
