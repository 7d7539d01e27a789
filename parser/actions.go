package parser

import (
	"errors"
	"maps"
	"slices"

	"parser/model"
	"parser/transition"
)

// Action is a move with the label that it gives; Label is transition.None for
// moves without one.
type Action struct {
	Move  transition.Move
	Label int32
}

// actions numbers the actions of a parser: its classes. Only those that the
// training trees use exist. Words attached to ROOT have labels of their own
// (in Universal Dependencies, "root" and no other), so that each labelled move
// offers one list of classes for arcs from ROOT and one for all others.
type actions struct {
	all      []Action
	fromRoot [transition.NumMoves][]model.Class
	other    [transition.NumMoves][]model.Class
}

// ErrNoTree is the cause when training data has nothing to learn from.
var ErrNoTree = errors.New("no tree to learn from")

// use is an arc's direction, whether it leaves ROOT, and its label.
type use struct {
	move     transition.Move
	fromRoot bool
	label    int32
}

// newActions numbers the actions of system s for the arcs in use. In the
// systems of this project an arc to the left comes from LA, to the right from RA.
func newActions(s transition.System, uses map[use]bool) *actions {
	a, uses := &actions{}, complete(uses)
	for m := range transition.NumMoves {
		if !s.Moves().Has(m) {
			continue
		}
		if !m.Labelled() {
			a.add(use{m, false, transition.None})
		}
		for _, u := range sortedUses(uses, m) {
			a.add(u)
		}
		if len(a.fromRoot[m]) == 0 {
			a.fromRoot[m] = a.other[m]
		}
	}
	return a
}

// complete adds uses for a direction that no arc between words has, so that its
// move has labels to offer: those of the other direction or, if the training
// trees have one word each, those of ROOT's arcs.
func complete(uses map[use]bool) map[use]bool {
	all := maps.Clone(uses)
	for _, m := range []transition.Move{transition.Left, transition.Right} {
		own := func(u use) bool { return u.move == m && !u.fromRoot }
		word := func(u use) bool { return !u.fromRoot }
		any := func(use) bool { return true }
		for _, source := range []func(use) bool{own, word, any} {
			if contains(uses, source) {
				addFrom(all, uses, source, m)
				break
			}
		}
	}
	return all
}

// addFrom gives m the labels of some uses, for arcs between words.
func addFrom(all, uses map[use]bool, source func(use) bool, m transition.Move) {
	for u := range uses {
		if source(u) {
			all[use{m, false, u.label}] = true
		}
	}
}

func contains(uses map[use]bool, wanted func(use) bool) bool {
	for u := range uses {
		if wanted(u) {
			return true
		}
	}
	return false
}

func sortedUses(uses map[use]bool, m transition.Move) []use {
	var list []use
	for u := range uses {
		if u.move == m {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(x, y use) int {
		if x.label != y.label {
			return int(x.label - y.label)
		}
		return boolOrder(x.fromRoot) - boolOrder(y.fromRoot)
	})
	return list
}

func boolOrder(b bool) int {
	if b {
		return 1
	}
	return 0
}

// add numbers the action of u unless an arc of the other kind did it before.
func (a *actions) add(u use) {
	action := Action{u.move, u.label}
	k := slices.Index(a.all, action)
	if k < 0 {
		k = len(a.all)
		a.all = append(a.all, action)
	}
	list := &a.other[u.move]
	if u.fromRoot {
		list = &a.fromRoot[u.move]
	}
	*list = append(*list, model.Class(k))
}

// offered returns the classes of the legal move m in configuration c.
func (a *actions) offered(s transition.System, c *transition.Config, m transition.Move) []model.Class {
	if h, _, arc := s.Arc(c, m); arc && h == 0 {
		return a.fromRoot[m]
	}
	return a.other[m]
}
