package amr

import "strings"

// Triples are the content of a graph, normalised so that two graphs with the same meaning have the
// same triples up to their variables (Cai and Knight 2013). Variables are numbered from 0 in the
// order of Nodes. All texts are in lower case.
type Triples struct {
	Concepts []string // of each variable: instance(variable, concept); "" is no triple
	Others   []Triple // TOP(root, "top"), attributes, and then relations
}

// Triple says something about a variable: role(variable, constant), or role(variable, other variable).
type Triple struct {
	Kind     Kind
	Role     string // "" for a concept
	Var      int
	To       int    // the other variable of a relation; 0 for other kinds
	Constant string // the concept, or the value of an attribute, without quotation marks
}

// Kind is a kind of triple.
type Kind int

// The kinds of triples. Root is that of TOP.
const (
	Concept Kind = iota
	Attribute
	Relation
	Root
)

// String returns the name of a kind, in the plural except for TOP.
func (k Kind) String() string { return [...]string{"concepts", "attributes", "relations", Top}[k] }

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
	t.Others = []Triple{{Kind: Root, Role: Top, Var: number[g.Root], Constant: strings.ToLower(Top)}}
	var relations []Triple
	for _, e := range g.Edges {
		from, to, role := number[e.From], number[e.To], strings.ToLower(e.Role)
		if n := &g.Nodes[e.To]; n.Constant() {
			t.Others = append(t.Others, Triple{Kind: Attribute, Role: role, Var: from, Constant: value(n.Concept)})
			continue
		}
		if direct, inverted := Direct(role); inverted {
			from, to, role = to, from, direct
		}
		if role == "mod" {
			from, to, role = to, from, "domain"
		}
		relations = append(relations, Triple{Kind: Relation, Role: role, Var: from, To: to})
	}
	t.Others = append(t.Others, relations...)
	return t
}

// List returns all triples: concepts, then the others.
func (t *Triples) List() []Triple {
	var list []Triple
	for v, concept := range t.Concepts {
		if concept != "" {
			list = append(list, Triple{Kind: Concept, Var: v, Constant: concept})
		}
	}
	return append(list, t.Others...)
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
