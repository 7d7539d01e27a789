package semgrex

import "slices"

// relation is a relation of a pattern.
type relation struct {
	symbol string
	label  func() func(string) bool // nil if any label will do
	lo, hi int                      // how long a chain may be, of << and >>; hi is 0 if it has no bound
}

type tryFunc = func(to, edge int) bool

// each returns what finds the nodes of a relation in g.
func (r relation) each(g *Graph) func(from int, try tryFunc) bool {
	label := func(string) bool { return true }
	if r.label != nil {
		label = r.label()
	}
	switch r.symbol {
	case ">>":
		w := &walk{g: g, edges: &g.out, end: dependent, label: label}
		return func(from int, try tryFunc) bool { return w.chain(from, r.lo, r.hi, try) }
	case "<<":
		w := &walk{g: g, edges: &g.in, end: head, label: label}
		return func(from int, try tryFunc) bool { return w.chain(from, r.lo, r.hi, try) }
	case "==":
		return func(from int, try tryFunc) bool { return try(from, noEdge) }
	case ".":
		return func(from int, try tryFunc) bool { return from+1 < len(g.Nodes) && try(from+1, noEdge) }
	case "-":
		return func(from int, try tryFunc) bool { return from > 0 && try(from-1, noEdge) }
	case "..":
		return func(from int, try tryFunc) bool { return between(from+1, len(g.Nodes), try) }
	case "--":
		return func(from int, try tryFunc) bool { return between(0, from, try) }
	case "$+", "$-", "$++", "$--":
		return r.sisters(g)
	case "<>":
		down, up := relation{symbol: ">", label: r.label}.each(g), relation{symbol: "<", label: r.label}.each(g)
		return func(from int, try tryFunc) bool { return down(from, try) || up(from, try) }
	}
	edges, end := &g.out, dependent
	if r.symbol[0] == '<' {
		edges, end = &g.in, head
	}
	side := func(from, to int) bool { return true }
	switch r.symbol[1:] {
	case "++":
		side = func(from, to int) bool { return to > from }
	case "--":
		side = func(from, to int) bool { return to < from }
	}
	return func(from int, try tryFunc) bool {
		for _, edge := range edges.of(from) {
			e := &g.Edges[edge]
			if to := end(e); side(from, to) && label(e.Relation) && try(to, edge) {
				return true
			}
		}
		return false
	}
}

const noEdge = -1

func dependent(e *Edge) int { return e.Dependent }
func head(e *Edge) int      { return e.Head }

func between(first, end int, try tryFunc) bool {
	for to := first; to < end; to++ {
		if try(to, noEdge) {
			return true
		}
	}
	return false
}

// sisters finds the other dependents of a node's heads, each once.
func (r relation) sisters(g *Graph) func(from int, try tryFunc) bool {
	distance := map[string]func(int) bool{
		"$+": func(d int) bool { return d == 1 }, "$-": func(d int) bool { return d == -1 },
		"$++": func(d int) bool { return d > 0 }, "$--": func(d int) bool { return d < 0 },
	}[r.symbol]
	shared := func(a, b int) bool {
		for _, x := range g.in.of(a) {
			for _, y := range g.in.of(b) {
				if g.Edges[x].Head == g.Edges[y].Head {
					return true
				}
			}
		}
		return false
	}
	return func(from int, try tryFunc) bool {
		for to := range g.Nodes {
			if distance(to-from) && shared(from, to) && try(to, noEdge) {
				return true
			}
		}
		return false
	}
}

// anywhere finds all nodes, wherever it begins.
func anywhere(g *Graph) func(from int, try tryFunc) bool {
	return func(_ int, try tryFunc) bool { return between(0, len(g.Nodes), try) }
}

// walk finds the nodes at the end of chains of edges. Its memory serves one start after another.
type walk struct {
	g     *Graph
	edges *adjacency
	end   func(*Edge) int
	label func(string) bool
	try   tryFunc
	seen  []bool // edges
	nodes []int  // whose edges are still to be followed
	level []int  // those that are followed now, of chains with a bound
}

// chain finds the nodes at the end of chains from a node, each once for each last edge. What is at most hi edges away is
// looked for level by level, each from the last node to the first; without a bound, what was found last is followed first.
func (w *walk) chain(from, lo, hi int, try tryFunc) bool {
	w.try, w.nodes = try, append(w.nodes[:0], from)
	w.seen = slices.Grow(w.seen[:0], len(w.g.Edges))[:len(w.g.Edges)]
	clear(w.seen)
	if hi > 0 {
		return w.levels(lo, hi)
	}
	for len(w.nodes) > 0 {
		top := w.nodes[len(w.nodes)-1]
		w.nodes = w.nodes[:len(w.nodes)-1]
		if w.step(top, true) {
			return true
		}
	}
	return false
}

// step tries what is one edge further, if that is to be reported, and adds it to nodes, until try says that this is enough.
func (w *walk) step(from int, report bool) (enough bool) {
	for _, edge := range w.edges.of(from) {
		if w.seen[edge] {
			continue
		}
		w.seen[edge] = true
		e := &w.g.Edges[edge]
		to := w.end(e)
		w.nodes = append(w.nodes, to)
		if report && w.label(e.Relation) && w.try(to, edge) {
			return true
		}
	}
	return false
}

func (w *walk) levels(lo, hi int) bool {
	for depth := 1; depth <= hi && len(w.nodes) > 0; depth++ {
		w.level, w.nodes = w.nodes, w.level[:0]
		for i := len(w.level) - 1; i >= 0; i-- {
			if w.step(w.level[i], depth >= lo) {
				return true
			}
		}
	}
	return false
}
