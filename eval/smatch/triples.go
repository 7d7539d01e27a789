package smatch

import "parser/parser/amr"

// Image returns a triple of the gold graph as one of the system's graph: with the variables
// that its own are mapped to, or -1 for those that are mapped to nothing.
func (m *Mapping) Image(t amr.Triple) amr.Triple {
	if t.Var = m.Vars[t.Var]; t.Kind == amr.Relation {
		t.To = m.Vars[t.To]
	}
	return t
}

// Matches reports for each triple of the gold graph whether its image is in the system's graph, and for each triple of
// the system's whether it is such an image. amr.Triples that a graph has twice match one triple each.
func (m *Mapping) Matches(gold, system []amr.Triple) (found, right []bool) {
	found, right = make([]bool, len(gold)), make([]bool, len(system))
	at := map[amr.Triple][]int{}
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
