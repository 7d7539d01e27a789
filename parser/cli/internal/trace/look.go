package trace

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/transition"
)

// fewLabels is how many labels of a move are shown with their scores.
const fewLabels = 5

func (t *Trace) lookAt(legal transition.Moves, next *transition.Step) error {
	s := &Step{of: t, Step: len(t.config.Steps) + 1, Stack: t.stack(), Buffer: t.buffer(), Costs: []Costs{}}
	if t.config.Graph != nil {
		t.drafted(s)
	} else {
		t.built(s)
	}
	for _, e := range t.panel {
		c, err := t.costs(e, legal, next)
		if err != nil {
			return err
		}
		c.Differs = len(s.Costs) > 0 && !slices.EqualFunc(c.Moves, s.Costs[0].Moves, func(a, b Move) bool {
			return a.Best == b.Best && (!a.Best || slices.Equal(a.Labels, b.Labels))
		})
		s.Costs = append(s.Costs, c)
	}
	if t.guide != nil && legal != 0 {
		s.Scores = t.scores()
	}
	if next != nil {
		s.Move = t.text(*next)
		if head, dep, ok := t.instance.System.Arc(t.config, next.Move); ok {
			s.Arc = fmt.Sprintf("%s -%s-> %s", t.words[head], t.shown(t.labels[next.Label]), t.words[dep])
		} else if t.config.Graph != nil {
			s.Arc = t.about(*next)
		}
		s.Error = t.judge(s, legal)
		return t.show(s)
	}
	s.Errors = t.errors
	if t.instance.System.Terminal(t.config) {
		if t.instance.HasGold() {
			loss := t.instance.Gold.Loss(t.config)
			s.Loss = &loss
		}
		s.Tree = t.tree()
	}
	return t.show(s)
}

// costs returns what legal moves cost by an oracle, and sets its price of the next one.
func (t *Trace) costs(e *expert, legal transition.Moves, next *transition.Step) (Costs, error) {
	c, best := Costs{Oracle: e.Name(), Moves: []Move{}, Paid: e.paid}, e.moves.Best(legal)
	for m := range legal.All() {
		price := e.moves[m]
		var free []string // none if labels that the sentence lacks add nothing, since then no label does
		if m.Labelled() {
			k, err := t.labelsBy(e, m)
			if err != nil {
				return c, err
			}
			for l, name := range t.labels {
				if k.Of(t.other()) != 0 && k.Of(int32(l)) == 0 {
					free = append(free, t.shown(name))
				}
			}
			if next != nil && next.Move == m {
				price += k.Of(next.Label)
			}
		}
		c.Moves = append(c.Moves, Move{m.String(), free, e.moves[m], best.Has(m)})
		if next != nil && next.Move == m {
			e.price, c.Cost = price, &price
		}
	}
	return c, nil
}

func (t *Trace) scores() (all []Score) {
	for _, w := range t.weighed {
		s := Score{Move: w.Move.String(), Score: w.Score, Probability: w.Probability, Best: w.Move == t.likes.Move}
		for _, l := range w.Labels[:min(fewLabels, len(w.Labels))] {
			s.Labels = append(s.Labels, LabelScore{t.shown(t.labels[l.Label]), l.Score, l.Probability})
		}
		all = append(all, s)
	}
	return all
}

// judge returns the mistake in a step by the first oracle, or nil.
func (t *Trace) judge(s *Step, legal transition.Moves) *Mistake {
	if len(t.panel) == 0 {
		return nil
	}
	e := t.panel[0]
	more := e.price
	for least := range e.moves.Best(legal).All() {
		more = e.price - e.moves[least]
	}
	if more <= 0 {
		return nil
	}
	wrong := Mistake{Step: s.Step, Move: s.Move, Cost: more, First: len(t.errors) == 0}
	for _, c := range s.Costs[0].Moves {
		if c.Best {
			wrong.Instead = append(wrong.Instead, c.name())
		}
	}
	t.errors = append(t.errors, wrong)
	return &wrong
}

