package draw

import (
	"fmt"
	"slices"

	"parser/conll"
	"parser/parser/treebank"
	"parser/ptb"
)

// Compare returns the picture of an item compared with gold of the same structure. The error is that
// of [CompareGraphs], [CompareTrees] or [CompareSentences].
func Compare(gold, system *treebank.Item) (*Picture, error) {
	switch {
	case gold == nil || system == nil:
		return nil, fmt.Errorf("%w: one of them is nil", ErrDiffers)
	case (gold.Graph == nil) != (system.Graph == nil) || system.Graph == nil && (gold.Tree == nil) != (system.Tree == nil):
		return nil, fmt.Errorf("%w: one has a tree or graph that the other lacks", ErrDiffers)
	case system.Graph != nil:
		return CompareGraphs(gold.Graph, system.Graph)
	case system.Tree != nil:
		return CompareTrees(gold.Tree, system.Tree)
	}
	return CompareSentences(sentenceOf(gold), sentenceOf(system))
}

// CompareSentences returns one picture of two dependency trees over the same words, with the arcs of both, of gold only
// and of system only. If only the label of an arc differs, both arcs are drawn. If gold has no head for a word, the
// system's head is not wrong. Enhanced layers are left out. Tags and multiword tokens come from gold. The error is an ErrDiffers.
func CompareSentences(gold, system *conll.Sentence) (*Picture, error) {
	p, other := basic(gold), basic(system)
	if err := sameWords(p, other); err != nil {
		return nil, err
	}
	inGold := make([]*Arc, len(p.Words)+1) // by dependent
	for i := range p.Arcs {
		inGold[p.Arcs[i].Dep] = &p.Arcs[i]
		p.Arcs[i].Mark = GoldOnly
	}
	var wrong []Arc
	for _, a := range other.Arcs {
		switch g := inGold[a.Dep]; {
		case g == nil:
			wrong = append(wrong, a)
		case g.Head == a.Head && g.Label == a.Label:
			g.Mark = Same
		default:
			a.Mark = SystemOnly
			wrong = append(wrong, a)
		}
	}
	p.Arcs, p.Compares = append(p.Arcs, wrong...), true
	return p, nil
}

// CompareTrees returns one picture of two constituency trees over the same words: gold above them, and system below,
// upside down. A constituent is marked if the other tree has no constituent with its label over the same words, and a
// tag if the word has a different tag there. Like EVALB, it ignores empty elements, function tags and the outermost
// bracket. The error is an ErrDiffers.
func CompareTrees(gold, system *ptb.Tree) (*Picture, error) {
	p, below := upright(gold), upright(system)
	if err := sameWords(p, below); err != nil {
		return nil, err
	}
	p.Below, p.Compares = below.Trees, true
	above, under := bySpan(p.Trees), bySpan(p.Below)
	for k, nodes := range above {
		markRest(nodes, under[k], GoldOnly)
	}
	for k, nodes := range under {
		markRest(nodes, above[k], SystemOnly)
	}
	return p, nil
}

// upright returns the picture of those parts of a tree that EVALB compares.
func upright(t *ptb.Tree) *Picture {
	p := &Picture{}
	if t = (ptb.Steps{Empties: true, Functions: true, Root: true}).Apply(t); t != nil {
		p.Trees = p.grow(t)[0].Children
	}
	return p
}

// markRest marks the nodes that have no counterpart among others.
func markRest(nodes, others []*Node, mark Mark) {
	for _, n := range nodes[min(len(nodes), len(others)):] {
		n.Mark = mark
	}
}

// span identifies a constituent, or a tag, in two trees.
type span struct {
	label       string
	first, last int
	leaf        bool
}

// bySpan returns the nodes of a forest by span; those with the same span from the inside out.
func bySpan(forest []*Node) map[span][]*Node {
	nodes := map[span][]*Node{}
	var visit func(n *Node) span
	visit = func(n *Node) span {
		s := span{n.Label, n.Word, n.Word, n.Word > 0}
		for i, child := range n.Children {
			c := visit(child)
			if s.last = c.last; i == 0 {
				s.first = c.first
			}
		}
		nodes[s] = append(nodes[s], n)
		return s
	}
	for _, n := range forest {
		visit(n)
	}
	return nodes
}

// sameWords returns an ErrDiffers that names the first differing word.
func sameWords(gold, system *Picture) error {
	for i := range min(len(gold.Words), len(system.Words)) {
		if g, s := gold.Words[i].Form, system.Words[i].Form; g != s {
			return fmt.Errorf("%w: word %d is %.40q in gold and %.40q in the other", ErrDiffers, i+1, g, s)
		}
	}
	if g, s := len(gold.Words), len(system.Words); g != s {
		return fmt.Errorf("%w: %d in gold, %d in the other", ErrDiffers, g, s)
	}
	return nil
}

// Differences counts the differences in a comparison: words with different heads or labels,
// constituents in only one of the trees, and words with different tags; in graphs, nodes that only
// one graph has or that have different concepts, and edges that only one has.
func (p *Picture) Differences() int {
	differs := func(m Mark) bool { return m == GoldOnly || m == SystemOnly }
	count, words := 0, map[int]bool{} // with other arcs or tags; a picture has arcs or trees
	for _, a := range p.Arcs {
		if differs(a.Mark) {
			words[a.Dep] = true
		}
	}
	for n := range Nodes(slices.Concat(p.Trees, p.Below)) {
		switch {
		case differs(n.Mark) && n.Word > 0:
			words[n.Word] = true
		case differs(n.Mark):
			count++
		}
	}
	for _, v := range p.Vertices { // the edges count the constants
		if !v.Constant && (differs(v.Mark) || v.Instead != "") {
			count++
		}
	}
	for _, e := range p.Edges {
		if differs(e.Mark) {
			count++
		}
	}
	return count + len(words)
}
