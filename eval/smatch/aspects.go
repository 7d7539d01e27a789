package smatch

import (
	"regexp"
	"slices"

	"parser/eval"
	"parser/parser/amr"
)

// aspect is a part of what graphs say that is scored on its own, as Damonte, Cohen & Satta
// (2017, An incremental parser for Abstract Meaning Representation) do.
type aspect struct {
	name string
	// triples returns those to which Smatch is applied.
	triples func(*amr.Graph) *amr.Triples
	// items returns what is counted as a set, where no triples are.
	items func(*amr.Triples) []string
}

// aspects are the eight of that paper, in its order. Where its text leaves it open, they are
// as in its program, mdtux89/amr-evaluation, but for what is said here.
var aspects = []aspect{
	{name: "unlabelled", triples: unlabelled},
	{name: "without senses", triples: withoutSenses},
	{name: "named entities", items: func(t *amr.Triples) []string { return bearers(t, "name") }},
	{name: "wikification", items: links},
	{name: "negation", items: func(t *amr.Triples) []string { return bearers(t, "polarity") }},
	{name: "concepts", items: func(t *amr.Triples) []string { return t.Concepts }},
	{name: "re-entrancies", triples: reentrancies},
	{name: "semantic roles", triples: semanticRoles},
}

// score compares an aspect of two graphs, and reports whether the counts are proven to be
// best. Of sets, as named entities, each item counts once a graph.
func (a *aspect) score(gold, system *amr.Graph, o Options) (counts eval.Counts, proven bool) {
	if a.triples != nil {
		m := Match(a.triples(gold), a.triples(system), o)
		return m.Counts, m.Proven
	}
	of, in := distinct(a.items(gold.Triples())), distinct(a.items(system.Triples()))
	counts = eval.Counts{Gold: len(of), System: len(in)}
	for _, item := range of {
		_, found := slices.BinarySearch(in, item)
		counts.Right += eval.One(found)
	}
	return counts, true
}

// distinct returns each text once, in order, but no empty one.
func distinct(texts []string) []string {
	texts = slices.Sorted(slices.Values(texts))
	return slices.DeleteFunc(slices.Compact(texts), func(text string) bool { return text == "" })
}

// unlabelled gives all roles the same name, but for TOP. Edges keep the direction that they
// have for Smatch; the paper's program takes them as they are written.
func unlabelled(g *amr.Graph) *amr.Triples {
	t := g.Triples()
	for i := range t.Attributes {
		if t.Attributes[i].Role != amr.Top {
			t.Attributes[i].Role = ""
		}
	}
	for i := range t.Relations {
		t.Relations[i].Role = ""
	}
	return t
}

var sense = regexp.MustCompile(`-[0-9]+$`)

// withoutSenses gives all concepts that have a PropBank sense, as duck-02, the first one.
func withoutSenses(g *amr.Graph) *amr.Triples {
	t := g.Triples()
	for v, concept := range t.Concepts {
		t.Concepts[v] = sense.ReplaceAllString(concept, "-01")
	}
	return t
}

// bearers returns the concepts of variables that have a role.
func bearers(t *amr.Triples, role string) (concepts []string) {
	for _, a := range t.Attributes {
		if a.Role == role {
			concepts = append(concepts, t.Concepts[a.Var])
		}
	}
	for _, r := range t.Relations {
		if r.Role == role {
			concepts = append(concepts, t.Concepts[r.From])
		}
	}
	return concepts
}

// links returns what wiki points at.
func links(t *amr.Triples) (values []string) {
	for _, a := range t.Attributes {
		if a.Role == "wiki" {
			values = append(values, a.Value)
		}
	}
	return values
}

// reentrancies keeps the edges to variables that have several, as edges are written. In the
// paper's program what is inverted counts as an edge to the other end.
func reentrancies(g *amr.Graph) *amr.Triples {
	entering := make([]int, len(g.Nodes))
	for _, e := range g.Edges {
		entering[e.To]++
	}
	var several []bool // of each relation
	for _, e := range g.Edges {
		if !g.Nodes[e.To].Constant() {
			several = append(several, entering[e.To] > 1)
		}
	}
	return only(g.Triples(), func(relation int) bool { return several[relation] })
}

// semanticRoles keeps the edges that are ARG0, ARG1 and so on.
func semanticRoles(g *amr.Graph) *amr.Triples {
	t := g.Triples()
	return only(t, func(relation int) bool { return core.MatchString(t.Relations[relation].Role) })
}

var core = regexp.MustCompile(`^arg[0-9]*$`)

// only keeps some relations, and of variables those that they join, with their concepts.
func only(t *amr.Triples, kept func(relation int) bool) *amr.Triples {
	part, number := &amr.Triples{}, map[int]int{}
	as := func(v int) int {
		n, known := number[v]
		if !known {
			n = len(part.Concepts)
			number[v], part.Concepts = n, append(part.Concepts, t.Concepts[v])
		}
		return n
	}
	for i, r := range t.Relations {
		if kept(i) {
			part.Relations = append(part.Relations, amr.Relation{From: as(r.From), To: as(r.To), Role: r.Role})
		}
	}
	return part
}
