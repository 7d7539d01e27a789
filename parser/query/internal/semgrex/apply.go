package semgrex

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/query/internal/match"
)

// ErrEndless is the cause when edits find new matches again and again.
var ErrEndless = errors.New("the edits do not come to an end")

// mostEdits bounds how often edits change a sentence, for each of its words.
const mostEdits = 100

// mostGrowth bounds how many times longer edits make a sentence.
const mostGrowth = 10

// Apply edits the graph that a search looks at, match by match, until no match is left in which an edit changes something, as
// Ssurgeon does: after each change the pattern is matched anew. It returns the number of matches in which something changed.
func (all Edits) Apply(s *match.Search[*Graph]) (changes int, err error) {
	g := s.Graph
	words := len(g.Nodes) + 1
	g.named = map[int]int{}
	for found := true; found; {
		found = false
		s.Each(len(g.Nodes), func() bool {
			for i := range all {
				found = all[i].do(&all[i], s) || found
			}
			return found || g.err != nil
		})
		if g.err != nil {
			return changes, g.err
		}
		if found {
			if err := g.settle(); err != nil {
				return changes, err
			}
			if changes++; changes > mostEdits*words || len(g.Nodes) > mostGrowth*words {
				return changes, ErrEndless
			}
		}
	}
	return changes, nil
}

// gone is the dependent of an edge that was removed.
const gone = -1

// settle drops edges that were removed, and brings the others in order, and nodes before them if some were added or removed.
func (g *Graph) settle() error {
	if g.order != nil {
		if err := g.reshape(); err != nil {
			return err
		}
	}
	g.Edges = slices.DeleteFunc(g.Edges, func(e Edge) bool { return e.Dependent == gone })
	slices.SortStableFunc(g.Edges, func(a, b Edge) int {
		if a.Dependent != b.Dependent {
			return a.Dependent - b.Dependent
		}
		return a.Head - b.Head
	})
	g.finish()
	return nil
}

func (e *edit) addEdge(s *change) bool {
	gov, ok := e.node(s, e.gov)
	dep, also := e.node(s, e.dep)
	added := Edge{gov, dep, e.relation}
	if !ok || !also || slices.Contains(s.Graph.Edges, added) {
		return false
	}
	s.Graph.Edges = append(s.Graph.Edges, added)
	return true
}

func (e *edit) removeEdge(s *change) (changed bool) {
	is := func(name, node int) bool {
		if name == match.NoName {
			return true
		}
		at, ok := e.node(s, name)
		return ok && at == node
	}
	for i := range s.Graph.Edges {
		if edge := &s.Graph.Edges[i]; edge.Dependent != gone && is(e.gov, edge.Head) && is(e.dep, edge.Dependent) && (e.any || edge.Relation == e.relation) {
			edge.Dependent, changed = gone, true
		}
	}
	return changed
}

// named returns the edge that an edit names, nil if the match has none, or none any more.
func (e *edit) named(s *change) *Edge {
	at, ok := s.Edge(e.edge)
	if !ok || s.Graph.Edges[at].Dependent == gone {
		return nil
	}
	return &s.Graph.Edges[at]
}

func (e *edit) removeNamedEdge(s *change) bool {
	edge := e.named(s)
	if edge != nil {
		edge.Dependent = gone
	}
	return edge != nil
}

func (e *edit) relabel(s *change) bool {
	edge := e.named(s)
	if edge == nil || edge.Relation == e.relation {
		return false
	}
	edge.Relation = e.relation
	return true
}

func (e *edit) reattach(s *change) bool {
	edge := e.named(s)
	if edge == nil {
		return false
	}
	before := *edge
	if e.gov != match.NoName {
		gov, ok := e.node(s, e.gov)
		if !ok {
			return false
		}
		edge.Head = gov
	}
	if e.dep != match.NoName {
		dep, ok := e.node(s, e.dep)
		if !ok {
			*edge = before
			return false
		}
		edge.Dependent = dep
	}
	return *edge != before
}

// removeIncoming removes the edges to a node.
func (e *edit) removeIncoming(s *change) (changed bool) {
	node, ok := e.node(s, e.gov)
	for i := range s.Graph.Edges {
		if edge := &s.Graph.Edges[i]; ok && edge.Dependent == node {
			edge.Dependent, changed = gone, true
		}
	}
	return changed
}

// setPhraseHead makes one of several nodes the head of the others, which depend on it alone; edges between these and other nodes
// are its own then. Nothing changes if more than one edge leads to them from elsewhere.
func (e *edit) setPhraseHead(s *change) (changed bool) {
	g := s.Graph
	var nodes []int
	for _, name := range e.roots {
		node, ok := e.node(s, name)
		if !ok {
			return false
		}
		nodes = append(nodes, node)
	}
	head, into, root := nodes[e.headIndex], 0, false
	for _, node := range nodes {
		root = root || g.roots[node]
	}
	edges := slices.Clone(g.Edges)
	for i := range edges {
		edge := &edges[i]
		if edge.Dependent == gone {
			continue
		}
		from, to := slices.Contains(nodes, edge.Head), slices.Contains(nodes, edge.Dependent)
		switch {
		case from && to:
			edge.Dependent = gone
		case from:
			edge.Head = head
		case to:
			edge.Dependent = head
			into++
		}
	}
	if into > 1 || root && into > 0 {
		return false
	}
	for _, node := range nodes {
		if node != head && !slices.Contains(edges, Edge{head, node, e.relation}) {
			edges = append(edges, Edge{head, node, e.relation})
		}
		changed = changed || g.roots[node] != (root && node == head)
		g.roots[node] = root && node == head
	}
	changed = changed || !sameEdges(g.Edges, edges)
	g.Edges = edges
	return changed
}

