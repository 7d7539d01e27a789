package oracle_test

import (
	"math"
	"slices"

	"parser/oracle"
	"parser/transition"
)

// space is the graph of all configurations that a system reaches over n words by legal moves.
// Configurations with the same future are one node. The least losses of all nodes for a gold tree
// are found in one pass over the steps, which is exhaustive search.
type space struct {
	system  transition.System
	labels  int32
	configs []*transition.Config // in depth-first order
	steps   [][]step             // of each configuration
	order   []int                // configurations, each after those that its steps lead to
	nodes   map[string]int
}

// step is a legal move and, where labels matter to the future, its label, with what it builds.
type step struct {
	move      transition.Move
	label     int32 // of constituents and tags; else transition.None
	to        int
	head, dep int32           // of an arc; of a tag, dep is the word
	was       transition.Node // the dependent before the step: its tentative arc is replaced
	built     oracle.Span     // the bracket that the step completes; otherwise empty
	copies    int32           // how many like it there were before
}

// newSpace searches all configurations over n words with labels below k.
func newSpace(s transition.System, n int, k int32) *space {
	p := &space{system: s, labels: k, nodes: map[string]int{}}
	c := &transition.Config{}
	s.Start(c, n)
	p.visit(c)
	return p
}

// visit adds a configuration with all that follow it, unless it is known, and returns its number.
func (p *space) visit(c *transition.Config) int {
	name := p.name(c)
	if i, ok := p.nodes[name]; ok {
		return i
	}
	i, own := len(p.configs), &transition.Config{}
	own.CopyFrom(c)
	p.nodes[name] = i
	p.configs, p.steps = append(p.configs, own), append(p.steps, nil)
	if !p.system.Terminal(own) {
		for m := range p.system.Legal(own).All() {
			for _, l := range p.labelsOf(m, own.Kind) {
				x := step{move: m, label: l, head: transition.None, dep: own.Next, was: transition.Node{Head: transition.None}}
				var next transition.Config
				next.CopyFrom(own)
				p.system.Apply(&next, m, max(0, l))
				switch own.Kind {
				case transition.Dependencies:
					if x.head, x.dep, _ = p.system.Arc(own, m); x.dep > 0 {
						x.was = own.Nodes[x.dep]
					}
				case transition.Constituents:
					x.built, x.copies = completedBracket(own, &next)
				}
				x.to = p.visit(&next)
				p.steps[i] = append(p.steps[i], x)
			}
		}
	}
	p.order = append(p.order, i)
	return i
}

// labelsOf returns the labels that a step can have.
func (p *space) labelsOf(m transition.Move, kind transition.Kind) []int32 {
	k := p.labels
	switch {
	case m == transition.Right && transition.Tentative(p.system):
		k = max(k, 3) // those that are priced
	case !m.Labelled() || kind == transition.Dependencies:
		return []int32{transition.None}
	}
	all := make([]int32, k)
	for l := range all {
		all[l] = int32(l)
	}
	return all
}

// name tells configurations with different futures apart.
func (p *space) name(c *transition.Config) string {
	switch c.Kind {
	case transition.Constituents:
		return signature(c)
	case transition.Tags:
		return string(rune(c.Next))
	}
	key := append([]rune{c.Next, int32(min(1, c.Nodes[0].RightValency)), int32(len(c.Returned))}, c.Returned...)
	for _, w := range c.Stack {
		key = append(key, 2*w+int32(indicator(c.HasHead(w))))
	}
	if transition.Tentative(p.system) {
		for _, w := range c.Stack {
			key = append(key, c.Nodes[w].Label+1)
		}
	}
	if p.system.Moves().Has(transition.Further) {
		for w := range c.N + 1 {
			key = append(key, c.Top(w))
		}
	}
	return string(key)
}

// completedBracket returns the bracket that next has and c has not, if there is one, and how many
// like it c has.
func completedBracket(c, next *transition.Config) (b oracle.Span, copies int32) {
	before := builtSpans(c)
	for _, b := range builtSpans(next) {
		i := slices.Index(before, b)
		if i < 0 {
			for _, old := range builtSpans(c) {
				if old == b {
					copies++
				}
			}
			return b, copies
		}
		before = slices.Delete(before, i, i+1)
	}
	return b, 0
}

// loss is what a step with a label adds to the loss. An arc without a label has the best one.
func (x *step) loss(kind transition.Kind, g *oracle.Gold, l int32) int32 {
	switch {
	case x.built.End > 0:
		copies := int32(0)
		for _, b := range g.Spans {
			if b == x.built {
				copies++
			}
		}
		return int32(1 - 2*indicator(copies > x.copies))
	case kind == transition.Tags:
		return int32(oracle.WrongTag * indicator(g.Labels[x.dep] != l))
	case x.head == transition.None:
		return 0
	}
	return arcLoss(g, x.dep, x.head, l) - arcLoss(g, x.dep, x.was.Head, x.was.Label)
}

// arcLoss is the loss of an arc, if it is there.
func arcLoss(g *oracle.Gold, dep, head, l int32) int32 {
	switch {
	case head == transition.None || g.Heads[dep] == transition.None:
		return 0
	case g.Heads[dep] != head:
		return oracle.WrongHead
	}
	known := l != transition.None && g.Labels[dep] != transition.None
	return int32(oracle.WrongLabel * indicator(known && g.Labels[dep] != l))
}

// values returns the least loss of finishing from each configuration.
func (p *space) values(g *oracle.Gold) []int32 {
	values := make([]int32, len(p.configs))
	for _, i := range p.order {
		if len(p.steps[i]) == 0 {
			continue
		}
		values[i] = math.MaxInt32
		for j := range p.steps[i] {
			x := &p.steps[i][j]
			values[i] = min(values[i], x.loss(p.system.Kind(), g, x.label)+values[x.to])
		}
	}
	return values
}
