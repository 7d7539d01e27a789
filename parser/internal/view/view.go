// Package view says what a scorer that knows words by their positions sees of a configuration: which
// words or spans are in which slots, and other features. Each kind of structure has a file with a
// [View]; [score.Shape] carries that of a parser.
//
//	table := view.NewTable(view.Arcs{}, labels)
//	var seen view.Seen
//	table.See(&seen, decision)
//	for _, term := range seen.Plus {
//		add(vectors[term.Position], weights[term.Slot])
//	}
//	for _, row := range seen.Rows { // of table.Rows
//		add(rows[row])
//	}
package view

import (
	"slices"

	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/transition"
)

// View says what is seen of the configurations of one kind of structure. It must never change, since
// model files hold weights for its slots and rows.
type View interface {
	Layout() Layout
	// Features returns how many values each feature has in a parser with this many labels. If k of them are of each
	// label, the values are k equal parts in which those of labels come last, in the order of the labels.
	Features(labels int32) []int32
	// See adds what is seen of a configuration.
	See(s *Seen, c *transition.Config)
}

// Widened is a View with another for scorers whose vectors of words know nothing of their neighbours.
type Widened interface {
	View
	// Wide returns the view that sees more words of a configuration.
	Wide() View
}

// Layout is what a scorer has to know about a View.
type Layout struct {
	Slots int
	// Spans says that slots have spans: that of the words i … j is what the forward direction of
	// an encoder has at j less that at i − 1, and what the backward one has at i less that at j + 1
	// (Cross & Huang 2016).
	Spans   bool
	Moves   int  // number of moves that decisions on labels may be about
	Tagging bool // words are given tags: their spelling matters more, and no other tags are predicted
}

// Seen is what is seen of a configuration.
type Seen struct {
	Plus, Minus []Term // added, and subtracted
	Rows        []int32
	table       *Table
}

// Term is the vector of a position, as a slot has it. Where slots have spans, Half is the
// direction of the encoder that the vector is from.
type Term struct{ Position, Slot, Half int32 }

// Value notes the value of a feature, numbered as in View.Features.
func (s *Seen) Value(feature int, value int32) {
	s.Rows = append(s.Rows, s.table.first[feature]+value)
}

// Table is a view whose features have a row for each of their values.
type Table struct {
	Layout
	Rows   int // of all features; those of the move that waits for its label come first
	view   View
	labels int32
	first  []int32 // row of each feature
}

// NewTable returns the table of a view for this many labels.
func NewTable(v View, labels int) *Table {
	t := &Table{Layout: v.Layout(), view: v, labels: int32(labels)}
	t.Rows = 1 + t.Moves
	for _, n := range v.Features(t.labels) {
		t.first = append(t.first, int32(t.Rows))
		t.Rows += int(n)
	}
	return t
}

// Shared calls do with each run of n rows from to on that a table of the same view for fewer labels, the first of this
// one's, has from from on.
func (t *Table) Shared(less *Table, do func(to, from, n int)) {
	do(0, 0, 1+t.Moves)
	sizes, before, more := t.view.Features(t.labels), t.view.Features(less.labels), t.view.Features(t.labels+1)
	for f, size := range sizes {
		parts := max(1, more[f]-size)
		n, own := int(before[f]/parts), int(size/parts)
		for part := range int(parts) {
			do(int(t.first[f])+part*own, int(less.first[f])+part*n, n)
		}
	}
}

// Halves returns in how many parts a slot has the vector of a position.
func (t *Table) Halves() int { return 1 + int(flag(t.Spans)) }

// See sets s to what is seen of a decision.
func (t *Table) See(s *Seen, d *learn.Decision) {
	move, own := int32(0), decode.Of(d)
	if own.Move() != decode.NoMove {
		move = 1 + int32(own.Move())
	}
	s.Plus, s.Minus, s.Rows, s.table = s.Plus[:0], s.Minus[:0], append(s.Rows[:0], move), t
	t.view.See(s, &own.Config)
}

// emptySlots returns the sizes of features that say that nothing is in a slot.
func emptySlots(slots int) []int32 { return slices.Repeat([]int32{1}, slots) }

// treeMoves are the moves of systems that build trees and tags.
const treeMoves = int(transition.NoLabel) + 1

// buckets is the number of classes of distances: 0, 1, 2, 3, 4, 5 to 6, 7 to 9, more.
const buckets = 8

func bucket(distance int32) int32 {
	switch {
	case distance < 5:
		return max(0, distance)
	case distance < 7:
		return 5
	case distance < 10:
		return 6
	}
	return 7
}

func flag(set bool) int32 {
	if set {
		return 1
	}
	return 0
}
