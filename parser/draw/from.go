package draw

import (
	"strings"

	"parser/conll"
	"parser/ptb"
)

// Sentence returns the picture of a sentence's dependencies, with UPOS or else XPOS as tags.
// Words without head are drawn without; empty nodes are left out.
func Sentence(s *conll.Sentence) *Picture {
	p := &Picture{Title: s.ID, Words: make([]Word, len(s.Words))}
	for i := range s.Words {
		w := &s.Words[i]
		p.Words[i] = Word{Form: w.Form, Tag: tagOf(w)}
		if w.Head != conll.NoHead {
			p.Arcs = append(p.Arcs, Arc{Head: w.Head, Dep: i + 1, Label: filled(w.Deprel)})
		}
	}
	tokens, err := s.Tokens()
	if err != nil { // no sentence of a Reader
		return p
	}
	for _, t := range tokens {
		if t.Multiword {
			p.Tokens = append(p.Tokens, Token{First: t.First + 1, Last: t.End, Form: t.Form})
		}
	}
	return p
}

func tagOf(w *conll.Word) string {
	if conll.Filled(w.UPOS) {
		return w.UPOS
	}
	return filled(w.XPOS)
}

// filled returns a column, "" for one without contents.
func filled(column string) string {
	if conll.Filled(column) {
		return column
	}
	return ""
}

// Tree returns the picture of a constituency tree, with its empty elements and function
// tags. An outermost bracket without label is left out, and escaped brackets are brackets.
func Tree(t *ptb.Tree) *Picture {
	p := &Picture{}
	p.Trees = p.grow(t)
	return p
}

// grow returns the nodes of a tree over words that it adds to p.
func (p *Picture) grow(t *ptb.Tree) []*Node {
	var top Node
	open := []*Node{&top}
	t.Walk(func(t *ptb.Tree) {
		n := &Node{Label: t.Label}
		above := open[len(open)-1]
		above.Children = append(above.Children, n)
		open = append(open, n)
		if t.Leaf() {
			p.Words = append(p.Words, Word{Form: ptb.Unescape(t.Word), Tag: t.Label})
			n.Word = len(p.Words)
		}
	}, func(*ptb.Tree) { open = open[:len(open)-1] })
	if outer := top.Children[0]; strings.TrimSpace(outer.Label) == "" && outer.Word == 0 {
		return outer.Children
	}
	return top.Children
}
