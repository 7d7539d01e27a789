package amr

import "strconv"

// NameVariables gives every variable a name, whatever it had: the first letter of its
// concept, "x" where that is none of a to z, and from the second node with a letter on a number,
// "b", "b2", "b3". A name that is also a constant of the graph, as in ":ARG1 i", is left out.
func (g *Graph) NameVariables() {
	constants := map[string]bool{}
	for i := range g.Nodes {
		if n := &g.Nodes[i]; n.Constant() {
			constants[n.Concept] = true
		}
	}
	count := map[string]int{}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Constant() {
			continue
		}
		first := "x"
		if n.Concept != "" && letter(n.Concept[0]) {
			first = string(n.Concept[0] | 0x20)
		}
		for named := false; !named || constants[n.Var]; named = true {
			n.Var = first
			if count[first]++; count[first] > 1 {
				n.Var += strconv.Itoa(count[first])
			}
		}
	}
}
