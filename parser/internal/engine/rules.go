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

// breaking is a tree that breaks a rule, and what its labels could have been.
type breaking struct {
	of     *decode.Derivation
	config *transition.Config
	labels choices
}

// newRulesPass changes the labels in the trees of a batch that break a rule, and in the steps that have built them.
func newRulesPass(w *worker) pass {
	p := w.parser
	if p.rules == nil || !p.decodes() {
		return nil
	}
	var decoder decode.Decoder
	return func(sentences []*sentence) {
		var trees []*breaking
		var states []decode.State
		for _, s := range sentences {
			d := &s.derivation
			for _, c := range s.configs() {
				s.lift(c)
				if p.rules.Broken(c.Nodes, d.Tagging) {
					t := &breaking{d, c, choices{make([][]decode.Option, len(c.Nodes)), make([]int, len(c.Nodes))}}
					r := &retrace{Derivation: p.Shape().Derivation(), temperature: 1, labels: &t.labels}
					r.Constraint = d.Constraint
					r.start(s.number, c)
					trees, states = append(trees, t), append(states, r)
				}
			}
		}
		_ = decoder.Run(&w.scorer, states...) // cannot fail: scoring does not
		for _, t := range trees {
			p.applyRules(t)
		}
	}
}

// lift changes heads in a terminal configuration that do not go with the tags, unless heads of leaves are given.
func (p *place) lift(c *transition.Config) {
	if t := p.derivation.Tagging; t != nil && p.kept == nil {
		t.Lift(c.Nodes)
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

// applyRules gives a tree the best labels that break the fewest rules.
func (p *Parser) applyRules(t *breaking) {
	p.rules.Relabel(t.config.Nodes, t.labels.options, t.of.Tagging)
	for i, step := range t.labels.steps[1:] {
		label := t.config.Nodes[i+1].Label
		offered := func(o decode.Option) bool { return o.Label == label }
		if slices.ContainsFunc(t.labels.options[i+1], offered) { // it is not that of a lifted word
			t.config.Steps[step].Label = label
		}
	}
}
