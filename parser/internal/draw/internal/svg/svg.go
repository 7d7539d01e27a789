// Package svg draws pictures as SVG, with a title, and with the analysis in words as the description. Drawings have no
// script and need no fonts; labels with a known meaning have it as a tooltip.
//
// Each word is a g of class word with data-id. Each arc is a g of class arc with data-head and data-dep, and of class
// basic or enhanced if it is in one layer only; a g of an empty node is also of class empty. Each
// constituent one of class node with data-first and data-last, each vertex one of class vertex with data-id, and each
// edge one of class edge with data-from and data-to; their labels are text of class label with data-label. Marks and
// the states of words are classes, too. What a step of a trace has made has data-since, and so has the line from a
// constituent to its child.
package svg

import (
	_ "embed"
	"io"
	"math"
	"slices"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/plan"
)

//go:embed style.css
var styleSheet string

//go:embed layers.css
var layerSheet string // for pictures of two layers

// CSS returns the rules for pages that hold fragments: light and dark colours.
func CSS() string { return styleSheet + layerSheet }

// Write draws pictures as one SVG, one below the other.
func Write(w io.Writer, pictures []*draw.Picture, o draw.Options) error {
	const between = 24.0 // pictures
	all := &canvas{Picture: &draw.Picture{}}
	for i, p := range pictures {
		c, err := drawn(p, o)
		if err != nil {
			return err
		}
		if len(pictures) == 1 {
			all = c
			break
		}
		if i > 0 {
			all.height += between
			all.Title += "; "
		}
		all.add(c.document(true, attribute("y", number(math.Ceil(all.height)))))
		all.layers = all.layers || c.layers
		all.width, all.height = max(all.width, c.width), all.height+c.height
		all.Title += c.title()
	}
	_, err := io.WriteString(w, all.document(o.Fragment, ""))
	return err
}

func drawn(p *draw.Picture, o draw.Options) (*canvas, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	c := &canvas{Picture: p, rtl: label.RightToLeft(p.Words)}
	c.layers = slices.ContainsFunc(p.Arcs, func(a draw.Arc) bool { return a.Layer != draw.AllLayers }) ||
		slices.ContainsFunc(p.Words, func(w draw.Word) bool { return w.Empty })
	switch {
	case plan.HasGraph(p):
		return c, c.graph(o)
	case plan.HasTrees(p):
		c.trees(o)
	default:
		c.arcs(o)
	}
	return c, nil
}
