package trace

import (
	"fmt"
	"slices"
	"strings"

	"parser/transition"
)

// Heading says what the steps are about.
type Heading struct {
	System  string    `json:"system"`
	Params  string    `json:"parameters,omitempty"`
	Words   []string  `json:"words"`
	Refused []Refusal `json:"refused,omitempty"`
}

// Heading returns that of the trace, with the parameters of the system as flags.
func (t *Trace) Heading() Heading {
	system := t.lesson.System
	var flags []string
	add := func(used bool, flag string, value any) {
		if used {
			flags = append(flags, fmt.Sprint(flag, " ", value))
		}
	}
	uses, p := transition.Uses(system), system.Params()
	add(uses.Roots != 0, "--roots", p.Roots)
	add(uses.MaxOpens != 0, "--max-opens", p.MaxOpens)
	add(uses.MaxUnary != 0, "--max-unary", p.MaxUnary)
	add(uses.Unary != 0, "--unary", p.Unary)
	return Heading{system.Name(), strings.Join(flags, " "), t.lesson.Words, t.Refused}
}

// Step is a configuration, what its moves cost, and the one that is taken.
type Step struct {
	Step   int      `json:"step"`
	Stack  []string `json:"stack"` // bottom first
	Buffer []string `json:"buffer"`
	Costs  []Costs  `json:"costs"`
	Move   string   `json:"move,omitempty"` // with its label
	Arc    string   `json:"arc,omitempty"`  // that the move adds
	Loss   *int32   `json:"loss,omitempty"` // of the finished tree
}

// Costs is what an oracle says.
type Costs struct {
	Oracle  string `json:"oracle"`
	Moves   []Move `json:"moves"`
	Differs bool   `json:"differs"` // from the first oracle, in its best moves
	Paid    int32  `json:"paid"`    // for all moves before
}

// Move is a legal move under its best label.
type Move struct {
	Move   string   `json:"move"`
	Labels []string `json:"labels,omitempty"` // those that add nothing, unless none adds anything
	Cost   int32    `json:"cost"`
	Best   bool     `json:"best"`
}

// lookAt shows the configuration and the step that leads on, if there is one.
func (t *Trace) lookAt(legal transition.Moves, next *transition.Step) error {
	s := &Step{Step: len(t.config.Steps) + 1, Stack: t.stack(), Buffer: t.words[t.config.Next:]}
	for i, e := range t.panel {
		moves, best := []Move{}, e.moves.Best(legal)
		for m := range transition.NumMoves {
			if !legal.Has(m) {
				continue
			}
			var free []string // where a label adds nothing that the sentence has not, none adds anything
			if m.Labelled() {
				k, err := t.labelsBy(e, m)
				if err != nil {
					return err
				}
				for l, name := range t.labels {
					if k.Of(t.other()) != 0 && k.Of(int32(l)) == 0 {
						free = append(free, name)
					}
				}
			}
			moves = append(moves, Move{m.String(), free, e.moves[m], best.Has(m)})
		}
		differs := i > 0 && !slices.EqualFunc(moves, s.Costs[0].Moves, func(a, b Move) bool {
			return a.Best == b.Best && (!a.Best || slices.Equal(a.Labels, b.Labels))
		})
		s.Costs = append(s.Costs, Costs{e.Name(), moves, differs, e.paid})
	}
	switch {
	case next != nil:
		s.Move = t.text(*next)
		if head, dep, ok := t.lesson.System.Arc(t.config, next.Move); ok {
			s.Arc = fmt.Sprintf("%s -%s-> %s", t.words[head], t.labels[next.Label], t.words[dep])
		}
	case t.lesson.System.Terminal(t.config):
		loss := t.lesson.Gold.Loss(t.config)
		s.Loss = &loss
	}
	return t.show(s)
}

// stack lists the items of the stack, bottom first: words or, in constituency
// systems, what they consist of, or the tree if it is complete.
func (t *Trace) stack() []string {
	items, on, children := []string{}, t.config.Stack, make([][]int32, len(t.config.Nodes))
	if t.config.Kind != transition.Dependencies {
		for parent, child := range t.config.Children {
			children[parent] = append(children[parent], child)
		}
		if on = on[1:]; len(children[0]) > 0 {
			on = children[0]
		}
	}
	for _, node := range on {
		items = append(items, t.item(node, children))
	}
	return items
}

// item writes a word or a bracket with all that is inside it. Items joined without
// a label are in square brackets; a bracket that is open has no end.
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
	case label != transition.None && t.config.Kind != transition.Dependencies:
		text = strings.Join(append([]string{"(" + t.labels[label]}, inside...), " ")
		if !bracket || !t.config.IsOpen(node) {
			text += ")"
		}
	case bracket:
		text = "[" + text + "]"
	}
	return text
}
