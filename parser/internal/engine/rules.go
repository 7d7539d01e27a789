package engine

import (
	"slices"

	"parser/parser/internal/decode"
	"parser/transition"
)

// choices has what could have been the label of each arc of a derivation.
type choices struct {
	options [][]decode.Option // of each node
	steps   []int             // that attached it
}

// note takes the labels of a decision, of the move that attaches a word.
func (c *choices) note(a *decode.Actions, q *decode.Decision, m transition.Move, word int32, step int) {
	c.steps[word] = step
	for _, k := range q.Classes {
		if a.All[k].Move == m {
			score := 0.0
			if len(q.Classes) > 1 {
				score = float64(q.Scores[k])
			}
			c.options[word] = append(c.options[word], decode.Option{Label: a.All[k].Label, Score: score})
		}
	}
}

// obey changes the labels in the trees of a batch that break a rule, and in the steps that have built them.
func (w *worker) obey(sentences int) {
	type tree struct {
		place  *place
		config *transition.Config
		labels choices
	}
	var trees []*tree
	w.states = w.states[:0]
	for i, p := range w.places[:sentences] {
		configs := []*transition.Config{&p.derivation.Config}
		if w.parser.request.NBest > 0 {
			configs = configs[:0]
			for _, f := range p.found {
				configs = append(configs, &f.config)
			}
		}
		for _, c := range configs {
			w.lift(p, c)
			if t := p.derivation.Tagging; w.parser.rules.Broken(c.Nodes, t) {
				t := &tree{p, c, choices{make([][]decode.Option, len(c.Nodes)), make([]int, len(c.Nodes))}}
				r := &retrace{Derivation: w.parser.Shape().Derivation(), temperature: 1, labels: &t.labels}
				r.Constraint = p.derivation.Constraint
				r.start(i, c)
				trees, w.states = append(trees, t), append(w.states, r)
			}
		}
	}
	_ = w.decoder.Run(scoring{w}, w.states...)
	for _, t := range trees {
		w.parser.rules.Relabel(t.config.Nodes, t.labels.options, t.place.derivation.Tagging)
		for i, step := range t.labels.steps[1:] {
			label := t.config.Nodes[i+1].Label
			offered := func(o decode.Option) bool { return o.Label == label }
			if slices.ContainsFunc(t.labels.options[i+1], offered) { // it is not that of a lifted word
				t.config.Steps[step].Label = label
			}
		}
	}
}
