package compare

import (
	"cmp"

	"parser/eval"
	"parser/eval/smatch"
	"parser/parser/amr"
)

// Graphs compares the graphs of several systems, pair by pair, by Smatch, see [smatch].
type Graphs struct {
	comparison
	search   smatch.Options
	unproven []int
}

// confusionsOf has the index of the table of confusions for a kind of triple.
var confusionsOf = map[amr.Kind]int{amr.Concept: 0, amr.Relation: 1}

// NewGraphs returns a comparison of this number of systems. The cause of an error is ErrMetric.
func NewGraphs(systems int, search smatch.Options, o Options) (*Graphs, error) {
	c, err := newComparison(systems, o, "triples", "triple", graphMetrics, f1)
	if err != nil {
		return nil, err
	}
	c.result.Breakdowns = []breakdown{
		{By: "kind of triple", Score: "F1"},
		{By: "role", Score: "F1"},
		{By: "variables", Score: "F1", names: sentenceLengths},
	}
	c.result.Confusions = []confusionTable{{Of: "concepts"}, {Of: "roles"}}
	return &Graphs{c, search, make([]int, systems)}, nil
}

// Add compares one more gold graph with those of all systems.
func (c *Graphs) Add(gold *amr.Graph, systems []*amr.Graph) {
	t := gold.Triples()
	size := sentenceLengths.of(len(t.Concepts))
	matched := make([]matched, len(systems))
	for i, system := range systems {
		matched[i] = matchedBy(t, system.Triples(), c.search)
		c.unproven[i] += eval.One(!matched[i].Proven)
		c.count(i, &matched[i], size)
	}
	c.add(place(gold), f1, func(metric Metric, system int) eval.Counts {
		return metric.share(matched[system].Counts)
	}, func() (string, []exampleRow) {
		text, _ := gold.Get("snt")
		return text, graphRows(gold, matched)
	})
}

// Unproven returns, for every system, in how many graphs another mapping of variables might match more triples.
func (c *Graphs) Unproven() []int { return c.unproven }

// matched holds the triples of a gold graph and of a system's graph, and how they match.
type matched struct {
	smatch.Mapping
	gold, system []amr.Triple
	found, right []bool   // whether each of them matches
	instead      []string // for each gold triple the system's in its place, or nothing
	over         []bool   // whether each triple of the system is wrong and in no such place
}

func matchedBy(gold, system *amr.Triples, o smatch.Options) matched {
	m := matched{Mapping: smatch.Match(gold, system, o), gold: gold.List(), system: system.List()}
	m.found, m.right = m.Matches(m.gold, m.system)
	m.instead, m.over = make([]string, len(m.gold)), make([]bool, len(m.system))
	wrong := map[amr.Triple][]int{}
	for i, t := range m.system {
		if m.over[i] = !m.right[i]; m.over[i] {
			wrong[spot(t)] = append(wrong[spot(t)], i)
		}
	}
	for i, t := range m.gold {
		if m.found[i] {
			m.instead[i] = says(t)
			continue
		}
		m.instead[i] = nothing
		if at := spot(m.Image(t)); len(wrong[at]) > 0 {
			first := wrong[at][0]
			m.instead[i], m.over[first], wrong[at] = says(m.system[first]), false, wrong[at][1:]
		}
	}
	return m
}

// spot returns the place of a triple: all of it except what it says there.
func spot(t amr.Triple) amr.Triple {
	if t.Constant = ""; t.Kind == amr.Relation {
		t.Role = ""
	}
	return t
}

// says returns what a triple says: a concept, a relation, or an attribute with its value.
func says(t amr.Triple) string {
	switch t.Kind {
	case amr.Concept:
		return t.Constant
	case amr.Relation:
		return ":" + t.Role
	}
	return ":" + t.Role + " " + t.Constant
}

// count enters the triples of one system for a graph, given the group of its size.
func (c *Graphs) count(system int, m *matched, size string) {
	for i, t := range m.system {
		c.parsed(system, m.right[i], t.Kind.String(), cmp.Or(t.Role, "instance"), size)
		if m.over[i] {
			c.confuseTriple(system, t.Kind, confused{Gold: nothing, System: says(t)})
		}
	}
	for i, t := range m.gold {
		c.gold(system, m.found[i], t.Kind.String(), cmp.Or(t.Role, "instance"), size)
		if !m.found[i] {
			c.confuseTriple(system, t.Kind, confused{Gold: says(t), System: m.instead[i]})
		}
	}
}

func (c *Graphs) confuseTriple(system int, kind amr.Kind, what confused) {
	if table, ok := confusionsOf[kind]; ok {
		c.confuse(table, system, what)
	}
}

// graphRows has a row for each gold triple that some system does not have.
func graphRows(gold *amr.Graph, systems []matched) (rows []exampleRow) {
	var names []string
	for i := range gold.Nodes {
		if n := &gold.Nodes[i]; !n.Constant() {
			names = append(names, n.Var)
		}
	}
	for i, t := range systems[0].gold {
		item, cells := names[t.Var], []string(nil)
		if t.Kind == amr.Relation {
			item += " " + names[t.To]
		}
		for _, m := range systems {
			cells = append(cells, m.instead[i])
		}
		rows = appendRow(rows, item, says(t), cells)
	}
	return rows
}
