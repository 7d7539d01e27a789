package trace

import (
	"fmt"
	"strings"

	"parser/conll"
	"parser/parser/internal/draw"
	"parser/transition"
	"parser/transition/graph"
)

// Graph is an unfinished graph. Its root is the first of its nodes.
type Graph struct {
	Nodes []GraphNode `json:"nodes"`
	Edges []GraphEdge `json:"edges"`       // those of the tree, and then re-entrancies
	S     int         `json:"s,omitempty"` // the top of the stack; 0 means none
	B     int         `json:"b,omitempty"` // the front of the buffer; 0 means none
	// Candidates of a search are nodes. The search asks about the first one.
	Candidates []int `json:"candidates,omitempty"`
}

// GraphNode is a node: that of a word, from 1, or an inserted one, with a number after all words.
type GraphNode struct {
	Node    int    `json:"node"`
	Word    int    `json:"word,omitempty"` // that it represents, or near which it was inserted; 0 means none
	Concept string `json:"concept"`        // so far
	Settled bool   `json:"settled,omitempty"`
	New     bool   `json:"new,omitempty"` // made or changed by the move before
}

// GraphEdge is an edge between two nodes. Until it is settled, it has the role of the dependency that it was before.
type GraphEdge struct {
	Head    int    `json:"head"`
	Dep     int    `json:"dep"`
	Role    string `json:"role"`
	Settled bool   `json:"settled,omitempty"`
	Again   bool   `json:"again,omitempty"` // a re-entrancy
	New     bool   `json:"new,omitempty"`   // made or changed by the move before
}

func (t *Trace) name(label int32) string {
	if label < 0 || int(label) >= len(t.labels) {
		return ""
	}
	return t.shown(t.labels[label])
}

func (t *Trace) node(node int32) string {
	if node == graph.None {
		return ""
	}
	return fmt.Sprintf("%d:%s", node, t.name(t.config.Graph.Nodes[node].Label))
}

func (t *Trace) nodes(list []int32) []string {
	items := make([]string, len(list))
	for i, node := range list {
		items[i] = t.node(node)
	}
	return items
}

// about names the arc whose role a move settles, the concept that it gives, or the arc that a search may find.
func (t *Trace) about(next transition.Step) string {
	g := t.config.Graph
	s, b, k := t.node(g.S()), t.node(g.B()), t.node(g.K())
	switch next.Move {
	case transition.NextEdge:
		return fmt.Sprintf("%s -%s-> %s", s, t.name(next.Label), b)
	case transition.NextNode:
		return fmt.Sprintf("%s is %s", s, t.name(g.Spelled(next.Label, g.S())))
	case transition.Insert:
		return fmt.Sprintf("%s above %s", t.name(next.Label), s)
	case transition.InsertBelow:
		return fmt.Sprintf("%s below %s", t.name(next.Label), s)
	case transition.Swap:
		return fmt.Sprintf("%s above %s", b, s)
	case transition.ReplaceHead:
		return fmt.Sprintf("%s instead of %s", b, s)
	case transition.Reattach:
		return fmt.Sprintf("another head of %s", b)
	case transition.Here, transition.Further:
		if g.Looking == graph.NewHead {
			return fmt.Sprintf("%s -> %s?", k, b)
		}
		return fmt.Sprintf("%s -> %s?", s, k)
	}
	return s
}

// drafted sets the graph of a step, and marks what was not in that of the step before.
func (t *Trace) drafted(s *Step) {
	g, d, parts := t.config.Graph, &Graph{Nodes: []GraphNode{}, Edges: []GraphEdge{}}, map[any]bool{}
	isNew := func(part any) bool {
		parts[part] = true
		return t.before != nil && !t.before[part]
	}
	addNode := func(node int32) {
		at := &g.Nodes[node]
		n := GraphNode{Node: int(node), Word: int(at.Word), Concept: t.name(at.Label), Settled: at.Named}
		n.New = isNew(n)
		d.Nodes = append(d.Nodes, n)
	}
	addEdge := func(e GraphEdge) {
		e.New = isNew(e)
		d.Edges = append(d.Edges, e)
	}
	if g.Root != graph.None {
		addNode(g.Root)
	}
	for i := range g.Nodes[1:] {
		if node := int32(i + 1); !g.Nodes[node].Gone && node != g.Root {
			addNode(node)
		}
	}
	for _, n := range d.Nodes {
		for kid := range g.Children(int32(n.Node)) {
			at, role := &g.Nodes[kid], ""
			if at.Linked {
				role = t.name(at.Role)
			} else if at.From > 0 && conll.Filled(t.instance.Relations[at.From-1]) {
				role = t.instance.Relations[at.From-1]
			}
			addEdge(GraphEdge{Head: n.Node, Dep: int(kid), Role: role, Settled: at.Linked})
		}
	}
	for _, a := range g.Arcs {
		addEdge(GraphEdge{Head: int(a.Head), Dep: int(a.Dep), Role: t.name(a.Role), Settled: a.Linked, Again: true})
	}
	d.S, d.B = max(0, int(g.S())), max(0, int(g.B()))
	for _, k := range g.Candidates {
		d.Candidates = append(d.Candidates, int(k))
	}
	s.Graph, t.before = d, parts
}

// String writes the graph in one line, from the root: each node with its children after it in brackets, settled roles
// before a colon, and the ends of re-entrancies as numbers.
func (d *Graph) String() string {
	concepts := map[int]string{}
	for _, n := range d.Nodes {
		concepts[n.Node] = n.Concept
	}
	var write func(node int) string
	write = func(node int) string {
		var kids []string
		for _, e := range d.Edges {
			if e.Head != node {
				continue
			}
			kid, role := fmt.Sprint(e.Dep), ""
			if !e.Again {
				kid = write(e.Dep)
			}
			if e.Settled {
				role = e.Role + ":"
			}
			kids = append(kids, role+kid)
		}
		if len(kids) == 0 {
			return concepts[node]
		}
		return concepts[node] + "(" + strings.Join(kids, " ") + ")"
	}
	if len(d.Nodes) == 0 {
		return ""
	}
	return write(d.Nodes[0].Node)
}

// sketch adds the graph of a step to its picture. The variable of a node may end in s, b or, in a search, k.
func (s *Step) sketch(p *draw.Picture) {
	t, d := s.of, s.Graph
	place := map[int]int{} // of each node its vertex
	for i, n := range d.Nodes {
		place[n.Node] = i + 1
		v := draw.Vertex{Label: n.Concept, Var: fmt.Sprint(n.Node), Mark: mark(n.New), State: t.state(int32(n.Node))}
		switch {
		case n.Node == d.S:
			v.Var += " s"
		case n.Node == d.B:
			v.Var += " b"
		case len(d.Candidates) > 0 && n.Node == d.Candidates[0]:
			v.Var += " k"
		}
		p.Vertices = append(p.Vertices, v)
	}
	for _, e := range d.Edges {
		from, to := place[e.Head], place[e.Dep]
		p.Edges = append(p.Edges, draw.Edge{From: from, To: to, Role: e.Role, Again: e.Again, Mark: mark(e.New)})
	}
}
