package semgrex

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parser/conll"
)

// shape is a sentence whose words are numbered anew.
type shape struct {
	g        *Graph
	s        *conll.Sentence
	enhanced bool

	words  []int       // the nodes that are words, in order
	number map[int]int // of words, by node; 0 if they are gone, or that of the word that they are part of now
	last   []int       // by old number: how many words there are up to its place
	nodeOf []int       // by old number
	empty  map[conll.Node]conll.Node
}

// reshape gives the sentence the words of the graph, and brings nodes, edges, multiword tokens, empty nodes and the layer that
// is not edited in line with them. The error says what of the sentence cannot be kept.
func (g *Graph) reshape() error {
	r := &shape{g: g, s: g.sentence, enhanced: g.enhanced, number: map[int]int{}, empty: map[conll.Node]conll.Node{}}
	r.count()
	if len(r.words) == 0 {
		return r.s.ErrorAt(0, fmt.Errorf("no word would be left"))
	}
	spaces, err := r.spacing()
	if err != nil {
		return err
	}
	r.emptyNodes()
	extras, err := r.extras()
	if err != nil {
		return err
	}
	words := make([]conll.Word, len(r.words))
	for k, node := range r.words {
		words[k] = *g.Nodes[node].Word
		g.Nodes[node].Word = &words[k]
	}
	if err := r.otherLayer(words); err != nil {
		return err
	}
	r.s.Words, r.s.Extras = words, extras
	spaces.write(r)
	r.renumber()
	return nil
}

// count numbers the words.
func (r *shape) count() {
	r.last, r.nodeOf = make([]int, len(r.s.Words)+1), make([]int, len(r.s.Words)+1)
	for _, node := range r.g.order {
		n := &r.g.Nodes[node]
		if !r.g.isWord(node) {
			continue
		}
		if !n.gone {
			r.words = append(r.words, node)
			r.number[node] = len(r.words)
		}
		if n.added == nil {
			r.last[n.Node.Word], r.nodeOf[n.Node.Word] = len(r.words), node
		}
	}
	for node := range r.g.Nodes {
		if n := &r.g.Nodes[node]; n.gone && n.into != gone {
			r.number[node] = r.number[r.g.intoOf(node)]
		}
	}
}

// intoOf returns the node that a node is part of now.
func (g *Graph) intoOf(node int) int {
	for g.Nodes[node].gone && g.Nodes[node].into != gone {
		node = g.Nodes[node].into
	}
	return node
}

// moved returns what an ID stands for now; it is false if that is gone.
func (r *shape) moved(id conll.Node) (conll.Node, bool) {
	if id.Empty > 0 {
		now, ok := r.empty[id]
		return now, ok
	}
	if id.Word == 0 {
		return id, true
	}
	now := r.number[r.nodeOf[id.Word]]
	return conll.Node{Word: now}, now > 0
}

// emptyNodes numbers the empty nodes: in a tree those of the sentence, and else those of the graph, which Write writes. One in a
// tree that is left without a head is gone.
func (r *shape) emptyNodes() {
	count := map[int]int{}
	take := func(id conll.Node) {
		after := r.last[id.Word]
		count[after]++
		r.empty[id] = conll.Node{Word: after, Empty: count[after]}
	}
	if r.enhanced {
		for _, node := range r.g.order {
			if n := &r.g.Nodes[node]; n.Empty > 0 && !n.gone {
				take(n.Node)
			}
		}
		return
	}
	all := r.s.EmptyNodes()
	for _, e := range all {
		r.empty[e.ID] = e.ID
	}
	for size := -1; size != len(r.empty); {
		size = len(r.empty)
		for _, e := range all {
			deps, err := conll.ParseDeps(e.Columns.Deps)
			if err == nil && len(deps) > 0 && !slices.ContainsFunc(deps, func(d conll.Dep) bool { _, ok := r.moved(d.Head); return ok }) {
				delete(r.empty, e.ID)
			}
		}
	}
	for _, e := range all {
		if _, ok := r.empty[e.ID]; ok {
			take(e.ID)
		}
	}
}

