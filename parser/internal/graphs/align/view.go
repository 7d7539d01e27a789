package align

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"parser/conll/textfile"
	"parser/parser/amr"
)

// view is what the rules see of a graph.
type view struct {
	graph  *amr.Graph
	order  []int      // nodes that can be aligned, depth first from the root
	labels []string   // of each node: its concept in lower case, without sense or quotation marks
	roles  [][]string // of each node: those by which it is reached
	parts  [][]int    // of a whole: the nodes whose words make up its words
	around [][]int    // of each node: the nodes whose words should be near its own
	before []int      // of each part: the part before it, or None
	after  []int      // … and after it
	depth  []int      // of each node: steps from the root; -1 if it cannot be reached
}

var sense = textfile.Pattern(`-\d\d+$`)

// strip returns a concept or constant without what no word has.
func strip(n *amr.Node) string {
	if n.Constant() {
		return strings.Trim(n.Concept, `"`)
	}
	return sense().ReplaceAllString(n.Concept, "")
}

// newView looks at a graph; wholes lists the roles by which concepts have their parts.
func newView(g *amr.Graph, wholes map[string][]string) *view {
	n := len(g.Nodes)
	v := &view{graph: g, labels: make([]string, n), roles: make([][]string, n), parts: make([][]int, n), around: make([][]int, n),
		before: slices.Repeat([]int{None}, n), after: slices.Repeat([]int{None}, n), depth: slices.Repeat([]int{-1}, n)}
	for i := range g.Nodes {
		v.labels[i] = strings.ToLower(strip(&g.Nodes[i]))
	}
	out := make([][]int, n) // outgoing edges
	for i, e := range g.Edges {
		if e.Role == "wiki" {
			continue
		}
		out[e.From] = append(out[e.From], i)
		v.roles[e.To] = append(v.roles[e.To], e.Role)
		v.around[e.From] = append(v.around[e.From], e.To)
		v.around[e.To] = append(v.around[e.To], e.From)
	}
	v.walk(out)
	for _, i := range v.order {
		v.findParts(i, out[i], wholes)
	}
	return v
}

// walk finds the order and the depth of the nodes.
func (v *view) walk(out [][]int) {
	if len(v.depth) == 0 {
		return
	}
	v.depth[v.graph.Root] = 0
	for queue := []int{v.graph.Root}; len(queue) > 0; queue = queue[1:] {
		for _, e := range out[queue[0]] {
			if to := v.graph.Edges[e].To; v.depth[to] < 0 {
				v.depth[to] = v.depth[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	seen := make([]bool, len(out))
	for stack := []int{v.graph.Root}; len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[i] {
			continue
		}
		seen[i] = true
		v.order = append(v.order, i)
		for _, e := range slices.Backward(out[i]) {
			stack = append(stack, v.graph.Edges[e].To)
		}
	}
}

// findParts sets the parts of a whole in the order of their numbers.
func (v *view) findParts(whole int, edges []int, wholes map[string][]string) {
	roles := wholes[v.labels[whole]]
	if roles == nil {
		roles = wholes["*"]
	}
	type part struct{ number, node int }
	var parts []part
	for _, e := range edges {
		role, number := numbered(v.graph.Edges[e].Role)
		if slices.Contains(roles, role) {
			parts = append(parts, part{number, v.graph.Edges[e].To})
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(a.number, b.number) })
	for k, p := range parts {
		v.parts[whole] = append(v.parts[whole], p.node)
		if k > 0 {
			v.before[p.node], v.after[parts[k-1].node] = parts[k-1].node, p.node
		}
	}
}

// numbered splits the number off a role: "op" and 2 for "op2".
func numbered(role string) (string, int) {
	name := strings.TrimRight(role, "0123456789")
	number, err := strconv.Atoi(role[len(name):])
	if err != nil {
		return role, 0
	}
	return name, number
}
