package trace

import (
	"strings"

	"parser/transition"
)

// stack lists the items of the stack, bottom first: words or, in constituency
// systems, what they consist of, or the tree if it is complete.
func (t *Trace) stack() []string {
	items, on := []string{}, t.config.Stack
	if t.config.Kind == transition.Dependencies {
		for _, node := range on {
			items = append(items, t.words[node])
		}
		return items
	}
	children := make([][]int32, len(t.config.Nodes))
	for parent, child := range t.config.Children {
		children[parent] = append(children[parent], child)
	}
	if on = on[1:]; len(children[0]) > 0 {
		on = children[0]
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
	case label != transition.None:
		text = strings.Join(append([]string{"(" + t.labels[label]}, inside...), " ")
		if !bracket || !t.config.IsOpen(node) {
			text += ")"
		}
	case bracket:
		text = "[" + text + "]"
	}
	return text
}
