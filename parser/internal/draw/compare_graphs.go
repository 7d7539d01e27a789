package draw

import (
	"slices"

	"parser/conll/textfile"
	"parser/eval/smatch"
	"parser/parser/amr"
)

// CompareGraphs returns one picture of two graphs of the same sentence, with the nodes and edges of both, of gold only
// and of system only. It uses the mapping of variables with the best Smatch. A node to which the graphs give different
// concepts shows both. If the roots differ, each has an edge from TOP. Both graphs must pass [amr.Graph.Check]. The
// error is an ErrDiffers, if both graphs have a sentence and these differ.
func CompareGraphs(gold, system *amr.Graph) (*Picture, error) {
	goldText, said := gold.Get("snt")
	systemText, saidToo := system.Get("snt")
	if said && saidToo {
		if err := sameWords(&Picture{Words: wordsOf(textfile.Fields(goldText))}, &Picture{Words: wordsOf(textfile.Fields(systemText))}); err != nil {
			return nil, err
		}
	}
	p, inGold := planted(gold)
	p.Compares = true
	g, s := comparedTo(gold), comparedTo(system)
	m := smatch.Match(g.triples, s.triples, smatch.Options{})
	g.matched, s.matched = m.Matches(g.triples.List(), s.triples.List())

	number := make([]int, len(system.Nodes)) // the vertex of each node
	for v, i := range g.variables {
		n := &p.Vertices[inGold[i]-1]
		if m.Vars[v] < 0 {
			n.Mark = GoldOnly
			continue
		}
		j := s.variables[m.Vars[v]]
		number[j] = inGold[i]
		if g.triples.Concepts[v] != s.triples.Concepts[m.Vars[v]] {
			n.Instead = system.Nodes[j].Concept
		}
	}
	goldTop, found := g.edges()
	for k, found := range found {
		if e := &p.Edges[k]; !found {
			e.Mark = GoldOnly
			if n := &p.Vertices[e.To-1]; n.Constant {
				n.Mark = GoldOnly
			}
		}
	}
	systemTop, right := s.edges()
	for k, e := range system.Edges {
		if right[k] && system.Nodes[e.To].Constant() {
			number[e.To] = 1 // any vertex will do, since the edge is dropped below
		}
	}
	vertices, edges := len(p.Vertices), len(p.Edges)
	p.plant(system, number)
	for i := range p.Vertices[vertices:] {
		p.Vertices[vertices+i].Mark = SystemOnly
	}
	kept := p.Edges[:edges]
	for k, e := range p.Edges[edges:] {
		if e.Mark = SystemOnly; !right[k] {
			kept = append(kept, e)
		}
	}
	p.Edges = kept
	if !goldTop || !systemTop {
		p.Edges = slices.Insert(p.Edges, 0, Edge{To: 1, Role: amr.Top, Mark: GoldOnly}, Edge{To: number[system.Root], Role: amr.Top, Mark: SystemOnly})
	}
	return p, nil
}

// compared is one of two graphs in a comparison, with its triples.
type compared struct {
	*amr.Graph
	triples   *amr.Triples
	variables []int // the node of each variable
	matched   []bool
}

func comparedTo(g *amr.Graph) *compared {
	c := &compared{Graph: g, triples: g.Triples()}
	for i := range g.Nodes {
		if !g.Nodes[i].Constant() {
			c.variables = append(c.variables, i)
		}
	}
	return c
}

// edges reports whether TOP and each edge are matched. Their triples come after those of the
// concepts: first the attributes, starting with TOP, and then the relations.
func (c *compared) edges() (top bool, edges []bool) {
	others := c.matched[len(c.matched)-len(c.triples.Others):]
	attribute, relation := 1, slices.IndexFunc(c.triples.Others, func(t amr.Triple) bool { return t.Kind == amr.Relation })
	for _, e := range c.Edges {
		next := &relation
		if c.Nodes[e.To].Constant() {
			next = &attribute
		}
		edges = append(edges, others[*next])
		*next++
	}
	return others[0], edges
}
