package view

import (
	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/transition"
)

// viewed is a system with the view of what it builds.
type viewed struct {
	transition.System
	view View
}

// systems has each view at least once.
func systems() []viewed {
	return []viewed{
		{transition.ArcHybrid{}, Arcs{}}, {transition.ArcEager{}, Arcs{}}, {transition.ArcStandard{}, Arcs{}},
		{transition.ArcStandard{}, wideArcs{}}, {transition.ArcHybrid{}, Arcs{}.Wide()},
		{transition.Bracket{MaxOpens: 3}, Brackets{}}, {transition.InOrder{MaxUnary: 2}, Brackets{}}, {transition.ShiftLabel{}, Brackets{}},
		{transition.Tag{}, Tags{}}, {transition.AMR{Reentrances: true, Links: true}, Graphs{}},
	}
}

// labels is the number of labels that actionsOf gives.
const labels = 4

// actionsOf returns all actions of a system.
func actionsOf(s transition.System) *decode.Actions {
	uses := map[decode.Use]bool{}
	for m := range transition.NumMoves {
		for label := range int32(labels) {
			if m.Labelled() {
				uses[decode.Use{Move: m, Label: label}] = true
			}
		}
	}
	return decode.NewActions(s, uses)
}

// see returns what a view has of a configuration, no move waiting for a label.
func see(v View, c *transition.Config) (s Seen) {
	d := decode.Derivation{System: transition.Tag{}}
	d.Start(0, 0)
	d.Config.CopyFrom(c)
	NewTable(v, labels).See(&s, &learn.Decision{State: &d})
	s.table = nil
	return s
}
