package amr

import "strconv"

// NameVariables renames every variable: the first letter of its concept, "x" if that is not a to z,
// and from the second node with a letter on a number, "b", "b2", "b3". It skips names that are also
// constants of the graph, as in ":ARG1 i".
func (g *Graph) NameVariables() {
	constants := map[string]bool{}
	for _, n := range g.Nodes {
		if n.Constant() {
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
