package svg

import (
	"cmp"
	"slices"
	"strconv"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
	"parser/parser/internal/draw/internal/layered"
	"parser/parser/internal/draw/internal/plan"
	"parser/parser/internal/draw/meaning"
)

// graphView is a graph at its place in the picture.
type graphView struct {
	*plan.Graph
	left, top float64
}

// graph draws the picture's graph, with its sentence above it.
func (c *canvas) graph(o draw.Options) error {
	g, err := plan.PlaceGraph(c.Picture, o, false)
	if err == nil && o.Width > 0 && g.Along+2*margin > float64(o.Width) {
		aside, err := plan.PlaceGraph(c.Picture, o, true)
		if err == nil && aside.Away < g.Along {
			g = aside
		}
	}
	if err != nil {
		return err
	}
	width, height := g.Along, g.Away
	if g.Aside {
		width, height = height, width
	}
	line := plan.CaptionWide
	if o.Width > 0 {
		line = min(line, float64(o.Width)-2*margin)
	}
	l := plan.NewArcs(&draw.Picture{Words: c.Words}, plan.SpacingOf(draw.Options{Compact: true}))
	caption := l.Rows(max(1, line, width))
	wide := width
	for _, r := range caption {
		wide = max(wide, r.End-r.Start)
	}
	c.width = max(wide+2*margin, c.legendWidth())
	v := &graphView{g, (c.width - width) / 2, margin}
	for _, r := range caption {
		v.top = c.row(l, r, v.top-margin) + margin
	}
	c.height = v.top + height + margin
	for i := range v.Drawn {
		c.edge(v, i)
	}
	for i := range c.Vertices {
		c.vertex(v, i)
	}
	c.legend(nil)
	return nil
}

// point returns where a place of the plan is in the picture.
func (v *graphView) point(p layered.Point) (x, y float64) {
	if v.Aside {
		p.Along, p.Away = p.Away, p.Along
	}
	return v.left + p.Along, v.top + p.Away
}

// place returns the coordinates of a place of the plan.
func (c *canvas) place(v *graphView, p layered.Point) string {
	x, y := v.point(p)
	return c.at(x) + " " + number(y)
}

func (c *canvas) vertex(v *graphView, i int) {
	n := c.Vertices[i]
	x, y := v.point(v.Nodes[i])
	wide := plan.NodeWidth(v.Vertices[i])
	class, round := "vertex", plan.NodeHigh/2
	if n.Constant {
		class, round = "vertex constant", 0
	}
	c.add(`<g class="`, class, markClass(n.Mark), stateClass(n.State), `" data-id="`, strconv.Itoa(i+1), `"`, since(n.Since), `>`)
	c.rect(`class="box state" fill="none" stroke="currentColor"`+dashes(n.Mark)+` rx="`+number(round)+`"`, x-float64(wide/2),
		x+float64(wide/2), y-plan.NodeHigh/2, wide, plan.NodeHigh)
	at := x - float64(wide/2) + plan.NodeGap
	for _, t := range v.Vertices[i] {
		if t.Mark != n.Mark {
			c.add(`<g class="part`, markClass(t.Mark), `">`)
		}
		class, tip := "tag", ""
		switch t.Kind {
		case plan.Concept:
			class, tip = "label", meaning.Concept(t.Text)
		case plan.Loop:
			class, tip = "role", meaning.Role(t.Text)
		}
		c.text(class, at+float64(t.Width()/2), y+plan.ConceptSize*baseline, t.Size, t.Label(), attribute("data-label", t.Text), tip)
		if t.Mark != n.Mark {
			c.add(`</g>`)
		}
		at += t.Width() + plan.PartGap
	}
	c.add("</g>\n")
}

// edge draws the i-th edge that has a place, with its arrow and its label. The arrow hides where the line ends.
func (c *canvas) edge(v *graphView, i int) {
	e := c.Edges[v.Drawn[i]]
	class, style := "edge", dashes(e.Mark)
	if e.Again {
		class += " again"
		if e.Mark != draw.GoldOnly {
			style += ` stroke-dasharray="2 3"`
		}
	}
	c.add(`<g class="`, class, markClass(e.Mark), `" data-from="`, strconv.Itoa(e.From), `" data-to="`, strconv.Itoa(e.To), `"`, since(e.Since), `>`)
	path, tip, direction := v.path(i)
	c.line("", style)
	c.add("M", c.place(v, path[0]))
	for k := 1; k < len(path); k++ {
		if k%2 == 1 {
			c.add("L", c.place(v, path[k]))
			continue
		}
		first, second := plan.Bend(path, k)
		c.add("C", c.place(v, first), " ", c.place(v, second), " ", c.place(v, path[k]))
	}
	c.add(`"/>`)
	base := tip.Away - float64(direction*plan.HeadHigh)
	c.add(`<path class="tip" fill="currentColor" d="M`, c.place(v, tip), "L", c.place(v, layered.Point{Along: tip.Along - plan.HeadWide/2, Away: base}),
		"L", c.place(v, layered.Point{Along: tip.Along + plan.HeadWide/2, Away: base}), `Z"/>`)
	if text := label.Marked(e.Role, e.Mark); text != "" {
		x, y := v.point(v.Labels[i])
		// In the middle of a parse an edge has the label of the dependency that it will replace.
		c.lineLabel(x, y, roleTop, roleHigh, text, e.Role, cmp.Or(meaning.Role(e.Role), meaning.Of(e.Role)))
	}
	c.add("</g>\n")
}

// path returns the path of an edge up to the middle of its arrow, the tip of the arrow, and the
// direction of the edge: 1 away from the root, or -1.
func (v *graphView) path(i int) (path []layered.Point, tip layered.Point, direction float64) {
	path = slices.Clone(v.Routes[i])
	last := len(path) - 1
	tip, direction = path[last], 1
	if tip.Away < path[0].Away {
		direction = -1
	}
	path[last].Away -= float64(direction * plan.HeadHigh / 2)
	if direction*(path[last-1].Away-path[last].Away) > 0 {
		path[last-1].Away = path[last].Away
	}
	return path, tip, direction
}
