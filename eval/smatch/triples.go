package smatch

import "parser/parser/amr"

// Triple is one element of [amr.Triples].
type Triple struct {
	Kind     Kind
	Role     string // "" for a concept
	Var      int
	To       int    // the other variable of a relation; 0 for other kinds
	Constant string // the concept, or the value of an attribute
}

// Kind is a kind of triple.
type Kind int

// The kinds of triples.
const (
	Concept Kind = iota
	Attribute
	Relation
	Top
	kinds
)

// String returns the name of a kind, in the plural except for TOP.
func (k Kind) String() string {
	return [...]string{"concepts", "attributes", "relations", amr.Top}[k]
}

// List returns the triples of a graph: concepts, then attributes, then relations.
func List(t *amr.Triples) []Triple {
	var list []Triple
	for v, concept := range t.Concepts {
		if concept != "" {
			list = append(list, Triple{Kind: Concept, Var: v, Constant: concept})
		}
	}
	for _, a := range t.Attributes {
		kind := Attribute
		if a.Role == amr.Top {
			kind = Top
		}
		list = append(list, Triple{Kind: kind, Role: a.Role, Var: a.Var, Constant: a.Value})
	}
	for _, r := range t.Relations {
		list = append(list, Triple{Kind: Relation, Role: r.Role, Var: r.From, To: r.To})
	}
	return list
}

// Image returns a triple of the gold graph as one of the system's graph: with the variables
// that its own are mapped to, or -1 for those that are mapped to nothing.
func (m *Mapping) Image(t Triple) Triple {
	if t.Var = m.Vars[t.Var]; t.Kind == Relation {
		t.To = m.Vars[t.To]
	}
	return t
}

// Matches reports for each triple of the gold graph whether its image is in the system's graph, and for each triple of
// the system's whether it is such an image. Triples that a graph has twice match one triple each.
func (m *Mapping) Matches(gold, system []Triple) (found, right []bool) {
	found, right = make([]bool, len(gold)), make([]bool, len(system))
	at := map[Triple][]int{}
	for i, t := range system {
		at[t] = append(at[t], i)
	}
	for i, t := range gold {
		image := m.Image(t)
		if like := at[image]; len(like) > 0 {
			found[i], right[like[0]], at[image] = true, true, like[1:]
		}
	}
	return found, right
}