// sameEdges reports whether two lists have the same edges that are not removed.
func sameEdges(a, b []Edge) bool {
	all := func(edges []Edge) []Edge {
		edges = slices.DeleteFunc(slices.Clone(edges), func(e Edge) bool { return e.Dependent == gone })
		slices.SortFunc(edges, func(a, b Edge) int {
			return cmp.Or(a.Head-b.Head, a.Dependent-b.Dependent, strings.Compare(a.Relation, b.Relation))
		})
		return edges
	}
	return slices.Equal(all(a), all(b))
}

func (e *edit) setRoots(s *change) bool {
	roots := make([]bool, len(s.Graph.Nodes))
	for _, name := range e.roots {
		if at, ok := e.node(s, name); ok {
			roots[at] = true
		}
	}
	if !slices.Contains(roots, true) || slices.Equal(roots, s.Graph.roots) {
		return false
	}
	copy(s.Graph.roots, roots)
	return true
}

func (e *edit) editNode(s *change) bool {
	at, ok := e.node(s, e.gov)
	if !ok {
		return false
	}
	w := s.Graph.Nodes[at].Word
	before := *w
	for _, c := range e.columns {
		c.set(w, c.value)
	}
	return *w != before
}

// columnOf returns what sets a column of a word to a value, and the value; nil if there is no such column. The argument remove
// empties the column that is its value.
func columnOf(name, value string) (set func(w *conll.Word, value string), _ string) {
	if name == "remove" {
		if set, _ = columnOf(value, ""); set == nil || value == "word" {
			return nil, value
		}
		return set, "_"
	}
	switch name {
	case "word":
		return func(w *conll.Word, value string) { w.Form = value }, value
	case "lemma":
		return func(w *conll.Word, value string) { w.Lemma = value }, value
	case "upos", "cpos":
		return func(w *conll.Word, value string) { w.UPOS = value }, value
	case "xpos", "tag", "pos":
		return func(w *conll.Word, value string) { w.XPOS = value }, value
	case "feats", "morphofeatures":
		return func(w *conll.Word, value string) { w.Feats = value }, value
	case "updatefeats", "updateMorphoFeatures":
		return func(w *conll.Word, value string) { w.Feats = updated(w.Feats, value) }, value
	case "misc":
		return func(w *conll.Word, value string) { w.Misc = value }, value
	}
	return nil, value
}

// updated returns features with others instead of those of the same names, in the order that UD has.
func updated(feats, others string) string {
	pairs := strings.Split(others, "|")
	for pair := range strings.SplitSeq(feats, "|") {
		name, _, isPair := strings.Cut(pair, "=")
		if isPair && !slices.ContainsFunc(pairs, func(p string) bool { return strings.HasPrefix(p, name+"=") }) {
			pairs = append(pairs, pair)
		}
	}
	slices.SortFunc(pairs, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
	return strings.Join(pairs, "|")
}

// Write sets the heads and labels of a sentence, or DEPS if the graph is the enhanced one, to the edges of the graph. The error
// says which word of a tree has no head, or several.
func (g *Graph) Write(s *conll.Sentence, enhanced bool) error {
	if enhanced {
		g.writeDeps(s)
		return nil
	}
	for i := range g.Nodes {
		in, w := g.in.of(i), g.Nodes[i].Word
		switch {
		case g.roots[i] && len(in) == 0 && w.Head != 0:
			w.Head, w.Deprel = 0, rootLabel
		case len(in) == 0 && (g.roots[i] || w.Head == conll.NoHead): // as before
		case len(in) == 1 && !g.roots[i]:
			w.Head, w.Deprel = g.Edges[in[0]].Head+1, g.Edges[in[0]].Relation
		case len(in) == 0:
			return s.ErrorAt(i, fmt.Errorf("%q has no head", w.Form))
		default:
			return s.ErrorAt(i, fmt.Errorf("%q has several heads", w.Form))
		}
	}
	return nil
}

const rootLabel = "root"

// writeDeps writes the enhanced graph, with its empty nodes.
func (g *Graph) writeDeps(s *conll.Sentence) {
	var deps []conll.Dep
	var empty []conll.Extra
	for i := range g.Nodes {
		n := &g.Nodes[i]
		deps = deps[:0]
		if g.roots[i] {
			deps = append(deps, conll.Dep{Relation: rootLabel})
		}
		for _, at := range g.in.of(i) {
			e := &g.Edges[at]
			deps = append(deps, conll.Dep{Head: g.Nodes[e.Head].Node, Relation: e.Relation})
		}
		if n.Word.Deps = conll.FormatDeps(deps); n.Empty > 0 {
			w := n.Word
			line := strings.Join([]string{n.Node.String(), w.Form, w.Lemma, w.UPOS, w.XPOS, w.Feats, "_", w.Deprel, w.Deps, w.Misc}, "\t")
			empty = append(empty, conll.Extra{Before: n.Node.Word, Text: line})
		}
	}
	s.SetEmptyNodes(empty)
}
