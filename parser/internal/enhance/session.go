package enhance

import (
	"slices"
	"strings"

	"parser/model"
)

// Session makes enhanced graphs of trees. It belongs to one goroutine.
type Session struct {
	*grammar
	tree
	features
	crowds
	enhancer *Enhancer
	choose   func(stage, *model.Decision) model.Class

	numbered  []int                  // relations of nodes, by the grammar's numbers
	labels    []string               // of each node: its relation with markers
	edges     [][]edge               // of each node, those that were chosen
	referring [][]int                // for each node, words with an edge to it that is not basic
	node      int                    // whose label is decided on
	marked    map[model.Class]string // what the markers that are offered add
	asked     candidate              // the edge that is decided on
	up        [maxUp]int             // … its way up
	decision  model.Decision
	scores    []float32
}

// stage is a kind of decision.
type stage int

const (
	labelling stage = iota // which marker a label has
	attaching              // whether there is an edge, and by which rule
)

// edge leads from a head to a node that is known from the context.
type edge struct {
	head     int
	relation string
}

// candidate is a possible edge to a node.
type candidate struct {
	node, head int
	up, down   []int
	path       *path
}

// enhance decides on the graph of a tree.
func (s *Session) enhance() {
	n := len(s.heads)
	s.features.note(&s.tree)
	clear(s.known)
	clear(s.turns)
	s.numbered = s.numbered[:0]
	for _, relation := range s.bases {
		s.numbered = append(s.numbered, s.grammar.numbers[relation])
	}
	s.labels = slices.Grow(s.labels[:0], n)[:n]
	s.edges = emptied(s.edges, n)
	s.referring = emptied(s.referring, n)
	for node := 1; node < n; node++ {
		s.labels[node] = s.label(node)
	}
	for node := 1; node < n; node++ {
		s.above(node, s.decide)
	}
	for node := 1; node < n; node++ {
		s.basic(node, s.decide)
	}
	for node := 1; node < n; node++ {
		s.across(node, s.decide)
	}
}

// label decides on the relation of a node with its marker.
func (s *Session) label(node int) string {
	relation := s.relation(node)
	classes := s.Marked[s.bases[node]]
	if classes == nil {
		return relation
	}
	d := &s.decision
	d.Classes = d.Classes[:0]
	clear(s.marked)
	for _, k := range classes {
		if text, is := strings.CutPrefix(s.Markers[k], literal); is {
			s.marked[k] = text
			d.Classes = append(d.Classes, k)
		}
	}
	isMarking := func(relation string) bool { return s.marking[relation] }
	for name, text := range s.markers(node, isMarking) {
		at := slices.IndexFunc(classes, func(k model.Class) bool { return s.Markers[k] == name })
		if text = s.spell(text); at >= 0 && (text != "" || name == "") {
			s.marked[classes[at]] = text
			d.Classes = append(d.Classes, classes[at])
		}
	}
	if len(d.Classes) == 0 {
		return relation
	}
	s.node = node
	d.Features = s.ofLabel(d.Features[:0], node, d.Classes)
	return withMarker(relation, s.marked[s.choose(labelling, d)])
}

func withMarker(relation, marker string) string {
	if marker == "" {
		return relation
	}
	return relation + ":" + marker
}

// spell returns what a treebank writes for a phrase.
func (g *grammar) spell(phrase string) string {
	if text, otherwise := g.Spellings[phrase]; otherwise {
		return text
	}
	if lemmas, grammatical, cased := strings.Cut(phrase, ":"); cased {
		return withMarker(g.spell(lemmas), grammatical)
	}
	return suffix(phrase)
}

// above yields the candidates whose heads lie above a node, beyond its own head.
func (s *Session) above(node int, yield func(candidate)) {
	at, top := s.trie, node
	for i := 0; i < maxUp && top > 0; i++ {
		if at = at.step(upwards, s.numbered[top]); at == nil {
			return
		}
		s.up[i], top = top, s.heads[top]
		if i > 0 && at.path != nil {
			yield(candidate{node, top, s.up[:i+1], nil, at.path})
		}
	}
}

