package semgrex

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
		return func(from int, try tryFunc) bool { return g.chain(&g.out, dependent, from, r.lo, r.hi, label, try) }
	case "<<":
		return func(from int, try tryFunc) bool { return g.chain(&g.in, head, from, r.lo, r.hi, label, try) }
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

// chain finds the nodes at the end of chains of edges, each node once for each last edge. What is at most hi edges away is
// looked for level by level, each from the last node to the first; without a bound, what was found last is followed first.
func (g *Graph) chain(edges *adjacency, end func(*Edge) int, from, lo, hi int, label func(string) bool, try tryFunc) bool {
	w := walk{g: g, edges: edges, end: end, label: label, try: try, seen: make([]bool, len(g.Edges))}
	if hi > 0 {
		return w.levels(from, lo, hi)
	}
	stack := []int{from}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		var enough bool
		if stack, enough = w.step(top, stack, true); enough {
			return true
		}
	}
	return false
}

type walk struct {
	g     *Graph
	edges *adjacency
	end   func(*Edge) int
	label func(string) bool
	try   tryFunc
	seen  []bool // edges
}

// step tries what is one edge further, if that is to be reported, and adds it to nodes.
func (w *walk) step(from int, nodes []int, report bool) (_ []int, enough bool) {
	for _, edge := range w.edges.of(from) {
		if w.seen[edge] {
			continue
		}
		w.seen[edge] = true
		e := &w.g.Edges[edge]
		to := w.end(e)
		nodes = append(nodes, to)
		if report && w.label(e.Relation) && w.try(to, edge) {
			return nodes, true
		}
	}
	return nodes, false
}

func (w *walk) levels(from, lo, hi int) bool {
	level := []int{from}
	for depth := 1; depth <= hi && len(level) > 0; depth++ {
		var deeper []int
		for i := len(level) - 1; i >= 0; i-- {
			var enough bool
			if deeper, enough = w.step(level[i], deeper, depth >= lo); enough {
				return true
			}
		}
		level = deeper
	}
	return false
}
