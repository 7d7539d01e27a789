package structure

import (
	"strings"

	"parser/parser/amr"
)

// link is where a gold graph says to what a named node is linked.
type link struct {
	concept string // of the node
	name    string // the parts of its name, with underscores
	node    int    // the constant
	to      string // its text
}

// linksOf returns the links of a graph, of nodes with a name.
func linksOf(g *amr.Graph) (links []link) {
	names, below := map[int]int{}, map[int][]string{} // of a node; of a name the parts
	for _, e := range g.Edges {
		if e.Role == "name" {
			names[e.From] = e.To
		} else if role(e.Role) == opRole {
			below[e.From] = append(below[e.From], amr.Unquote(g.Nodes[e.To].Concept))
		}
	}
	for _, e := range g.Edges {
		if name, ok := names[e.From]; ok && e.Role == "wiki" {
			links = append(links, link{g.Nodes[e.From].Concept, strings.Join(below[name], "_"), e.To, amr.Unquote(g.Nodes[e.To].Concept)})
		}
	}
	return links
}

// known returns what the links of graphs say of a concept with a name, for the lexicon. Of several
// the last counts.
func known(graphs []*amr.Graph) map[string]string {
	links := map[string]string{}
	for _, g := range graphs {
		for _, l := range linksOf(g) {
			links[l.concept+" "+l.name] = l.to
		}
	}
	return links
}

// link writes what the lexicon knows of a named node as its first child, whatever moves have
// said, and reports whether it knows something.
func (a *assembler) link(node int32, place int) bool {
	if len(a.e.links) == 0 {
		return false
	}
	to, ok := a.e.links[a.e.name(a.g.Sentence, a.g.Nodes[node].Label)+" "+a.spelledName(node)]
	if !ok {
		return false
	}
	if to != "-" {
		to = amr.Quote(to)
	}
	a.out.Nodes = append(a.out.Nodes, amr.Node{Concept: to})
	a.out.Edges = append(a.out.Edges, amr.Edge{From: place, To: len(a.out.Nodes) - 1, Role: "wiki", Defines: true})
	return true
}
