package amr

import "fmt"

// The tokens that a draft may wait for.
const (
	wantGraph = iota
	wantVariable
	wantSlash
	wantConcept
	wantRole
	wantTarget
	wantEnd
)

// wanted names them in errors.
var wanted = [...]string{
	wantGraph:    `"(" or a comment`,
	wantVariable: "a variable",
	wantSlash:    `"/", a role or ")"`,
	wantConcept:  "a concept",
	wantRole:     `a role or ")"`,
	wantTarget:   "the target of the role",
	wantEnd:      "nothing after the last bracket",
}

// draft is a graph that is being read, token by token. Every symbol after a role is first taken as
// a constant, since its variable may be defined later.
type draft struct {
	g         *Graph
	limit     int
	size      int
	state     int
	open      []int // nodes whose brackets are not closed
	role      token // whose target comes next
	variables map[string]int
}

// newDraft begins a graph, which may have comments already.
func newDraft(g *Graph, limit int) *draft {
	d := &draft{g: g, limit: limit, variables: map[string]int{}}
	for _, m := range g.Meta {
		d.size += m.size()
	}
	return d
}

func (d *draft) comment(meta []Meta) error {
	for _, m := range meta {
		if err := d.grow(m.size()); err != nil {
			return err
		}
		d.g.Meta = append(d.g.Meta, m)
	}
	return nil
}

// line adds the tokens of a line. The place of an error is a byte index in it.
func (d *draft) line(line string) (at int, err error) {
	for s := (scanner{line: line}); ; {
		t, err := s.next(d.state == wantVariable)
		if t.kind == tokenEnd {
			return 0, nil
		}
		if err == nil {
			err = d.add(t)
		}
		if err != nil {
			return s.start, err
		}
	}
}

func (d *draft) add(t token) error {
	text := t.kind == tokenSymbol || t.kind == tokenString
	switch {
	case (d.state == wantGraph || d.state == wantTarget) && t.kind == tokenOpen:
		d.state = wantVariable
	case d.state == wantVariable && t.kind == tokenSymbol: // the brackets of a variable open
		if t.align != "" {
			return fmt.Errorf("%w: found %.*q, expected a variable without alignment", ErrSyntax, maxQuote, t.String())
		}
		if _, ok := d.variables[t.text]; ok {
			return fmt.Errorf("%w: found %.*q again, expected another", errTwice, maxQuote, t.text)
		}
		i := len(d.g.Nodes)
		d.variables[t.text], d.state = i, wantSlash
		err := d.node(Node{Var: t.text})
		d.open = append(d.open, i)
		return err
	case d.state == wantSlash && t.kind == tokenSlash:
		d.state = wantConcept
	case d.state == wantConcept && text:
		n := &d.g.Nodes[len(d.g.Nodes)-1]
		n.Concept, n.Align, d.state = t.text, t.align, wantRole
		return d.grow(len(t.text) + len(t.align))
	case (d.state == wantSlash || d.state == wantRole) && t.kind == tokenRole:
		if t.text == "" {
			return fmt.Errorf(`%w: found %q, expected a role with a name`, ErrSyntax, t.String())
		}
		d.role, d.state = t, wantTarget
	case (d.state == wantSlash || d.state == wantRole) && t.kind == tokenClose:
		d.open, d.state = d.open[:len(d.open)-1], wantRole
		if len(d.open) == 0 {
			d.state = wantEnd
		}
	case d.state == wantTarget && text:
		d.state = wantRole
		return d.node(Node{Concept: t.text, Align: t.align})
	default:
		want := wanted[d.state]
		if d.state == wantTarget {
			want += fmt.Sprintf(" %.*q", maxQuote, d.role.String())
		}
		return fmt.Errorf("%w: found %.*q, expected %s", ErrSyntax, maxQuote, t.String(), want)
	}
	return nil
}

// node adds a node, and the edge to it if it is not the root.
func (d *draft) node(n Node) error {
	to := len(d.g.Nodes)
	d.g.Nodes = append(d.g.Nodes, n)
	size := n.size()
	if len(d.open) > 0 {
		e := Edge{From: d.open[len(d.open)-1], To: to, Role: d.role.text, RoleAlign: d.role.align, Defines: true}
		d.g.Edges = append(d.g.Edges, e)
		size += e.size()
	}
	return d.grow(size)
}

func (d *draft) grow(size int) error {
	if d.size += size; d.size > d.limit {
		return fmt.Errorf("%w: at most %d bytes", errTooLong, d.limit)
	}
	return nil
}

// resolve turns constants that are names of variables into mentions.
func (d *draft) resolve() {
	g := d.g
	variable := func(n *Node) (int, bool) {
		to, ok := d.variables[n.Concept]
		return to, ok && n.Constant()
	}
	mentions := false
	for i := range g.Nodes {
		_, ok := variable(&g.Nodes[i])
		mentions = mentions || ok
	}
	if !mentions {
		return
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		if _, ok := variable(&g.Nodes[e.To]); ok {
			e.Align, e.Defines = g.Nodes[e.To].Align, false
		}
	}
	nodes := make([]Node, 0, len(g.Nodes))
	place := make([]int, len(g.Nodes)) // in nodes, from 1
	for i := range g.Nodes {
		node := i
		if to, ok := variable(&g.Nodes[i]); ok {
			node = to
		}
		if place[node] == 0 {
			nodes = append(nodes, g.Nodes[node])
			place[node] = len(nodes)
		}
		place[i] = place[node]
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		e.From, e.To = place[e.From]-1, place[e.To]-1
	}
	g.Nodes = nodes
}

// The sizes count towards maxSize.
func (m Meta) size() int { return itemSize + len(m.Key) + len(m.Value) }

func (n *Node) size() int { return itemSize + len(n.Var) + len(n.Concept) + len(n.Align) }

func (e *Edge) size() int { return itemSize + len(e.Role) + len(e.RoleAlign) }

func (g *Graph) size() int {
	size := 0
	for _, m := range g.Meta {
		size += m.size()
	}
	for i := range g.Nodes {
		size += g.Nodes[i].size()
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		size += e.size()
		if !e.Defines {
			size += itemSize + len(g.Nodes[e.To].Var) + len(e.Align)
		}
	}
	return size
}
