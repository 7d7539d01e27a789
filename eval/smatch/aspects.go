package smatch

import (
	"regexp"
	"slices"

	"parser/eval"
	"parser/parser/amr"
)

// aspect is a part of graphs that is scored on its own, as in Damonte, Cohen & Satta (2017, An incremental parser for
// Abstract Meaning Representation). It has one of these functions.
type aspect struct {
	name  string
	same  func(*amr.Triples) *amr.Triples // triples of the same variables, scored by Smatch
	part  func(*amr.Graph) *amr.Triples   // triples of some of the variables, scored by Smatch
	items func(*amr.Triples) []string     // texts, scored as a set
}

// aspects are the eight of that paper, in its order. Where its text is not precise, they
// follow its program, mdtux89/amr-evaluation, with the exceptions noted below.
var aspects = []aspect{
	{name: "unlabelled", same: unlabelled},
	{name: "without senses", same: withoutSenses},
	{name: "named entities", items: func(t *amr.Triples) []string { return bearers(t, "name") }},
	{name: "wikification", items: links},
	{name: "negation", items: func(t *amr.Triples) []string { return bearers(t, "polarity") }},
	{name: "concepts", items: func(t *amr.Triples) []string { return t.Concepts }},
	{name: "re-entrancies", part: reentrancies},
	{name: "semantic roles", part: func(g *amr.Graph) *amr.Triples {
		return only(g, func(_ int, role string) bool { return argument.MatchString(role) })
	}},
}

var argument = regexp.MustCompile(`^arg[0-9]*$`)

// score compares an aspect of two graphs, given their triples and the best mapping of these. In
// sets, such as named entities, each item counts once per graph.
func (a *aspect) score(graphs [2]*amr.Graph, triples [2]*amr.Triples, known []int, o Options) Mapping {
	switch {
	case a.same != nil:
		return match(a.same(triples[0]), a.same(triples[1]), known, o)
	case a.part != nil:
		return Match(a.part(graphs[0]), a.part(graphs[1]), o)
	}
	inGold, inSystem := distinct(a.items(triples[0])), distinct(a.items(triples[1]))
	m := Mapping{Counts: eval.Counts{Gold: len(inGold), System: len(inSystem)}, Proven: true}
	for _, item := range inGold {
		_, found := slices.BinarySearch(inSystem, item)
		m.Right += eval.One(found)
	}
	return m
}

// distinct returns each text once, in order, without the empty one.
func distinct(texts []string) []string {
	texts = slices.Sorted(slices.Values(texts))
	return slices.DeleteFunc(slices.Compact(texts), func(text string) bool { return text == "" })
}

// unlabelled gives all roles except TOP the same name. Edges keep the direction that they
// have for Smatch; the paper's program takes them as they are written.
func unlabelled(t *amr.Triples) *amr.Triples {
	u := &amr.Triples{Concepts: t.Concepts, Others: slices.Clone(t.Others)}
	for i := range u.Others {
		if u.Others[i].Kind != amr.Root {
			u.Others[i].Role = ""
		}
	}
	return u
}

var sense = regexp.MustCompile(`-[0-9]+$`)

// withoutSenses gives all concepts with a PropBank sense, such as duck-02, the first sense.
func withoutSenses(t *amr.Triples) *amr.Triples {
	u := *t
	u.Concepts = nil
	for _, concept := range t.Concepts {
		u.Concepts = append(u.Concepts, sense.ReplaceAllString(concept, "-01"))
	}
	return &u
}

// bearers returns the concepts of variables that have a role.
func bearers(t *amr.Triples, role string) (concepts []string) {
	for _, o := range t.Others {
		if o.Role == role {
			concepts = append(concepts, t.Concepts[o.Var])
		}
	}
	return concepts
}

func links(t *amr.Triples) (values []string) {
	for _, o := range t.Others {
		if o.Kind == amr.Attribute && o.Role == "wiki" {
			values = append(values, o.Constant)
		}
	}
	return values
}

// reentrancies keeps the edges to variables that several edges enter, in the direction in
// which edges are written. In the paper's program an inverted edge enters its other end.
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
	return only(g, func(relation int, _ string) bool { return several[relation] })
}

// only keeps some relations of a graph, by their number and role, and the variables that they join, with their concepts.
func only(g *amr.Graph, kept func(relation int, role string) bool) *amr.Triples {
	t, part, number := g.Triples(), &amr.Triples{}, map[int]int{}
	as := func(v int) int {
		n, known := number[v]
		if !known {
			n = len(part.Concepts)
			number[v], part.Concepts = n, append(part.Concepts, t.Concepts[v])
		}
		return n
	}
	relation := 0
	for _, o := range t.Others {
		if o.Kind != amr.Relation {
			continue
		}
		if kept(relation, o.Role) {
			o.Var, o.To = as(o.Var), as(o.To)
			part.Others = append(part.Others, o)
		}
		relation++
	}
	return part
}
