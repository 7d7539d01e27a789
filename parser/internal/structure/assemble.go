package structure

import (
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/amr"
	"parser/parser/treebank"
	"parser/transition"
	"parser/transition/graph"
)

func (e *graphs) Read(c *transition.Config, it *treebank.Item, _ []conll.Word) {
	a := assembler{e: e, g: c.Graph, out: &amr.Graph{}}
	if it.Sentence != nil {
		a.out.Meta = metaOf(it.Sentence)
	}
	if c.Graph.Root == graph.None { // there are no words
		a.out.Nodes = []amr.Node{{Var: "a", Concept: "amr-empty"}}
	} else {
		a.assemble()
	}
	a.out.NameVariables()
	it.Graph = a.out
}

// metaOf returns the id and the text of a sentence, as releases of AMR name them.
func metaOf(s *conll.Sentence) (meta []amr.Meta) {
	if s.ID != "" {
		meta = append(meta, amr.NewMeta("id", s.ID))
	}
	return append(meta, amr.NewMeta("snt", s.Text()))
}

// assembler makes a graph from a state.
type assembler struct {
	e      *graphs
	g      *graph.State
	out    *amr.Graph
	number []int // of each node of the state: its place in the graph, from 1; 0 before it is mentioned
}

// assemble goes through the tree from the root: children in the order of their words, then re-entrancies.
func (a *assembler) assemble() {
	a.number = make([]int, len(a.g.Nodes))
	type step struct {
		node int32
		arc  amr.Edge // that leads to it; From is -1 for the root
	}
	agenda := []step{{a.g.Root, amr.Edge{From: -1, Defines: true}}}
	for len(agenda) > 0 {
		at := agenda[len(agenda)-1]
		agenda = agenda[:len(agenda)-1]
		place := a.place(at.node)
		if at.arc.To = place; at.arc.From >= 0 {
			a.out.Edges = append(a.out.Edges, at.arc)
		}
		if !at.arc.Defines {
			continue
		}
		linked := a.link(at.node, place)
		var below []step
		count := map[string]int{} // of each numbered role
		add := func(node, label int32, defines bool) {
			role := a.e.name(a.g.Sentence, label)
			if role == opRole || role == sntRole {
				count[role]++
				role = fmt.Sprint(strings.TrimSuffix(role, "N"), count[role])
			}
			if strings.ContainsAny(role, " \t\n\r()/:~\"") || role == "" { // it cannot be written
				role = unknownRole
			}
			below = append(below, step{node, amr.Edge{From: place, Role: role, Defines: defines}})
		}
		for kid := range a.g.Children(at.node) {
			if role := a.g.RoleOf(kid); !linked || role != a.g.Wiki {
				add(kid, role, true)
			}
		}
		for _, arc := range a.g.Arcs {
			if arc.Head == at.node {
				add(arc.Dep, arc.Role, false)
			}
		}
		slices.Reverse(below)
		agenda = append(agenda, below...)
	}
}

// place returns the place of a node, which is that of its first mention.
func (a *assembler) place(node int32) int {
	if a.number[node] == 0 {
		a.out.Nodes = append(a.out.Nodes, a.node(node))
		a.number[node] = len(a.out.Nodes)
	}
	return a.number[node] - 1
}

// node returns a node as it is written: a leaf with one head is a constant if it is a number or a sign, or if its role
// leads to constants; all others get a variable.
func (a *assembler) node(node int32) amr.Node {
	n := &a.g.Nodes[node]
	text := a.e.name(a.g.Sentence, n.Label)
	if text == forwardSign {
		text = a.spelledName(n.Head)
	}
	named := amr.Node{Var: "x", Concept: amr.Symbol(text)} // by NameVariables, in the end
	inArc := func(arc graph.Arc) bool { return arc.Head == node || arc.Dep == node }
	if node == a.g.Root || !a.g.Leaf(node) || slices.ContainsFunc(a.g.Arcs, inArc) {
		return named
	}
	role, head := a.e.name(a.g.Sentence, a.g.RoleOf(node)), a.e.name(a.g.Sentence, a.g.Nodes[n.Head].Label)
	switch {
	case role == opRole && slices.Contains([]string{"name", "era", "emoticon"}, head), role == "wiki" && text != "-", isClock(text), strings.Contains(text, "/"):
		return amr.Node{Concept: amr.Quote(text)}
	case text == "-", text == "+", isNumber(text), role == "mode", role == "wiki":
		return amr.Node{Concept: amr.Symbol(text)}
	}
	return named
}

// isClock reports whether a text is digits with a colon.
func isClock(text string) bool {
	return strings.Contains(text, ":") && strings.Trim(text, "0123456789:") == "" && strings.Trim(text, ":") != ""
}

// spelledName joins the parts of the name below a node.
func (a *assembler) spelledName(node int32) string {
	var parts []string
	for kid := range a.g.Children(node) {
		if a.g.RoleOf(kid) == a.g.Name {
			for part := range a.g.Children(kid) {
				parts = append(parts, a.e.name(a.g.Sentence, a.g.Nodes[part].Label))
			}
		}
	}
	return strings.Join(parts, "_")
}
