package view

import "parser/transition"

// Tags is the view of taggers: the slot has the word to tag, and the features are the two tags
// given last.
type Tags struct{}

// Layout implements View.
func (Tags) Layout() Layout { return Layout{Slots: 1, Moves: treeMoves, Tagging: true} }

// Features implements View.
func (Tags) Features(labels int32) []int32 { return []int32{labels + 1, labels + 1} }

// See implements View.
func (Tags) See(s *Seen, c *transition.Config) {
	s.Plus = append(s.Plus, Term{Position: c.Next})
	for i := range int32(2) {
		label := int32(0)
		if before := c.Next - 1 - i; before > 0 {
			label = 1 + c.Nodes[before].Label
		}
		s.Value(int(i), label)
	}
}
