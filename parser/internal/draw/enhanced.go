package draw

import (
	"cmp"
	"slices"

	"parser/conll"
)

// enhance adds the enhanced layer of a sentence to the picture of its basic layer: empty nodes as words, and the arcs
// that the tree lacks.
func (p *Picture) enhance(s *conll.Sentence) {
	g, err := s.Enhanced()
	if err != nil || !s.HasDeps() {
		return
	}
	var more []Arc
	at := map[conll.Node]int{} // the places of nodes in the picture
	for i, n := range g.Nodes {
		at[n] = i + 1
	}
	place := func(word int) int { return at[conll.Node{Word: word}] } // also of ROOT
	inTree := make([]*Arc, len(g.Nodes)+1)                            // by dependent
	arcs := slices.Clone(p.Arcs)
	for i := range arcs {
		a := &arcs[i]
		a.Head, a.Dep, a.Layer = place(a.Head), place(a.Dep), BasicOnly
		inTree[a.Dep] = a
	}
	for i, deps := range g.Deps {
		for _, d := range deps {
			head, dep := at[d.Head], i+1
			a := inTree[dep]
			switch {
			case head == dep:
				return
			case a != nil && a.Head == head && a.Label == d.Relation:
				a.Layer = AllLayers
			default:
				more = append(more, Arc{Head: head, Dep: dep, Label: d.Relation, Layer: EnhancedOnly})
			}
		}
	}
	p.Arcs = append(arcs, more...)
	for i := range p.Tokens {
		t := &p.Tokens[i]
		t.First, t.Last = place(t.First), place(t.Last)
	}
	if len(g.Nodes) == len(p.Words) {
		return
	}
	for i := range p.Words {
		p.Words[i].ID = conll.Node{Word: i + 1}.String()
	}
	for _, e := range s.EmptyNodes() {
		id := e.ID.String()
		p.Words = slices.Insert(p.Words, at[e.ID]-1, Word{Form: cmp.Or(filled(e.Columns.Form), id), Tag: tag(&e.Columns), ID: id, Empty: true})
	}
}