// extras returns the lines that are not words, at their new places.
func (r *shape) extras() (all []conll.Extra, err error) {
	ranges, err := r.ranges()
	if err != nil {
		return nil, err
	}
	for _, x := range r.s.Extras {
		id, rest, _ := strings.Cut(x.Text, "\t")
		switch {
		case strings.HasPrefix(id, "#"):
			all = append(all, conll.Extra{Before: r.last[min(x.Before, len(r.s.Words))], Text: x.Text})
		case strings.Contains(id, ".") && !r.enhanced:
			word, empty, _ := strings.Cut(id, ".")
			w, _ := strconv.Atoi(word) // which a reader has checked
			k, _ := strconv.Atoi(empty)
			if now, ok := r.empty[conll.Node{Word: w, Empty: k}]; ok {
				columns := strings.Split(now.String()+"\t"+rest, "\t")
				if len(columns) > depsColumn {
					columns[depsColumn], _, _ = r.deps(columns[depsColumn])
				}
				all = append(all, conll.Extra{Before: now.Word, Text: strings.Join(columns, "\t")})
			}
		}
	}
	for _, x := range ranges {
		at := slices.IndexFunc(all, func(other conll.Extra) bool { return other.Before > x.Before })
		if at < 0 {
			at = len(all)
		}
		all = slices.Insert(all, at, x)
	}
	return all, nil
}

// depsColumn is the number of DEPS, from 0.
const depsColumn = 8

// deps returns DEPS with the numbers that hold now, without heads that are gone, and how many are left and were there.
func (r *shape) deps(column string) (now string, left, were int) {
	deps, err := conll.ParseDeps(column)
	if err != nil {
		return column, 1, 1 // as wrong as before
	}
	var kept []conll.Dep
	for _, d := range deps {
		if head, ok := r.moved(d.Head); ok {
			kept = append(kept, conll.Dep{Head: head, Relation: d.Relation})
		}
	}
	return conll.FormatDeps(kept), len(kept), len(deps)
}

// otherLayer gives words the heads of the layer that is not edited.
func (r *shape) otherLayer(words []conll.Word) error {
	hasDeps := r.s.HasDeps()
	for k, node := range r.words {
		w, n := &words[k], &r.g.Nodes[node]
		lost := func() error { return r.s.ErrorAt(max(0, n.Node.Word-1), fmt.Errorf("%q has no head any more", w.Form)) }
		switch {
		case n.added != nil:
			if err := r.addedTo(w, n.added, hasDeps); err != nil {
				return err
			}
		case r.enhanced:
			if w.Head > 0 {
				now, ok := r.moved(conll.Node{Word: w.Head})
				if !ok || now.Word == k+1 {
					return lost()
				}
				w.Head = now.Word
			}
		default:
			if w.Head > 0 {
				now, _ := r.moved(conll.Node{Word: w.Head})
				w.Head = now.Word // which Write sets
			}
			deps, left, were := r.deps(w.Deps)
			if left == 0 && were > 0 {
				return lost()
			}
			w.Deps = without(deps, k+1)
		}
	}
	return nil
}

// addedTo gives a word that was added the head that it has in one layer in the other one, too.
func (r *shape) addedTo(w *conll.Word, a *added, hasDeps bool) error {
	head := r.g.intoOf(a.head)
	number := r.number[head]
	switch {
	case number == 0 && !(r.g.Nodes[head].Empty > 0 && !r.g.Nodes[head].gone):
		return r.s.ErrorAt(0, fmt.Errorf("%q has no head any more", w.Form))
	case r.enhanced && number == 0:
		return r.s.ErrorAt(0, fmt.Errorf("%q would depend on an empty node, which the tree does not have", w.Form))
	case r.enhanced:
		w.Head, w.Deprel = number, a.relation
	case hasDeps:
		w.Deps = conll.FormatDeps([]conll.Dep{{Head: conll.Node{Word: number}, Relation: a.relation}})
	}
	return nil
}

// without returns DEPS without those of a word on itself.
func without(column string, word int) string {
	deps, err := conll.ParseDeps(column)
	if err != nil {
		return column
	}
	return conll.FormatDeps(slices.DeleteFunc(deps, func(d conll.Dep) bool { return d.Head == conll.Node{Word: word} }))
}

// renumber brings the nodes in their order, and edges and roots with them.
func (r *shape) renumber() {
	g := r.g
	var nodes []Node
	var roots []bool
	now := make([]int, len(g.Nodes))
	for _, node := range g.order {
		n := g.Nodes[node]
		if n.gone {
			continue
		}
		id := conll.Node{Word: r.number[node]}
		if n.Empty > 0 {
			id = r.empty[n.Node]
		}
		now[node] = len(nodes)
		nodes = append(nodes, Node{Node: id, Word: n.Word, into: gone})
		roots = append(roots, g.roots[node])
	}
	for i := range g.Edges {
		if e := &g.Edges[i]; e.Dependent != gone {
			e.Head, e.Dependent = now[e.Head], now[e.Dependent]
		}
	}
	g.Nodes, g.roots, g.order = nodes, roots, nil
	clear(g.named)
}
