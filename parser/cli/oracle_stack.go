package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/transition"
)

// buffer lists the words that were not shifted yet.
func (w *walk) buffer() []string {
	words := []string{}
	for i := w.config.Next; i <= w.config.N; i++ {
		words = append(words, w.word(i))
	}
	return words
}

// stack lists the items of the stack, bottom first: words or, in constituency
// systems, what they consist of, or the tree if it is complete.
func (w *walk) stack() []string {
	items := []string{}
	if w.config.Kind == transition.Dependencies {
		for _, node := range w.config.Stack {
			items = append(items, w.word(node))
		}
		return items
	}
	children := make([][]int32, len(w.config.Nodes))
	for parent, child := range w.config.Children {
		children[parent] = append(children[parent], child)
	}
	for _, node := range append(children[0], w.config.Stack[1:]...) {
		items = append(items, w.item(node, children))
	}
	return items
}

// word is a word of a sentence with dependencies, with its number, or ROOT; or a
// word of a sentence with brackets, as it is.
func (w *walk) word(node int32) string {
	switch {
	case node == 0:
		return "ROOT"
	case w.config.Kind == transition.Constituents:
		return w.lesson.Words[node-1]
	}
	return fmt.Sprintf("%d:%s", node, w.lesson.Words[node-1])
}

// closing brackets stand among the nodes to write.
const (
	closeLabelled = -1 - iota
	closeUnlabelled
)

// item writes a word or a bracket with all that is inside it. Items joined without
// a label are in square brackets.
func (w *walk) item(node int32, children [][]int32) string {
	var text strings.Builder
	blank := ""
	for agenda := []int32{node}; len(agenda) > 0; {
		node := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		switch {
		case node == closeLabelled:
			text.WriteString(")")
		case node == closeUnlabelled:
			text.WriteString("]")
		default:
			begin, inside := w.begin(node, children[node])
			text.WriteString(blank + begin)
			agenda = append(agenda, inside...)
			if blank = " "; w.unlabelled(node) {
				blank = ""
			}
		}
	}
	return text.String()
}

// unlabelled reports whether a node stands for items joined without a label.
func (w *walk) unlabelled(node int32) bool {
	return w.config.IsBracket(node) && w.config.Nodes[node].Label == transition.None
}

// begin returns what an item begins with, and what follows, in reverse.
func (w *walk) begin(node int32, children []int32) (text string, inside []int32) {
	label := w.config.Nodes[node].Label
	switch {
	case w.unlabelled(node):
		text, inside = "[", []int32{closeUnlabelled}
	case label == transition.None:
		return w.word(node), nil
	case !w.config.IsBracket(node):
		return "(" + w.labels[label] + " " + w.word(node), []int32{closeLabelled}
	default:
		text = "(" + w.labels[label]
		if !w.config.IsOpen(node) {
			inside = []int32{closeLabelled}
		}
	}
	for i := len(children) - 1; i >= 0; i-- {
		inside = append(inside, children[i])
	}
	return text, inside
}

const ellipsis = "…"

// head joins words, from the first on, that fit into some columns.
func head(words []string, columns int) string {
	n := fitting(words, columns)
	text := strings.Join(words[:n], " ")
	if n < len(words) {
		text += " " + ellipsis
	}
	return text
}

// tail joins words, up to the last, that fit into some columns.
func tail(words []string, columns int) string {
	words = slices.Clone(words)
	slices.Reverse(words)
	n := fitting(words, columns)
	shown := words[:n]
	slices.Reverse(shown)
	text := strings.Join(shown, " ")
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

// fitting returns how many words, at least the first, fit into some columns, with
// room for an ellipsis if these are not all.
func fitting(words []string, columns int) int {
	more := len(" ") + utf8.RuneCountInString(ellipsis)
	left := columns + len(" ")
	for i, word := range words {
		left -= len(" ") + utf8.RuneCountInString(word)
		if last := i == len(words)-1; left < 0 || !last && left < more {
			return max(i, 1)
		}
	}
	return len(words)
}
