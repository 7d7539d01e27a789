package decode

import (
	"errors"
	"fmt"
	"slices"

	"parser/model"
	"parser/transition"
	"parser/transition/graph"
)

// Lexicon says which labels a system of graphs offers: those that the expert has given in the
// training data near a word with that lemma (Goodman et al. 2016, after Werling et al. 2015). The
// system says which are legal; the lexicon says which are worth asking.
//
// Words are known by their lemmas and inserted nodes by their concepts: a key is the index of a
// lemma in Lemmas or, after all lemmas, that of a label.
type Lexicon struct {
	Lemmas   []string                // of the training data, sorted
	Concepts map[int32][]model.Class // NextNode, by the key of s
	Into     map[int32][]model.Class // NextEdge, by the key of b
	OutOf    map[int32][]model.Class // NextEdge, by the key of s
	Above    map[int32][]model.Class // Insert, by the key of s
	Below    map[int32][]model.Class // InsertBelow, by the key of s
	// Links maps a concept and a name, separated by a blank, to the link of their node.
	Links map[string]string `json:",omitempty"`
	// Always are offered in any case, and Often if the key is not known.
	Always, Often [transition.NumMoves][]model.Class
}

// KeyOf returns the key of a node, or graph.None if training has not seen its lemma.
func (l *Lexicon) KeyOf(g *graph.State, node int32) int32 {
	if n := &g.Nodes[node]; n.Host == graph.None {
		return g.Keys[n.Word]
	}
	return int32(len(l.Lemmas)) + g.Nodes[node].Label
}

// offer appends the classes of a labelled move, ascending.
func (l *Lexicon) offer(classes []model.Class, a *Actions, g *graph.State, m transition.Move) []model.Class {
	start := len(classes)
	classes = append(classes, l.Always[m]...)
	add := func(lists map[int32][]model.Class, node int32) {
		list, known := lists[l.KeyOf(g, node)]
		if !known {
			list = l.Often[m]
		}
		classes = append(classes, list...)
	}
	s := g.S()
	switch m {
	case transition.NextNode:
		add(l.Concepts, s)
	case transition.NextEdge:
		add(l.Into, g.B())
		add(l.OutOf, s)
	case transition.Insert:
		add(l.Above, s)
	case transition.InsertBelow:
		add(l.Below, s)
	}
	offered := classes[start:]
	slices.Sort(offered)
	offered = slices.Compact(offered)
	switch m {
	case transition.Insert:
		offered = slices.DeleteFunc(offered, func(k model.Class) bool { return around(g, a.All[k].Label) })
	case transition.InsertBelow:
		offered = slices.DeleteFunc(offered, func(k model.Class) bool { return g.HasChild(a.All[k].Label) })
	}
	return classes[:start+len(offered)]
}

// around reports whether s or a node at most two arcs above or below it has a label.
func around(g *graph.State, label int32) bool {
	s := g.S()
	for node, up := s, 0; node != graph.None && up <= 2; node, up = g.Nodes[node].Head, up+1 {
		if g.Nodes[node].Label == label {
			return true
		}
	}
	for kid := range g.Children(s) {
		if g.Nodes[kid].Label == label {
			return true
		}
		for grandchild := range g.Children(kid) {
			if g.Nodes[grandchild].Label == label {
				return true
			}
		}
	}
	return false
}

// Add adds what another lexicon offers. Its classes and labels have the same numbers here, and its lemmas, which are
// among those of l, may have others. Of two links of a name it is the one here that stays.
func (l *Lexicon) Add(other *Lexicon) {
	more := len(l.Lemmas) - len(other.Lemmas)
	join := func(a, b []model.Class) []model.Class {
		all := slices.Concat(a, b)
		slices.Sort(all)
		return slices.Compact(all)
	}
	for _, lists := range [][2]map[int32][]model.Class{
		{l.Concepts, other.Concepts}, {l.Into, other.Into}, {l.OutOf, other.OutOf}, {l.Above, other.Above}, {l.Below, other.Below},
	} {
		for key, list := range lists[1] {
			if int(key) >= len(other.Lemmas) {
				key += int32(more)
			} else {
				at, _ := slices.BinarySearch(l.Lemmas, other.Lemmas[key])
				key = int32(at)
			}
			lists[0][key] = join(lists[0][key], list)
		}
	}
	for m := range l.Always {
		l.Always[m], l.Often[m] = join(l.Always[m], other.Always[m]), join(l.Often[m], other.Often[m])
	}
	for name, link := range other.Links {
		if _, has := l.Links[name]; !has && l.Links != nil {
			l.Links[name] = link
		}
	}
}

// check refuses a lexicon for other actions, as from a damaged file.
func (l *Lexicon) check(a *Actions) error {
	if !slices.IsSorted(l.Lemmas) {
		return errors.New("lemmas are not sorted")
	}
	list := func(m transition.Move, classes []model.Class) error {
		for _, k := range classes {
			if k < 0 || int(k) >= len(a.All) || a.All[k].Move != m {
				return fmt.Errorf("class %d in the lexicon for move %v", k, m)
			}
		}
		return nil
	}
	for m := range transition.NumMoves {
		if err := errors.Join(list(m, l.Always[m]), list(m, l.Often[m])); err != nil {
			return err
		}
	}
	for _, lists := range []struct {
		move transition.Move
		of   map[int32][]model.Class
	}{
		{transition.NextNode, l.Concepts}, {transition.NextEdge, l.Into}, {transition.NextEdge, l.OutOf},
		{transition.Insert, l.Above}, {transition.InsertBelow, l.Below},
	} {
		for _, classes := range lists.of {
			if err := list(lists.move, classes); err != nil {
				return err
			}
		}
	}
	for _, m := range []transition.Move{transition.NextNode, transition.NextEdge} {
		if len(l.Always[m]) == 0 { // a parse could not continue
			return fmt.Errorf("the lexicon always offers nothing for move %v", m)
		}
	}
	return nil
}
