package draw

import (
	"cmp"
	"strings"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/treebank"
	"parser/ptb"
)

// Of returns the picture of an item: of its graph, its tree or its dependencies, or of its words alone; nil has none.
func Of(it *treebank.Item) *Picture {
	switch {
	case it == nil:
		return &Picture{}
	case it.Graph != nil:
		return Graph(it.Graph)
	case it.Tree != nil:
		return Tree(it.Tree)
	}
	return Sentence(sentenceOf(it))
}

// sentenceOf returns the sentence of an item, or one of its words.
func sentenceOf(it *treebank.Item) *conll.Sentence {
	return cmp.Or(it.Sentence, &conll.Sentence{Words: it.Words})
}

// Sentence returns the picture of a sentence's dependencies, with UPOS or else XPOS as tags.
// Words without a head have no arc. Where DEPS are filled, both layers are there; where they cannot be read, see
// [conll.Sentence.Enhanced], or a node is its own head, only the basic one is, without empty nodes.
func Sentence(s *conll.Sentence) *Picture {
	p := basic(s)
	p.enhance(s)
	return p
}

// basic returns the picture of the basic layer.
func basic(s *conll.Sentence) *Picture {
	p := &Picture{Title: s.ID, Text: s.Text(), Words: make([]Word, len(s.Words))}
	for i := range s.Words {
		w := &s.Words[i]
		p.Words[i] = Word{Form: w.Form, Tag: tag(w)}
		if w.Head != conll.NoHead {
			p.Arcs = append(p.Arcs, Arc{Head: w.Head, Dep: i + 1, Label: filled(w.Deprel)})
		}
	}
	tokens, _ := s.Tokens() // none if they contradict each other, which a Reader refuses
	for _, t := range tokens {
		if t.Multiword {
			p.Tokens = append(p.Tokens, Token{First: t.First + 1, Last: t.End, Form: t.Form})
		}
	}
	return p
}

func tag(w *conll.Word) string { return cmp.Or(filled(w.UPOS), filled(w.XPOS)) }

// filled returns a column, or "" if it is unspecified.
func filled(column string) string {
	if conll.Filled(column) {
		return column
	}
	return ""
}

// Tree returns the picture of a constituency tree, with its empty elements and function
// tags. An outermost bracket without a label is left out, and escaped brackets are unescaped.
func Tree(t *ptb.Tree) *Picture {
	p := &Picture{}
	p.Trees = p.grow(t)
	return p
}

// grow adds the words of a tree to p, and returns the nodes over them.
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

// Graph returns the picture of a graph of meaning, with its root as the first vertex. Edges have
// their roles as written, including inverted ones such as ARG0-of, and start at the node whose
// brackets hold them. The title is the graph's id, and the words are those of its sentence.
func Graph(g *amr.Graph) *Picture {
	p, _ := planted(g)
	return p
}

// planted returns the picture of a graph, and the vertex of each node.
func planted(g *amr.Graph) (p *Picture, number []int) {
	p, number = &Picture{Words: wordsOf(g.Words())}, make([]int, len(g.Nodes))
	p.Title, _ = g.Get("id")
	p.plant(g, number)
	return p, number
}

func wordsOf(forms []string) []Word {
	words := make([]Word, len(forms))
	for i, form := range forms {
		words[i].Form = form
	}
	return words
}

// plant adds a vertex for each node that has no number yet, the root first, and numbers it. Then it adds all edges.
func (p *Picture) plant(g *amr.Graph, number []int) {
	add := func(i int) {
		if n := &g.Nodes[i]; number[i] == 0 {
			p.Vertices = append(p.Vertices, Vertex{Label: n.Concept, Var: n.Var, Constant: n.Constant()})
			number[i] = len(p.Vertices)
		}
	}
	if g.Root < len(g.Nodes) {
		add(g.Root)
	}
	for i := range g.Nodes {
		add(i)
	}
	for _, e := range g.Edges {
		p.Edges = append(p.Edges, Edge{From: number[e.From], To: number[e.To], Role: e.Role, Again: !e.Defines})
	}
}
