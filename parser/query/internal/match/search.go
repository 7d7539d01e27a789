package match

// next goes on with a match, and reports whether there were enough of them.
type next func() bool

// Search looks for a pattern in one graph after another. It is used by one goroutine at a time.
type Search[G any] struct {
	Graph G           // where to look
	Stop  func() bool // asked now and then whether the search should end; nil if it need not

	nodes, edges []int // by name; none where a name has no value
	relations    []text
	groups       []text
	root         int
	tries        int // how many candidates were tried
	stopped      bool
	run          func(node int) bool
	found        func() bool
}

const none = -1

type text struct {
	value string
	set   bool
}

// New returns a search for a pattern in graphs that stand in g, one after another.
func New[G any](p *Pattern[G], g G) *Search[G] {
	s := &Search[G]{
		Graph:     g,
		nodes:     make([]int, len(p.Names.Nodes)),
		edges:     make([]int, len(p.Names.Edges)),
		relations: make([]text, len(p.Names.Relations)),
		groups:    make([]text, len(p.Names.Groups)),
	}
	for i := range s.nodes {
		s.nodes[i] = none
	}
	for i := range s.edges {
		s.edges[i] = none
	}
	s.run = s.node(p.Root, &s.root, func() bool { return s.found() })
	return s
}

// Each calls found for each match, with first nodes from 0 to n-1, until it returns true.
func (s *Search[G]) Each(n int, found func() bool) {
	s.stopped, s.found = false, func() bool { return s.stopped || found() }
	for node := range n {
		if s.run(node) {
			return
		}
	}
}

// between is how many candidates are tried between two questions whether to stop.
const between = 1 << 12

// stops counts a candidate, and reports whether the search ends. What is found after that is not reported.
func (s *Search[G]) stops() bool {
	if s.tries++; s.tries%between == 0 && s.Stop != nil && s.Stop() {
		s.stopped = true
	}
	return s.stopped
}

// Root is the first node of the match that was found.
func (s *Search[G]) Root() int { return s.root }

// Node returns the node that has a name, and false if none has it.
func (s *Search[G]) Node(name int) (int, bool) { return s.nodes[name], s.nodes[name] != none }

// Edge returns the edge that has a name, and false if none has it.
func (s *Search[G]) Edge(name int) (int, bool) { return s.edges[name], s.edges[name] != none }

// Relation returns the relation that has a name, and false if none has it.
func (s *Search[G]) Relation(name int) (string, bool) {
	return s.relations[name].value, s.relations[name].set
}

// Group returns the text that has a name, and false if none has it.
func (s *Search[G]) Group(name int) (string, bool) {
	return s.groups[name].value, s.groups[name].set
}

// node returns what tries a candidate for a node of the pattern: it stands in at while then goes on.
func (s *Search[G]) node(n *Node[G], at *int, then next) func(candidate int) bool {
	if n.Where != nil {
		then = n.Where.build(s, at, then)
	}
	for _, g := range n.Groups {
		then = s.group(g, at, then)
	}
	if n.Name != NoName {
		then = named(&s.nodes[n.Name], at, then)
	}
	if n.Test == nil {
		return func(candidate int) bool {
			*at = candidate
			return s.stops() || then()
		}
	}
	test := n.Test(s.Graph)
	return func(candidate int) bool {
		if s.stops() || !test(candidate) {
			return s.stopped
		}
		*at = candidate
		return then()
	}
}

// named gives what stands in at a name while then goes on. If something has the name, it must be the same.
func named(name, at *int, then next) next {
	return func() bool {
		if *name != none {
			return *name == *at && then()
		}
		*name = *at
		enough := then()
		*name = none
		return enough
	}
}

// spelled is named for texts.
func spelled(name *text, value string, then next) bool {
	if name.set {
		return name.value == value && then()
	}
	*name = text{value, true}
	enough := then()
	*name = text{}
	return enough
}

func (s *Search[G]) group(g Group[G], at *int, then next) next {
	of, name := g.Text(s.Graph), &s.groups[g.Name]
	return func() bool {
		value, ok := of(*at)
		return ok && spelled(name, value, then)
	}
}

func (r Relation[G]) build(s *Search[G], from *int, then next) next {
	at, edge := new(int), new(int)
	if r.Edge != NoName {
		then = named(&s.edges[r.Edge], edge, then)
	}
	if r.Name != NoName {
		of, name, after := r.Text(s.Graph), &s.relations[r.Name], then
		then = func() bool { return spelled(name, of(*edge), after) }
	}
	to, each := s.node(r.To, at, then), r.Each(s.Graph)
	try := func(candidate, by int) bool {
		*edge = by
		return to(candidate)
	}
	return func() bool { return each(*from, try) }
}

func (all All[G]) build(s *Search[G], from *int, then next) next {
	for i := len(all) - 1; i >= 0; i-- {
		then = all[i].build(s, from, then)
	}
	return then
}

func (some Any[G]) build(s *Search[G], from *int, then next) next {
	parts := make([]next, len(some))
	for i, c := range some {
		parts[i] = c.build(s, from, then)
	}
	return func() bool {
		for _, part := range parts {
			if part() {
				return true
			}
		}
		return false
	}
}

func (m Maybe[G]) build(s *Search[G], from *int, then next) next {
	held, enough := new(bool), new(bool)
	part := m.Of.build(s, from, func() bool {
		*held, *enough = true, then()
		return true // the first way is the only one
	})
	return func() bool {
		*held = false
		part()
		if *held {
			return *enough
		}
		return then()
	}
}

func (n Not[G]) build(s *Search[G], from *int, then next) next {
	part := n.Of.build(s, from, func() bool { return true })
	return func() bool { return !part() && then() }
}
