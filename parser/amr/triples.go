package amr

import "strings"

// Triples are what a graph says, normalised so that two graphs that mean the same say the
// same up to their variables (Cai and Knight 2013). Variables are numbered from 0 in the
// order of Nodes. All texts are in lower case.
type Triples struct {
	// Concepts has that of each variable: instance(variable, concept). "" is none, and no
	// triple.
	Concepts []string
	// Attributes begin with TOP(root, "top").
	Attributes []Attribute
	Relations  []Relation
}

// Attribute says of a variable what a constant says, without its quotation marks.
type Attribute struct {
	Var         int
	Role, Value string
}

// Relation is role(From, To), of variables.
type Relation struct {
	From, To int
	Role     string
}

// Top is the role and, in lower case, the value of the attribute that marks the root.
const Top = "TOP"

// Triples returns the triples of a graph that [Graph.Check] finds no fault with. A relation X-of(a, b)
// becomes X(b, a), except of the roles prep-on-behalf-of, prep-out-of and consist-of, and
// mod(a, b) becomes domain(b, a). Attributes keep their roles. Nothing that a graph says
// twice is left out.
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
// prep-on-behalf-of, prep-out-of and consist-of are none.
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

// value returns a concept or a constant as it is compared.
func value(text string) string { return strings.ToLower(Unquote(text)) }
