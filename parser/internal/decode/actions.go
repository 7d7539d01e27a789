package decode

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"parser/model"
	"parser/transition"
)

// Action is a move with the label that it gives; Label is transition.None for unlabelled moves.
type Action struct {
	Move  transition.Move
	Label int32
}

// Actions numbers the actions of a parser: its classes. Only those that the
// training trees use exist. Words attached to ROOT have labels of their own
// (in Universal Dependencies, "root" and no other), so that each labelled move
// offers one list of classes for arcs from ROOT and one for all others.
type Actions struct {
	All      []Action
	FromRoot [transition.NumMoves][]model.Class
	Other    [transition.NumMoves][]model.Class
	Lexicon  *Lexicon // says which labels systems of graphs offer; nil for other systems
}

// Use is a labelled move that the training trees need: for an arc its direction, whether it leaves
// ROOT, and its label; for a bracket or tag the move that gives it.
type Use struct {
	Move     transition.Move
	FromRoot bool
	Label    int32
}

// NewActions numbers the actions of system s for the moves in use. In the
// systems of this project an arc to the left comes from LA, to the right from RA. If a system of arcs has LB,
// one from ROOT comes from that or, if arcs are tentative, LB gives what RA gives.
func NewActions(s transition.System, uses map[Use]bool) *Actions {
	return (&Actions{}).With(s, complete(uses))
}

// With returns these actions, with their numbers, and after them what other moves in use need; without any it is
// NewActions.
func (a *Actions) With(s transition.System, uses map[Use]bool) *Actions {
	if a == nil {
		return NewActions(s, uses)
	}
	a, labels := &Actions{All: slices.Clone(a.All), FromRoot: a.FromRoot, Other: a.Other}, []int32(nil)
	for m := range a.Other {
		a.FromRoot[m], a.Other[m] = slices.Clone(a.FromRoot[m]), slices.Clone(a.Other[m])
	}
	for u := range uses {
		labels = append(labels, u.Label)
	}
	slices.Sort(labels)
	labels = slices.Compact(labels)
	switch {
	case transition.Tentative(s):
		uses = alsoByLabel(uses)
	case s.Moves().Has(transition.Left) && s.Moves().Has(transition.Label):
		uses = byLabel(uses)
	}
	for m := range transition.NumMoves {
		if !s.Moves().Has(m) {
			continue
		}
		if !m.Labelled() {
			a.add(Use{m, false, transition.None})
		}
		for _, label := range labels {
			for _, fromRoot := range []bool{false, true} {
				if u := (Use{m, fromRoot, label}); uses[u] {
					a.add(u)
				}
			}
		}
		if len(a.FromRoot[m]) == 0 {
			a.FromRoot[m] = a.Other[m]
		}
		if len(a.Other[m]) == 0 {
			a.Other[m] = a.FromRoot[m]
		}
	}
	return a
}

// byLabel lets LB give the labels of arcs from ROOT or, if the training trees have none, all labels.
func byLabel(uses map[Use]bool) map[Use]bool {
	all := map[Use]bool{}
	for u := range uses {
		if u.FromRoot {
			u.Move = transition.Label
		}
		all[u] = true
	}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), func(u Use) bool { return u.FromRoot }) {
		for u := range uses {
			all[Use{transition.Label, true, u.Label}] = true
		}
	}
	return all
}

// alsoByLabel lets LB give the labels of RA, too.
func alsoByLabel(uses map[Use]bool) map[Use]bool {
	all := maps.Clone(uses)
	for u := range uses {
		if u.Move == transition.Right {
			u.Move = transition.Label
			all[u] = true
		}
	}
	return all
}

// complete adds uses for a direction that no arc between words has, so that its
// move has labels to offer: those of the other direction or, if the training
// trees have one word each, those of ROOT's arcs.
func complete(uses map[Use]bool) map[Use]bool {
	all := maps.Clone(uses)
	for _, m := range []transition.Move{transition.Left, transition.Right} {
		for _, source := range []func(Use) bool{
			func(u Use) bool { return u.Move == m && !u.FromRoot },
			func(u Use) bool { return !u.FromRoot },
			func(Use) bool { return true },
		} {
			found := false
			for u := range uses {
				if source(u) {
					found, all[Use{m, false, u.Label}] = true, true
				}
			}
			if found {
				break
			}
		}
	}
	return all
}

// add numbers the action of u, unless it has a number, and offers it.
func (a *Actions) add(u Use) {
	action := Action{u.Move, u.Label}
	k := slices.Index(a.All, action)
	if k < 0 {
		k, a.All = len(a.All), append(a.All, action)
	}
	list := &a.Other[u.Move]
	if u.FromRoot {
		list = &a.FromRoot[u.Move]
	}
	if at, there := slices.BinarySearch(*list, model.Class(k)); !there {
		*list = slices.Insert(*list, at, model.Class(k))
	}
}

// offer appends the classes of the legal move m in configuration c; a labelled move of graphs may
// have none.
func (a *Actions) offer(classes []model.Class, s transition.System, c *transition.Config, m transition.Move) []model.Class {
	if a.Lexicon != nil && m.Labelled() {
		return a.Lexicon.offer(classes, a, c.Graph, m)
	}
	if h, _, arc := s.Arc(c, m); arc && h == 0 {
		return append(classes, a.FromRoot[m]...)
	}
	return append(classes, a.Other[m]...)
}

// Check refuses actions, as from a damaged file, that could break a parse: every move of the system
// must offer existing actions with existing labels.
func (a *Actions) Check(s transition.System, labels int) error {
	if labels == 0 {
		return errors.New("no labels")
	}
	if n := len(a.All); n > model.MaxClasses {
		return fmt.Errorf("%d actions, more than %d", n, model.MaxClasses)
	}
	for k, action := range a.All {
		if action.Move.Labelled() != (action.Label >= 0) || int(action.Label) >= labels {
			return fmt.Errorf("action %d has label %d of %d", k, action.Label, labels)
		}
	}
	if graphs := s.Kind() == transition.Graphs; graphs != (a.Lexicon != nil) {
		return fmt.Errorf("system %s with a lexicon: %v", s.Name(), a.Lexicon != nil)
	} else if graphs {
		if err := a.Lexicon.check(a); err != nil {
			return err
		}
	}
	for m := range transition.NumMoves {
		for _, list := range [][]model.Class{a.FromRoot[m], a.Other[m]} {
			if s.Moves().Has(m) && len(list) == 0 && (a.Lexicon == nil || !m.Labelled()) {
				return fmt.Errorf("no action for move %v", m)
			}
			if !slices.IsSorted(list) || len(list) > 0 && (list[0] < 0 || int(list[len(list)-1]) >= len(a.All)) {
				return fmt.Errorf("actions of move %v out of range", m)
			}
			for _, k := range list {
				if a.All[k].Move != m {
					return fmt.Errorf("action %d offered for move %v", k, m)
				}
			}
		}
	}
	return nil
}
