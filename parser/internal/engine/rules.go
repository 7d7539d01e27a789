package engine

import (
	"slices"

	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/transition"
)

// choices has what could have been the label of each arc of a derivation.
type choices struct {
	options [][]decode.Option // of each node
	steps   []int             // that attached it
}

// note takes the labels of a decision, of the move that attaches a word.
func (c *choices) note(a *decode.Actions, q *learn.Decision, m transition.Move, word int32, step int) {
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

// newRulesPass changes the labels in the trees of a batch that break a rule, and in the steps that have built them.
func newRulesPass(w *worker) pass {
	p := w.parser
	if p.rules == nil || !p.decodes() {
		return nil
	}
	var decoder learn.Decoder
	return func(sentences []*sentence) {
		var states []learn.State
		var repairs []func()
		for _, s := range sentences {
			d := &s.derivation
			for _, c := range s.configs() {
				if d.Tagging != nil && s.kept == nil { // else heads of leaves are given
					d.Tagging.Lift(c.Nodes)
				}
				if p.rules.Broken(c.Nodes, d.Tagging) {
					labels := &choices{make([][]decode.Option, len(c.Nodes)), make([]int, len(c.Nodes))}
					r := &retrace{Derivation: w.begin, temperature: 1, labels: labels}
					r.Constraint = d.Constraint
					r.start(s.number, c)
					states = append(states, r)
					repairs = append(repairs, func() { labels.apply(p.rules, c, d.Tagging) })
				}
			}
		}
		_ = decoder.Run(&w.scorer, states...) // cannot fail: scoring does not
		for _, repair := range repairs {
			repair()
		}
	}
}

// configs returns the terminal configurations of a sentence: several, if several trees are asked for.
func (p *place) configs() (all []*transition.Config) {
	for _, f := range p.found {
		all = append(all, &f.config)
	}
	if len(all) == 0 {
		all = append(all, &p.derivation.Config)
	}
	return all
}

// apply gives the tree of a configuration the best labels that break the fewest rules.
func (c *choices) apply(rules *decode.Rules, end *transition.Config, tags *decode.Tagging) {
	rules.Relabel(end.Nodes, c.options, tags)
	for i, step := range c.steps[1:] {
		label := end.Nodes[i+1].Label
		offered := func(o decode.Option) bool { return o.Label == label }
		if slices.ContainsFunc(c.options[i+1], offered) { // it is not that of a lifted word
			end.Steps[step].Label = label
		}
	}
}
