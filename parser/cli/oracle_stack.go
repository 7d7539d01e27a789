package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"parser/parser/treebank"
	"parser/transition"
)

// wordsOf lists the words of a sentence as they are shown: those of a sentence with
// dependencies with their numbers, behind ROOT.
func wordsOf(l *treebank.Lesson) []string {
	words := []string{"ROOT"}
	for i, word := range l.Words {
		if l.System.Kind() == transition.Dependencies {
			word = fmt.Sprintf("%d:%s", i+1, word)
		}
		words = append(words, word)
	}
	return words
}

// buffer lists the words that were not shifted yet.
func (w *walk) buffer() []string { return w.words[w.config.Next:] }

// stack lists the items of the stack, bottom first: words or, in constituency
// systems, what they consist of, or the tree if it is complete.
func (w *walk) stack() []string {
	items := []string{}
	if w.config.Kind == transition.Dependencies {
		for _, node := range w.config.Stack {
			items = append(items, w.words[node])
		}
		return items
	}
	f := w.forest()
	if tree := f.last[0]; tree != 0 {
		return append(items, w.item(tree, f))
	}
	for _, node := range w.config.Stack[1:] {
		items = append(items, w.item(node, f))
	}
	return items
}

// forest has the last child of each node and the sibling before each child, 0 where
// there is none: the order in which an agenda takes in what it is to give out.
type forest struct{ last, before []int32 }

func (w *walk) forest() forest {
	f := forest{make([]int32, len(w.config.Nodes)), make([]int32, len(w.config.Nodes))}
	for parent, child := range w.config.Children {
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
func (w *walk) item(node int32, f forest) string {
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
		begin, end := w.frame(node)
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
func (w *walk) frame(node int32) (begin string, end int32) {
	label := w.config.Nodes[node].Label
	switch bracket := w.config.IsBracket(node); {
	case label == transition.None && bracket:
		return "[", closeUnlabelled
	case label == transition.None:
		return w.words[node], 0
	case !bracket:
		return "(" + w.labels[label] + " " + w.words[node], closeLabelled
	case w.config.IsOpen(node):
		return "(" + w.labels[label], 0
	default:
		return "(" + w.labels[label], closeLabelled
	}
}

const ellipsis = "…"

// head joins words, from the first on, that fit into some columns.
func head(words []string, columns int) string {
	n := fitting(len(words), columns, func(i int) string { return words[i] })
	text := strings.Join(words[:n], " ")
	if n < len(words) {
		text += " " + ellipsis
	}
	return text
}

// tail joins words, up to the last, that fit into some columns.
func tail(words []string, columns int) string {
	n := fitting(len(words), columns, func(i int) string { return words[len(words)-1-i] })
	text := strings.Join(words[len(words)-n:], " ")
	if n < len(words) {
		text = ellipsis + " " + text
	}
	return text
}

// fold joins words to lines of at most so many columns.
func fold(words []string, columns int) string {
	var text strings.Builder
	left := columns
	for i, word := range words {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case n < left:
			text.WriteByte(' ')
			left--
		default:
			text.WriteByte('\n')
			left = columns
		}
		text.WriteString(word)
		left -= n
	}
	return text.String()
}

// fitting returns how many of n words, at least the first, fit into some columns, with
// room for an ellipsis if these are not all.
func fitting(n, columns int, word func(i int) string) int {
	more := len(" ") + utf8.RuneCountInString(ellipsis)
	left := columns + len(" ")
	for i := range n {
		left -= len(" ") + utf8.RuneCountInString(word(i))
		if last := i == n-1; left < 0 || !last && left < more {
			return max(i, 1)
		}
	}
	return n
}