// basic yields the edge from a node's own head, if it may be missing.
func (s *Session) basic(node int, yield func(candidate)) {
	head := s.heads[node]
	if at := s.trie.step(upwards, s.numbered[node]); at != nil {
		if at = at.step(headed, s.numbered[head]); at != nil {
			s.up[0] = node
			yield(candidate{node, head, s.up[:1], nil, at.path})
			return
		}
	}
	s.edges[node] = append(s.edges[node], edge{head, s.labels[node]})
}

// across yields the candidates to which the path leads down.
func (s *Session) across(node int, yield func(candidate)) {
	at, top := s.trie, node
	for i := 0; ; i++ {
		s.down(candidate{node: node, up: s.up[:i]}, at, top, yield)
		if i == maxUp || top == 0 {
			return
		}
		if at = at.step(upwards, s.numbered[top]); at == nil {
			return
		}
		s.up[i], top = top, s.heads[top]
	}
}

// down goes on from a node to its children, except where the path comes from.
func (s *Session) down(c candidate, at *trie, from int, yield func(candidate)) {
	if len(c.down) == maxDown || len(at.next) == 0 {
		return
	}
	for _, child := range s.onward(at, from) {
		next := at.step(downwards, s.numbered[child])
		if next == nil || len(c.down) == 0 && len(c.up) > 0 && c.up[len(c.up)-1] == child {
			continue
		}
		longer := candidate{c.node, child, c.up, append(slices.Clip(c.down), child), next.path}
		if next.path != nil {
			yield(longer)
		}
		s.down(longer, next, child, yield)
	}
}

// decide decides on a candidate, and adds it to the edges if there is to be one.
func (s *Session) decide(asked candidate) {
	s.asked = asked
	c, d := &s.asked, &s.decision
	d.Classes = append(d.Classes[:0], 0)
	for _, k := range c.path.rules {
		if relation := s.apply(k, c); relation != "" && (c.head == 0) == (base(relation) == rootRelation) {
			d.Classes = append(d.Classes, k)
		}
	}
	if len(d.Classes) == 1 {
		if len(c.down) == 0 && len(c.up) == 1 { // it is a basic edge
			s.add(c, s.labels[c.node])
		}
		return
	}
	d.Features = s.ofEdge(d.Features[:0], s, c)
	if k := s.choose(attaching, d); k != 0 {
		s.add(c, s.apply(k, c))
	}
}

const rootRelation = "root"

func (s *Session) add(c *candidate, relation string) {
	s.edges[c.node] = append(s.edges[c.node], edge{c.head, relation})
	if len(c.down) == 0 && len(c.up) > 1 {
		s.referring[c.head] = append(s.referring[c.head], c.node)
	}
}

// apply returns the relation of a candidate by a rule; "" if the rule does not apply.
func (s *Session) apply(k model.Class, c *candidate) string {
	r, node := s.rules[k], 0
	switch {
	case r.place == "":
		return r.text
	case r.place == "up" && r.at < len(c.up):
		node = c.up[r.at]
	case r.place == "down" && r.at < len(c.down):
		node = c.down[r.at]
	case r.place == "referring":
		node = s.referent(c)
	}
	switch {
	case node == 0:
		return ""
	case r.bare:
		return s.relation(node) + r.text
	}
	return s.labels[node] + r.text
}

// referent returns the word that refers to a candidate's node from where the path leads down, the one below the
// candidate's head if there is one; 0 if no word does.
func (s *Session) referent(c *candidate) int {
	if len(c.down) == 0 {
		return 0
	}
	found := 0
	for _, p := range s.referring[c.node] {
		switch {
		case !s.below(p, c.down[0]):
		case s.heads[p] == c.head:
			return p
		case found == 0:
			found = p
		}
	}
	return found
}
