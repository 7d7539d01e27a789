package amr

import "strings"

// Triples are the content of a graph, normalised so that two graphs with the same meaning have the
// same triples up to their variables (Cai and Knight 2013). Variables are numbered from 0 in the
// order of Nodes. All texts are in lower case.
type Triples struct {
	Concepts   []string    // of each variable: instance(variable, concept); "" is no triple
	Attributes []Attribute // the first is TOP(root, "top")
	Relations  []Relation
}

// Attribute is a constant as a property of a variable, without its quotation marks.
type Attribute struct {
	Var         int
	Role, Value string
}

// Relation is role(From, To) between variables.
type Relation struct {
	From, To int
	Role     string
}

// Top is the role and, in lower case, the value of the attribute that marks the root.
const Top = "TOP"

// Triples returns the triples of a graph that passes [Graph.Check]. A relation X-of(a, b) becomes
// X(b, a), except with the roles prep-on-behalf-of, prep-out-of and consist-of, and mod(a, b)
// becomes domain(b, a). Attributes keep their roles. Repetitions in a graph are kept.
func (g *Graph) Triples() *Triples {
	t := &Triples{}
	number := make([]int, len(g.Nodes)) // of each variable
	for i := range g.Nodes {
		if n := &g.Nodes[i]; !n.Constant() {
			number[i] = len(t.Concepts)
			t.Concepts = append(t.Concepts, value(n.Concept))
		}
	}
	t.Attributes = append(t.Attributes, Attribute{Var: number[g.Root], Role: Top, Value: strings.ToLower(Top)})
	for _, e := range g.Edges {
		from, to, role := number[e.From], number[e.To], strings.ToLower(e.Role)
		if n := &g.Nodes[e.To]; n.Constant() {
			t.Attributes = append(t.Attributes, Attribute{from, role, value(n.Concept)})
			continue
		}
		if direct, inverted := Direct(role); inverted {
			from, to, role = to, from, direct
		}
		if role == "mod" {
			from, to, role = to, from, "domain"
		}
		t.Relations = append(t.Relations, Relation{from, to, role})
	}
	return t
}

// Len returns the number of triples.
func (t *Triples) Len() int {
	n := len(t.Attributes) + len(t.Relations)
	for _, c := range t.Concepts {
		if c != "" {
			n++
		}
	}
	return n
}

// Direct returns X for an inverted role X-of, whatever the case of its letters; the roles
// prep-on-behalf-of, prep-out-of and consist-of are not inverted.
func Direct(role string) (direct string, inverted bool) {
	switch lower := strings.ToLower(role); lower {
	case "prep-on-behalf-of", "prep-out-of", "consist-of", "-of":
		return role, false
	default:
		if !strings.HasSuffix(lower, "-of") {
			return role, false
		}
		return role[:len(role)-len("-of")], true
	}
}

// value returns a concept or a constant in the form in which it is compared.
func value(text string) string { return strings.ToLower(Unquote(text)) }
