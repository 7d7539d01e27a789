package plan

import (
	"fmt"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/layered"
)

// Sizes of graphs in pixels.
const (
	ConceptSize = 14.0 // of fonts
	NodeHigh    = 23.0
	NodeGap     = 7.0             // between a node's border and its text
	PartGap     = 4.0             // between the texts of a node
	CaptionWide = 480.0           // of the sentence above a graph, unless the graph is wider
	roleRoom    = 4.0             // beside the role of an edge
	roleHigh    = LabelSize * 1.3 // of the role of an edge, with the space around it
)

// The spaces of graphs: upright, from the side, and compact either way.
var (
	spaceUpright = layered.Options{Gap: 14, Pass: 9, Tier: 13}
	spaceAside   = layered.Options{Gap: 6, Pass: 6, Tier: 16}
	spaceCompact = layered.Options{Gap: 6, Pass: 5, Tier: 9}
)

// Graph is a graph with a place for everything. Upright its layers are rows; from the side they are columns.
type Graph struct {
	*layered.Drawing
	Vertices [][]Part
	Drawn    []int // the edges that have a place: all but those from a vertex to itself
	Aside    bool
}

// Part is a text in a node: its variable, its concept, or the role of an edge to itself.
type Part struct {
	Kind Kind
	Text string
	Mark draw.Mark
	Size float64 // of the font
}

// Kind is the kind of a text in a node.
type Kind uint8

const (
	Variable Kind = iota
	Concept
	Loop
)

// Label returns the text as it is shown, with its sign.
func (t Part) Label() string {
	text := label.Marked(t.Text, t.Mark)
	if t.Kind == Loop {
		text = "↻" + text
	}
	return text
}

// Width returns how wide the text is.
func (t Part) Width() float64 { return label.Width(t.Label(), t.Size) }

// PlaceGraph places a graph. If edges lead from TOP, TOP is a node after all others, without a
// size. The error is a draw.ErrTooLarge.
func PlaceGraph(p *draw.Picture, o draw.Options, aside bool) (*Graph, error) {
	v := &Graph{Aside: aside, Vertices: Parts(p, !o.Compact)}
	size := func(width, height float64) layered.Size {
		if aside {
			return layered.Size{Along: height, Away: width}
		}
		return layered.Size{Along: width, Away: height}
	}
	g := &layered.Graph{}
	for _, parts := range v.Vertices {
		g.Nodes = append(g.Nodes, size(NodeWidth(parts), NodeHigh))
	}
	for k, e := range p.Edges {
		if e.From == e.To {
			continue
		}
		from := e.From - 1
		if e.From == 0 {
			from = len(p.Vertices)
			g.Nodes, g.Root = append(g.Nodes[:from], layered.Size{}), from
		}
		v.Drawn = append(v.Drawn, k)
		g.Edges = append(g.Edges, layered.Edge{From: from, To: e.To - 1, Label: size(label.Width(label.Marked(e.Role, e.Mark), LabelSize)+roleRoom, roleHigh)})
	}
	space := spaceUpright
	switch {
	case o.Compact:
		space = spaceCompact
	case aside:
		space = spaceAside
	}
	var err error
	if v.Drawing, err = layered.Place(g, space); err != nil {
		return nil, fmt.Errorf("%w: %w", draw.ErrTooLarge, err)
	}
	return v, nil
}

// Parts returns the texts of each vertex, with or without variables.
func Parts(p *draw.Picture, variables bool) [][]Part {
	all := make([][]Part, len(p.Vertices))
	for i, v := range p.Vertices {
		if v.Var != "" && (variables || v.Label == "") {
			all[i] = append(all[i], Part{Variable, v.Var, draw.Same, TagSize})
		}
		if v.Instead == "" {
			all[i] = append(all[i], Part{Concept, v.Label, v.Mark, ConceptSize})
		} else {
			all[i] = append(all[i], Part{Concept, v.Label, draw.GoldOnly, ConceptSize}, Part{Concept, v.Instead, draw.SystemOnly, ConceptSize})
		}
	}
	for _, e := range p.Edges {
		if e.From == e.To {
			all[e.To-1] = append(all[e.To-1], Part{Loop, e.Role, e.Mark, LabelSize})
		}
	}
	return all
}

// NodeWidth returns how wide a node is around its texts.
func NodeWidth(parts []Part) float64 {
	wide := 2*NodeGap - PartGap
	for _, t := range parts {
		wide += t.Width() + PartGap
	}
	return wide
}

// Bend returns the control points of the curve to the k-th point of a route. The curve leaves both
// ends perpendicular to the layers, unless it starts at a node's border, from which edges fan out.
func Bend(route []layered.Point, k int) (first, second layered.Point) {
	const fan = 0.6 // of the distance along the layers
	from, to := route[k-1], route[k]
	first, second = from, to
	first.Away = float64((from.Away + to.Away) / 2)
	second.Away = first.Away
	if k == 2 && route[0] == route[1] {
		first.Along += float64(fan * (to.Along - from.Along))
	}
	return first, second
}
