package draw

import (
	"fmt"
	"slices"
	"strconv"

	"parser/parser/internal/layered"
	"parser/parser/internal/meaning"
)

// Sizes of graphs in pixels.
const (
	conceptSize = 14.0 // of fonts
	nodeHigh    = 23.0
	nodeGap     = 7.0 // between a node's border and its text
	partGap     = 4.0 // between the texts of a node
)

// graphView is a graph in its place. Upright its layers are rows; from the side they are columns.
type graphView struct {
	*layered.Drawing
	vertices  [][]part
	drawn     []int // edges, those of vertices to themselves being none
	aside     bool
	left, top float64
}

// part is a text in a node: its variable, its concept, or the role of an edge to itself.
type part struct {
	label, class, tip string
	mark              Mark
	size              float64
}

// The classes of parts.
const (
	classVar   = "tag"
	classLabel = "label"
	classLoop  = "role"
)

func (t part) text() string {
	text := t.mark.sign() + clean(t.label)
	if t.class == classLoop {
		text = "↻" + text
	}
	return text
}

func (t part) width() float64 { return textWidth(t.text()) * t.size }

// graph draws the picture's graph, and its sentence above it.
func (c *canvas) graph(o Options) error {
	v, err := viewGraph(c.Picture, o, false)
	if err == nil && o.Width > 0 && v.Along+2*margin > float64(o.Width) {
		aside, err := viewGraph(c.Picture, o, true)
		if err == nil && aside.Away < v.Along {
			v = aside
		}
	}
	if err != nil {
		return err
	}
	width, height := v.Along, v.Away
	if v.aside {
		width, height = height, width
	}
	line := 480.0 // of the sentence
	if o.Width > 0 {
		line = min(line, float64(o.Width)-2*margin)
	}
	l := newArcLayout(&Picture{Words: c.Words}, metricsOf(Options{Compact: true}))
	caption := l.rows(max(1, line, width))
	wide := width
	for _, r := range caption {
		wide = max(wide, r.end-r.start)
	}
	c.width = max(wide+2*margin, c.legendWidth())
	v.left, v.top = (c.width-width)/2, margin
	for _, r := range caption {
		v.top = c.arcRow(l, r, v.top-margin) + margin
	}
	c.height = v.top + height + margin
	for i := range v.drawn {
		c.edge(v, i)
	}
	for i := range c.Vertices {
		c.vertex(v, i)
	}
	c.legend(nil)
	return nil
}

// viewGraph places a graph. TOP, if edges lead from it, is a node behind all others.
func viewGraph(p *Picture, o Options, aside bool) (*graphView, error) {
	v := &graphView{aside: aside, vertices: p.parts(!o.Compact)}
	size := func(width, height float64) layered.Size {
		if aside {
			return layered.Size{Along: height, Away: width}
		}
		return layered.Size{Along: width, Away: height}
	}
	g := &layered.Graph{}
	for _, parts := range v.vertices {
		g.Nodes = append(g.Nodes, size(nodeWidth(parts), nodeHigh))
	}
	for k, e := range p.Edges {
		if e.From == e.To {
			continue
		}
		if e.From == 0 && g.Root == 0 {
			g.Nodes, g.Root = append(g.Nodes, layered.Size{}), len(p.Vertices)
		}
		from := e.From - 1
		if e.From == 0 {
			from = g.Root
		}
		v.drawn = append(v.drawn, k)
		g.Edges = append(g.Edges, layered.Edge{From: from, To: e.To - 1, Label: size(textWidth(e.text())*labelSize+4, labelSize*1.3)})
	}
	space := layered.Options{Gap: 14, Pass: 9, Tier: 13}
	if aside {
		space = layered.Options{Gap: 6, Pass: 6, Tier: 16}
	}
	if o.Compact {
		space = layered.Options{Gap: 6, Pass: 5, Tier: 9}
	}
	var err error
	if v.Drawing, err = layered.Place(g, space); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	return v, nil
}

// parts returns the texts of each vertex.
func (p *Picture) parts(variables bool) [][]part {
	all := make([][]part, len(p.Vertices))
	for i, v := range p.Vertices {
		concept := func(label string, m Mark) {
			tip, _ := meaning.Concept(label)
			all[i] = append(all[i], part{label, classLabel, tip, m, conceptSize})
		}
		if v.Var != "" && (variables || v.Label == "") {
			all[i] = append(all[i], part{label: v.Var, class: classVar, size: tagSize})
		}
		if v.Instead == "" {
			concept(v.Label, v.Mark)
		} else {
			concept(v.Label, GoldOnly)
			concept(v.Instead, SystemOnly)
		}
	}
	for _, e := range p.Edges {
		if e.From == e.To {
			tip, _ := meaning.Role(e.Role)
			all[e.To-1] = append(all[e.To-1], part{e.Role, classLoop, tip, e.Mark, labelSize})
		}
	}
	return all
}

// nodeWidth returns how wide a node is around its texts.
func nodeWidth(parts []part) float64 {
	wide := 2*nodeGap - partGap
	for _, t := range parts {
		wide += t.width() + partGap
	}
	return wide
}