// built sets the arcs or brackets of a step, and remembers the step that made each.
func (t *Trace) built(s *Step) {
	arcs := t.Holds == structure.Columns
	for i, n := range t.config.Nodes[1:] {
		node, label := i+1, ""
		if node == len(t.history) {
			t.history = append(t.history, history{last: transition.None})
		}
		h, there := &t.history[node], n.Label != transition.None
		if arcs && h.since > 0 && (n.Head != h.head || n.Label != h.label) { // the arc was replaced
			h.since = 0
		}
		h.head, h.label = n.Head, n.Label
		if h.fresh = there && (h.since == 0 || h.last != n.Last); there {
			label = t.shown(t.labels[n.Label])
			h.since = cmp.Or(h.since, s.Step)
		}
		if h.last = n.Last; node < int(t.config.Next) {
			h.shifted = cmp.Or(h.shifted, s.Step)
		}
		switch {
		case arcs && there:
			s.Arcs = append(s.Arcs, Arc{int(n.Head), node, label, h.fresh})
		case !arcs && (there || t.config.IsBracket(int32(node))):
			s.Brackets = append(s.Brackets, Bracket{label, int(n.First), max(0, int(n.Last)), h.fresh})
		}
	}
}

// tree returns the finished tree as the model or, without one, the usual encoder leaves it; "" if a label of the script
// cannot be written.
func (t *Trace) tree() string {
	end := &transition.Config{}
	end.CopyFrom(t.config)
	if t.guide != nil {
		t.guide.Settle(end)
	}
	d, err := t.instance.Finish(end, t.labels)
	if err != nil {
		return ""
	}
	it := &treebank.Item{}
	switch {
	case len(d.Graphs) > 0:
		it.Graph = d.Graphs[0]
	case len(d.Trees) > 0:
		it.Tree = d.Trees[0]
	default:
		it.Sentence = d.Sentences[0]
	}
	var text strings.Builder
	if w, err := structure.Of(t.instance.System.Kind()).NewWriter(&text, ""); err == nil && w.Write(it) == nil {
		_ = w.Flush()
	}
	return text.String()
}

// buffer lists the items of the buffer, front first: words, or nodes of a graph.
func (t *Trace) buffer() []string {
	if t.config.Graph == nil {
		words := make([]string, 0, len(t.config.Returned)+len(t.words))
		for _, w := range slices.Backward(t.config.Returned) {
			words = append(words, t.words[w])
		}
		return append(words, t.words[t.config.Next:]...)
	}
	items := t.nodes(t.config.Graph.Buffer)
	slices.Reverse(items)
	return items
}

// stack lists the items of the stack, bottom first: words, nodes of a graph, or constituents with all that is inside
// them; if the tree is complete, the tree.
func (t *Trace) stack() []string {
	if t.config.Graph != nil {
		return t.nodes(t.config.Graph.Stack)
	}
	items := make([]string, 0, len(t.config.Stack))
	if t.Holds == structure.Columns {
		for _, node := range t.config.Stack {
			items = append(items, t.words[node])
		}
		return items
	}
	outermost, children := t.brackets()
	for _, node := range outermost {
		items = append(items, t.item(node, children))
	}
	return items
}

// brackets returns the nodes on the stack, or those below the root if the tree is complete, and each node's children: of
// a span that waits to be split, its words.
func (t *Trace) brackets() (outermost []int32, children [][]int32) {
	children = make([][]int32, len(t.config.Nodes))
	for parent, child := range t.config.Children {
		children[parent] = append(children[parent], child)
	}
	if len(children[0]) > 0 {
		return children[0], children
	}
	for _, node := range t.config.Stack[1:] {
		if n := &t.config.Nodes[node]; t.config.IsBracket(node) && n.LeftValency == 0 {
			for w := n.First; w <= n.Last; w++ { // none if it is open
				children[node] = append(children[node], w)
			}
		}
	}
	return t.config.Stack[1:], children
}

// item writes a word or a bracket with all that is inside it. Items joined without a label are in square brackets, and
// an open bracket has no end.
func (t *Trace) item(node int32, children [][]int32) string {
	var inside []string
	bracket := t.config.IsBracket(node)
	if !bracket {
		inside = append(inside, t.words[node])
	}
	for _, child := range children[node] {
		inside = append(inside, t.item(child, children))
	}
	text := strings.Join(inside, " ")
	switch label := t.config.Nodes[node].Label; {
	case label != transition.None:
		text = strings.Join(append([]string{"(" + t.shown(t.labels[label])}, inside...), " ")
		if !bracket || !t.config.IsOpen(node) {
			text += ")"
		}
	case bracket:
		text = "[" + text + "]"
	}
	return text
}
