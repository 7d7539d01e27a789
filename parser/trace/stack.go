package trace

import (
	"strings"

	"parser/transition"
)

// stack lists the items of the stack, bottom first: words or, in constituency
// systems, what they consist of, or the tree if it is complete.
func (t *Trace) stack() []string {
	items := []string{}
	if t.config.Kind == transition.Dependencies {
		for _, node := range t.config.Stack {
			items = append(items, t.words[node])
		}
		return items
	}
	f := t.forest()
	if tree := f.last[0]; tree != 0 {
		return append(items, t.item(tree, f))
	}
	for _, node := range t.config.Stack[1:] {
		items = append(items, t.item(node, f))
	}
	return items
}

// forest has the last child of each node and the sibling before each child, 0 where
// there is none: the order in which an agenda takes in what it is to give out.
type forest struct{ last, before []int32 }

func (t *Trace) forest() forest {
	f := forest{make([]int32, len(t.config.Nodes)), make([]int32, len(t.config.Nodes))}
	for parent, child := range t.config.Children {
		f.before[child], f.last[parent] = f.last[parent], child
	}
	return f
}

// closing brackets stand among the nodes to write.
const (
	closeLabelled = -1 - iota
	closeUnlabelled
)

// item writes a word or a bracket with all that is inside it. Items joined without
// a label are in square brackets.
func (t *Trace) item(node int32, f forest) string {
	var text strings.Builder
	blank := ""
	for agenda := []int32{node}; len(agenda) > 0; {
		node := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		switch node {
		case closeLabelled:
			text.WriteByte(')')
			continue
		case closeUnlabelled:
			text.WriteByte(']')
			continue
		}
		text.WriteString(blank)
		begin, end := t.frame(node)
		text.WriteString(begin)
		if blank = " "; end == closeUnlabelled {
			blank = ""
		}
		if end != 0 {
			agenda = append(agenda, end)
		}
		for child := f.last[node]; child != 0; child = f.before[child] {
			agenda = append(agenda, child)
		}
	}
	return text.String()
}

// frame returns what stands before the children of an item and the bracket behind
// them, 0 for none. A word under a label of shift-label has no children.
func (t *Trace) frame(node int32) (begin string, end int32) {
	label := t.config.Nodes[node].Label
	switch bracket := t.config.IsBracket(node); {
	case label == transition.None && bracket:
		return "[", closeUnlabelled
	case label == transition.None:
		return t.words[node], 0
	case !bracket:
		return "(" + t.labels[label] + " " + t.words[node], closeLabelled
	case t.config.IsOpen(node):
		return "(" + t.labels[label], 0
	default:
		return "(" + t.labels[label], closeLabelled
	}
}