// point returns where a place of the layout is in the picture.
func (v *graphView) point(p layered.Point) (x, y float64) {
	if v.aside {
		p.Along, p.Away = p.Away, p.Along
	}
	return v.left + p.Along, v.top + p.Away
}

// vertex draws a vertex: rounded, or with corners if it is a constant.
func (c *canvas) vertex(v *graphView, i int) {
	n := c.Vertices[i]
	x, y := v.point(v.Nodes[i])
	wide := nodeWidth(v.vertices[i])
	class, round := "vertex", nodeHigh/2
	if n.Constant {
		class, round = "vertex constant", 0
	}
	left := x - wide/2
	edge := left
	if c.rtl {
		edge = x + wide/2
	}
	c.add(`<g class="`, class, n.Mark.class(), n.State.class(), `" data-id="`, strconv.Itoa(i+1), `"`, since(n.Since), `>`)
	c.add(`<rect class="box state" fill="none" stroke="currentColor"`, n.Mark.dashes(), ` rx="`, number(round), `" x="`, c.at(edge), `" y="`, number(y-nodeHigh/2),
		`" width="`, number(wide), `" height="`, number(nodeHigh), `"/>`)
	at := left + nodeGap
	for _, t := range v.vertices[i] {
		if t.mark != n.Mark {
			c.add(`<g class="part`, t.mark.class(), `">`)
		}
		c.text(t.class, at+t.width()/2, y+conceptSize*0.35, t.size, t.text(), attribute("data-label", t.label), t.tip)
		if t.mark != n.Mark {
			c.add(`</g>`)
		}
		at += t.width() + partGap
	}
	c.add("</g>\n")
}

// edge draws one of the edges that are drawn, with its arrow and its label. The arrow hides where
// the line ends.
func (c *canvas) edge(v *graphView, i int) {
	e := c.Edges[v.drawn[i]]
	class, dashes := "edge", e.Mark.dashes()
	if e.Again {
		class += " again"
		if e.Mark != GoldOnly {
			dashes += ` stroke-dasharray="2 3"`
		}
	}
	c.add(`<g class="`, class, e.Mark.class(), `" data-from="`, strconv.Itoa(e.From), `" data-to="`, strconv.Itoa(e.To), `"`, since(e.Since), `>`)
	path, tip, direction := v.line(i)
	c.add(`<path class="line" fill="none" stroke="currentColor"`, dashes, ` d="M`, c.place(v, path[0]))
	for k := 1; k < len(path); k++ {
		if k%2 == 1 {
			c.add("L", c.place(v, path[k]))
			continue
		}
		first, second := bend(path, k)
		c.add("C", c.place(v, first), " ", c.place(v, second), " ", c.place(v, path[k]))
	}
	c.add(`"/>`)
	base := tip.Away - direction*headHigh
	c.add(`<path class="tip" fill="currentColor" d="M`, c.place(v, tip), "L", c.place(v, layered.Point{Along: tip.Along - headWide/2, Away: base}),
		"L", c.place(v, layered.Point{Along: tip.Along + headWide/2, Away: base}), `Z"/>`)
	if text := e.text(); text != "" {
		x, y := v.point(v.Labels[i])
		wide := textWidth(text)*labelSize + 2
		left := x - wide/2
		if c.rtl {
			left = x + wide/2
		}
		c.add(`<rect class="ground" fill="#fff" x="`, c.at(left), `" y="`, number(y-labelSize*0.6), `" width="`, number(wide), `" height="`, number(labelSize*1.2), `"/>`)
		meant, ok := meaning.Role(e.Role)
		if !ok { // in the middle of a parse, the relation that it was
			meant, _ = meaning.Of(e.Role)
		}
		c.text("label", x, y+labelSize*0.35, labelSize, text, attribute("data-label", e.Role), meant)
	}
	c.add("</g>\n")
}

// bend returns the control points of the curve to the k-th point of a path: away from the layers
// it joins, but for one that begins at a node's border, which fans out.
func bend(path []layered.Point, k int) (first, second layered.Point) {
	from, to := path[k-1], path[k]
	first, second = from, to
	first.Away = (from.Away + to.Away) / 2
	second.Away = first.Away
	if k == 2 && path[0] == path[1] {
		first.Along += 0.6 * (to.Along - from.Along)
	}
	return first, second
}

// place returns the coordinates of a place of the layout.
func (c *canvas) place(v *graphView, p layered.Point) string {
	x, y := v.point(p)
	return c.at(x) + " " + number(y)
}

// line returns the path of an edge up to the middle of its arrow, where that points to, and its
// direction: 1 away from the root, or -1.
func (v *graphView) line(i int) (path []layered.Point, tip layered.Point, direction float64) {
	path = slices.Clone(v.Routes[i])
	last := len(path) - 1
	tip, direction = path[last], 1
	if tip.Away < path[0].Away {
		direction = -1
	}
	path[last].Away -= direction * headHigh / 2
	if direction*(path[last-1].Away-path[last].Away) > 0 {
		path[last-1].Away = path[last].Away
	}
	return path, tip, direction
}
