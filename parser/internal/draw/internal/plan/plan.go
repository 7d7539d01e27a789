// Package plan computes the positions and the order of the parts of a picture for several formats.
package plan

import (
	"cmp"

	"parser/parser/internal/draw"
)

// HasGraph reports whether a picture is drawn as a graph.
func HasGraph(p *draw.Picture) bool { return len(p.Vertices) > 0 }

// HasTrees reports whether a picture without a graph is drawn as trees.
func HasTrees(p *draw.Picture) bool { return len(p.Trees)+len(p.Below) > 0 }

// Sizes in pixels.
const (
	WordSize  = 16.0 // of fonts
	TagSize   = 11.5
	LabelSize = 11.5
	Corner    = 6.0 // radius of the corner of an arc
	HeadHigh  = 6.0 // of an arrow
	HeadWide  = 6.0
)

const (
	labelRoom = 4.0          // around the label of an arc, besides its corners
	arrowRoom = HeadWide + 2 // between two arrows
	maxSpread = 160.0        // between the first and the last end of arcs at a word
)

// Spacing holds the sizes that depend on how compact a picture is.
type Spacing struct {
	Gap     float64 // between words
	Level   float64 // from one level of arcs to the next
	Tier    float64 // from one level of a tree to the next
	Between float64 // between rows
	Tags    bool    // words under arcs have tags

	pitch float64 // between the ends of arcs at a word
}

// SpacingOf returns the spacing that the options ask for.
func SpacingOf(o draw.Options) Spacing {
	if o.Compact {
		return Spacing{Gap: 7, Level: 15, Tier: 26, Between: 12, pitch: 4}
	}
	return Spacing{Gap: 16, Level: 20, Tier: 36, Between: 24, pitch: 6, Tags: true}
}

// Whole returns trees with a leaf for each word outside of them at its place, and whether the
// leaves are in the order of the words.
func Whole(p *draw.Picture, trees []*draw.Node) (all []*draw.Node, ordered bool) {
	covered, firsts, last := make([]bool, len(p.Words)+1), make([]int, len(trees)), 0
	ordered = true
	for i, n := range trees {
		for leaf := range draw.Nodes([]*draw.Node{n}) {
			if leaf.Word > 0 {
				covered[leaf.Word] = true
				firsts[i] = cmp.Or(firsts[i], leaf.Word)
				ordered = ordered && leaf.Word > last
				last = leaf.Word
			}
		}
	}
	next := 1
	words := func(before int) {
		for ; next < before; next++ {
			if !covered[next] {
				all = append(all, &draw.Node{Label: p.Words[next-1].Tag, Word: next})
			}
		}
	}
	for i, n := range trees {
		words(firsts[i])
		all = append(all, n)
	}
	words(len(covered))
	return all, ordered
}
