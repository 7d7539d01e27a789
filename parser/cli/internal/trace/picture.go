package trace

import (
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/internal/draw"
	"parser/parser/internal/structure"
	"parser/ptb"
	"parser/transition"
)

// Picture returns a drawing of the configuration: where each word is, and the arcs, the brackets or the graph, with
// marks on what the step before has made. Call it only while the step is shown: it draws the present configuration.
func (s *Step) Picture() *draw.Picture {
	t := s.of
	p := &draw.Picture{Words: make([]draw.Word, len(t.instance.Words))}
	for i, form := range t.instance.Words {
		p.Words[i] = draw.Word{Form: form, State: t.state(int32(i + 1))}
		if conll.Filled(t.instance.Tags[i]) {
			p.Words[i].Tag = t.instance.Tags[i]
		}
	}
	switch {
	case t.config.Graph != nil:
		s.sketch(p)
	case t.Holds == structure.Tree:
		for i := range p.Words {
			p.Words[i].Form = ptb.Unescape(p.Words[i].Form)
		}
		p.Trees = t.forest(p.Words)
	default:
		for _, a := range s.Arcs {
			since := t.history[a.Dep].since
			p.Arcs = append(p.Arcs, draw.Arc{Head: a.Head, Dep: a.Dep, Label: a.Label, Mark: mark(a.New), Since: since})
		}
	}
	return p
}

func mark(isNew bool) draw.Mark {
	if isNew {
		return draw.New
	}
	return draw.Same
}

// state says where a word or a node of a graph is.
func (t *Trace) state(node int32) draw.State {
	stack, waits := t.config.Stack, t.config.InBuffer(node)
	if g := t.config.Graph; g != nil {
		stack, waits = g.Stack, slices.Contains(g.Buffer, node)
	}
	switch {
	case t.instance.System.Terminal(t.config): // states do not matter any more
		return draw.Plain
	case waits:
		return draw.InBuffer
	case t.Holds == structure.Tree || slices.Contains(stack, node):
		return draw.OnStack
	}
	return draw.Done
}

// forest returns the brackets so far. Everything on the stack above an open bracket is inside it, and the spans that wait
// to be split are inside the tree from which they were split.
func (t *Trace) forest(words []draw.Word) []*draw.Node {
	outermost, children := t.brackets()
	top := &draw.Node{}
	inside := top
	if len(outermost) > 0 && t.config.Nodes[outermost[0]].Head > 0 {
		outermost = []int32{t.config.Top(outermost[0])}
	}
	for _, node := range outermost {
		trees := t.grown(node, words, children)
		inside.Children = append(inside.Children, trees...)
		if t.config.IsBracket(node) && t.config.IsOpen(node) {
			inside = trees[0]
		}
	}
	return top.Children
}

// grown returns a bracket with its contents, or only these if it has no label.
func (t *Trace) grown(node int32, words []draw.Word, children [][]int32) (trees []*draw.Node) {
	for _, child := range children[node] {
		trees = append(trees, t.grown(child, words, children)...)
	}
	if !t.config.IsBracket(node) {
		trees = []*draw.Node{{Label: words[node-1].Tag, Word: int(node), Since: t.history[node].shifted}}
	}
	label := t.config.Nodes[node].Label
	if label == transition.None {
		return trees
	}
	for _, name := range slices.Backward(strings.Split(t.labels[label], " ")) { // a chain of several
		h, open := t.history[node], t.config.IsBracket(node) && t.config.IsOpen(node)
		trees = []*draw.Node{{Label: name, Children: trees, Mark: mark(h.fresh), Open: open, Since: h.since}}
	}
	return trees
}
