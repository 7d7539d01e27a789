package compare

import (
	"cmp"
	"fmt"

	"parser/eval"
	"parser/eval/layout"
	"parser/eval/smatch"
	"parser/parser/amr"
)

// Graphs compares the graphs of several systems, pair by pair, by Smatch, see [smatch].
type Graphs struct {
	comparison
	search   smatch.Options
	unproven []int
}

// The tables of confusions of [Graphs].
const (
	confusedConcepts = iota
	confusedRoles
)

// NewGraphs returns a comparison of so many systems. The cause of an error is
// ErrMetric.
func NewGraphs(systems int, search smatch.Options, o Options) (*Graphs, error) {
	c, err := newComparison(systems, o, GraphMetrics(), F1)
	if err != nil {
		return nil, err
	}
	c.result.Breakdowns = []Breakdown{
		{By: "kind of triple", Score: "F1"},
		{By: "role", Score: "F1"},
		{By: "variables", Score: "F1", names: sentenceLengths},
	}
	c.result.Confusions = []ConfusionTable{{Of: "concepts", counts: map[Confused][]int{}}, {Of: "roles", counts: map[Confused][]int{}}}
	return &Graphs{c, search, make([]int, systems)}, nil
}

// Add compares one more graph.
func (c *Graphs) Add(gold *amr.Graph, systems []*amr.Graph) {
	t := gold.Triples()
	size := sentenceLengths.of(len(t.Concepts))
	matched := make([]matched, len(systems))
	for i, system := range systems {
		matched[i] = matchedBy(t, system.Triples(), c.search)
		c.unproven[i] += eval.One(!matched[i].Proven)
		c.count(i, &matched[i], size)
	}
	c.add(fmt.Sprintf("%s:%d", gold.File, gold.Line), F1, func(metric Metric, system int) eval.Counts {
		return metric.share(matched[system].Counts)
	}, func() (string, []ExampleRow) {
		text, _ := gold.Get("snt")
		return text, graphRows(gold, matched)
	})
}

// Unproven returns, for every system, in how many graphs another mapping of variables
// might match more triples.
func (c *Graphs) Unproven() []int { return c.unproven }

// Report sums up what was added so far.
func (c *Graphs) Report(s Sampling) *Report {
	r := c.report(s)
	r.items, r.Scored = "triples", layout.Count(r.Scores[0].Systems[0].Gold, "triple")
	return r
}

// matched are the triples of a graph and of a system's.
type matched struct {
	smatch.Mapping
	of, in       []smatch.Triple
	found, right []bool
	instead      []string // of each gold triple that is not found what the system has in its place, or Nothing
	over         []bool   // of each triple of the system whether it stands in no such place and is wrong
}

func matchedBy(gold, system *amr.Triples, o smatch.Options) matched {
	m := matched{Mapping: smatch.Match(gold, system, o), of: smatch.List(gold), in: smatch.List(system)}
	m.found, m.right = m.Matches(m.of, m.in)
	m.instead, m.over = make([]string, len(m.of)), make([]bool, len(m.in))
	wrong := map[smatch.Triple][]int{}
	for i, t := range m.in {
		if m.over[i] = !m.right[i]; m.over[i] {
			wrong[spot(t)] = append(wrong[spot(t)], i)
		}
	}
	for i, t := range m.of {
		if m.found[i] {
			continue
		}
		m.instead[i] = Nothing
		if at := spot(m.Image(t)); len(wrong[at]) > 0 {
			first := wrong[at][0]
			m.instead[i], m.over[first], wrong[at] = says(m.in[first]), false, wrong[at][1:]
		}
	}
	return m
}

// spot returns what two triples have in common that stand in the same place: all but what
// they say of it.
func spot(t smatch.Triple) smatch.Triple {
	if t.Constant = ""; t.Kind == smatch.Relation {
		t.Role = ""
	}
	return t
}

// says returns what a triple says: a concept, a relation, or an attribute with its value.
func says(t smatch.Triple) string {
	switch t.Kind {
	case smatch.Concept:
		return t.Constant
	case smatch.Relation:
		return ":" + t.Role
	}
	return ":" + t.Role + " " + t.Constant
}

// count enters the triples of one system in a graph of some size.
func (c *Graphs) count(system int, m *matched, size string) {
	for i, t := range m.in {
		c.parsed(system, m.right[i], t.Kind.String(), cmp.Or(t.Role, "instance"), size)
		if m.over[i] {
			c.confuseTriple(system, t.Kind, Confused{Gold: Nothing, System: says(t)})
		}
	}
	for i, t := range m.of {
		c.gold(system, m.found[i], t.Kind.String(), cmp.Or(t.Role, "instance"), size)
		if !m.found[i] {
			c.confuseTriple(system, t.Kind, Confused{Gold: says(t), System: m.instead[i]})
		}
	}
}

func (c *Graphs) confuseTriple(system int, kind smatch.Kind, what Confused) {
	switch kind {
	case smatch.Concept:
		c.confuse(confusedConcepts, system, what)
	case smatch.Relation:
		c.confuse(confusedRoles, system, what)
	}
}

// graphRows shows the gold triples that not all systems have, with what they have in their
// place.
func graphRows(gold *amr.Graph, systems []matched) (rows []ExampleRow) {
	var names []string
	for i := range gold.Nodes {
		if n := &gold.Nodes[i]; !n.Constant() {
			names = append(names, n.Var)
		}
	}
	for i, t := range systems[0].of {
		row, wrong := ExampleRow{Item: names[t.Var], Gold: says(t)}, false
		if t.Kind == smatch.Relation {
			row.Item += " " + names[t.To]
		}
		for _, m := range systems {
			cell := Right
			if !m.found[i] {
				cell, wrong = m.instead[i], true
			}
			row.Systems = append(row.Systems, cell)
		}
		if wrong {
			rows = append(rows, row)
		}
	}
	return rows
}
