package conll

import (
	"slices"
	"strings"

	"parser/conll/textfile"
)

var (
	// enhancedHead is the head of an enhanced dependency: ROOT, a word or an empty node.
	enhancedHead = textfile.Pattern(`^(0|[1-9][0-9]{0,8})(\.[1-9][0-9]{0,8})?$`)
	// enhancedRelation is a relation of DEPS: after relation and subtype there may be a preposition
	// or conjunction, in any script, and a case.
	enhancedRelation = textfile.Pattern(`^[a-z]+(:[a-z]+)?(:[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(_[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)*)?(:[a-z]+)?$`)
)

// referent is the only base of enhanced relations that basic relations lack.
const referent = "ref"

// enhancedGraph checks DEPS: each node by itself, that all nodes can be reached from ROOT, and that
// all sentences have DEPS or none. Empty nodes alone do not make a graph: many treebanks kept their
// lines when DEPS were dropped.
func (v *validator) enhancedGraph(rows []row) {
	lines := map[string]int{"0": 0} // of the nodes, by ID
	exists := 0
	for i := range rows {
		switch r := &rows[i]; r.kind {
		case wordRow:
			if r.columns[8] != "_" {
				exists = 1
			}
			fallthrough
		case emptyNodeRow:
			lines[r.columns[0]] = r.line
		}
	}
	if v.enhanced[exists] == 0 {
		v.enhanced[exists] = v.s.Line
		if other := v.enhanced[1-exists]; other > 0 {
			v.problem(v.s.Line, 0, ClassEnhanced, "deps-sometimes", "%s, unlike the sentence at line %d", [...]string{"DEPS is empty", "DEPS is filled"}[exists], other)
		}
	}
	sound, graph := true, new(Graph)
	var nodes []*row
	for i := range rows {
		if r := &rows[i]; r.kind == wordRow || r.kind == emptyNodeRow {
			sound = v.deps(r, lines) && sound
			node, _ := parseNode(r.columns[0])
			deps, _ := ParseDeps(r.columns[8]) // or v.deps says what is wrong
			nodes, graph.Nodes, graph.Deps = append(nodes, r), append(graph.Nodes, node), append(graph.Deps, deps)
		}
	}
	if exists == 0 || !sound {
		return
	}
	if lost := graph.Unconnected(); len(lost) > 0 {
		v.wrong(nodes[slices.Index(graph.Nodes, lost[0])], ClassEnhanced, "deps-unconnected", "no way leads here from the root over DEPS")
	}
}

// deps checks DEPS of a node. It reports whether its heads exist.
func (v *validator) deps(r *row, lines map[string]int) (sound bool) {
	if r.columns[8] == "_" {
		return true
	}
	wrong := func(id, format string, args ...any) { v.wrong(r, ClassEnhanced, id, format, args...) }
	lastLine, lastRelation := -1, ""
	for dep := range strings.SplitSeq(r.columns[8], "|") {
		head, relation, found := strings.Cut(dep, ":")
		base, _, _ := strings.Cut(relation, ":")
		line, known := lines[head]
		switch {
		case !found || !enhancedHead().MatchString(head):
			wrong("deps-syntax", "%q is not of the form head:relation", dep)
			return false
		case !known:
			wrong("deps-head", "there is no node %s", head)
			return false
		case head == r.columns[0]:
			wrong("deps-self-loop", "the node is its own head: %q", dep)
		case line < lastLine:
			wrong("deps-order", "head %s is not in order", head)
		case line == lastLine && relation < lastRelation:
			wrong("deps-order", "relations to head %s are not in order", head)
		case line == lastLine && relation == lastRelation:
			wrong("deps-twice", "%q occurs twice", dep)
		}
		switch {
		case !enhancedRelation().MatchString(relation):
			wrong("deps-relation-syntax", "%q is not of the form relation:subtype:preposition:case in small letters", relation)
		case base != referent && !slices.Contains(universalRelations, base):
			wrong("deps-relation", "%q is no universal relation", relation)
		case (head == "0") != (base == rootLabel):
			wrong("deps-root-label", "%q: %s is for head 0, and for nothing else", dep, rootLabel)
		}
		lastLine, lastRelation = line, relation
	}
	return true
}
