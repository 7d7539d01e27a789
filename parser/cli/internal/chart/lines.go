package chart

import (
	"fmt"
	"math"
	"slices"
)

// Lines is a line chart.
type Lines struct {
	Title, X, Y string
	LogX        bool // the x axis is logarithmic if it spans a decade; then points at 0 are left out
	Zero        bool // the y axis begins at 0
	Curves      []Curve
}

// Curve is a line of a chart.
type Curve struct {
	Name   string
	Points []Point
	Best   int // the point with a disc, from 1; 0 for none
}

// draw implements Panel. A curve with all points at 0 on a logarithmic axis, which does not have 0, is
// drawn as the level of its last point. A curve looks the same in all charts, even if some leave out
// others.
func (c *Lines) draw() *panel {
	p := &panel{title: c.Title, x: newAxis(c.X), y: newAxis(c.Y), height: 320}
	p.x.whole = !slices.ContainsFunc(c.Curves, func(l Curve) bool {
		return slices.ContainsFunc(l.Points, func(at Point) bool { return at.X != math.Trunc(at.X) })
	})
	for i, l := range c.Curves {
		look := lookOf(i)
		points := slices.DeleteFunc(slices.Clone(l.Points), func(at Point) bool { return c.LogX && at.X <= 0 })
		switch n := len(l.Points); {
		case n == 0:
		case len(points) == 0:
			y := l.Points[n-1].Y
			p.y.include(y)
			p.shapes = append(p.shapes, func(c *canvas) { c.path(look.line, Point{p.x.from, p.y.at(y)}, Point{p.x.to, p.y.at(y)}) })
			p.legend = append(p.legend, key{name: fmt.Sprintf("%s (0 %s)", l.Name, c.X), look: look, line: true})
		default:
			p.addLine(l.Name, points, look)
			if l.Best > 0 {
				p.shapes = append(p.shapes, func(c *canvas) { c.form(disc, look.line.colour, true, p.place(l.Points[l.Best-1])) })
			}
		}
	}
	if c.Zero && p.y.high > 0 {
		p.y.low = 0
	}
	if decade := 10.0; c.LogX && !p.x.empty && p.x.high >= decade*p.x.low {
		p.x.decades = true
	}
	return p
}

// place returns where a point is.
func (p *panel) place(at Point) Point { return Point{p.x.at(at.X), p.y.at(at.Y)} }

// include makes the axes reach a point.
func (p *panel) include(at Point) {
	p.x.include(at.X)
	p.y.include(at.Y)
}

// addLine adds a line with marks at its points.
func (p *panel) addLine(name string, points []Point, look look) {
	for _, at := range points {
		p.include(at)
	}
	p.shapes = append(p.shapes, func(c *canvas) {
		var places []Point
		for _, at := range points {
			places = append(places, p.place(at))
		}
		c.path(look.line, places...)
		for _, at := range places {
			c.mark(look, at)
		}
	})
	p.legend = append(p.legend, key{name, look, true, true})
}
