package chart

import (
	"fmt"
	"math"
)

// Groups is a chart of the values of several series in groups. Each group is a row, the first at the
// top. If the groups have an order, each is a column, and lines join them.
type Groups struct {
	Title   string
	Of      string // what the values are
	By      string // what the groups are
	Ordered bool
	Zero    bool     // the axis of the values begins at 0
	Names   []string // of the groups
	Sizes   []int    // of the groups, shown after their names; nil for none
	Series  []Series
}

// Series is a series with its value in each group.
type Series struct {
	Name   string
	Values []Value
}

// Value is a value with an interval from Low to High, unless that is empty. At is NaN if there is no
// value.
type Value struct{ At, Low, High float64 }

// None returns the absence of a value.
func None() Value { return Value{At: math.NaN()} }

func (g *Groups) draw() *panel {
	const row, each = 12, 7 // for a group, and for each value in it
	n := len(g.Names)
	p := &panel{title: g.Title, x: newAxis(g.Of), y: newAxis(""), height: float64(80 + n*(row+each*max(len(g.Series), 1)))}
	names, values, between := &p.y, &p.x, " "
	if g.Ordered {
		p.x, p.y, p.height = newAxis(g.By), newAxis(g.Of), 320
		names, values, between = &p.x, &p.y, "\n"
	}
	for s := range g.Series {
		g.add(p, s)
	}
	names.ticks = []tick{}
	for i, name := range g.Names {
		if g.Sizes != nil {
			name += between + fmt.Sprintf("(%d)", g.Sizes[i])
		}
		names.ticks = append(names.ticks, tick{g.place(i), name})
	}
	names.low, names.high = -0.6, float64(n)-0.4
	switch {
	case values.empty:
		values.low, values.high = 0, 1
	case g.Zero && values.high > 0:
		values.low = 0
	}
	return p
}

// place returns the place of a group on its axis, which goes up.
func (g *Groups) place(i int) float64 {
	if g.Ordered {
		return float64(i)
	}
	return float64(len(g.Names) - 1 - i)
}

// beside returns how far a series is from the place of its group, so that no series hides another.
// The first is to the left, or above.
func (g *Groups) beside(series int) float64 {
	const column, row = 0.2, -0.6 // the share of a group that all series take
	k := float64(len(g.Series))
	fraction := (float64(series) - float64((k-1)/2)) / k
	if g.Ordered {
		return column * fraction
	}
	return row * fraction
}

// add adds a series, unless it has no values.
func (g *Groups) add(p *panel, s int) {
	turned := func(at Point) Point { // groups are on the x axis if they are ordered
		if g.Ordered {
			at.X, at.Y = at.Y, at.X
		}
		return at
	}
	var points []Point
	var intervals [][2]Point
	for i, v := range g.Series[s].Values {
		if math.IsNaN(v.At) {
			continue
		}
		across := g.place(i) + g.beside(s)
		points = append(points, turned(Point{v.At, across}))
		if v.Low < v.High {
			intervals = append(intervals, [2]Point{turned(Point{v.Low, across}), turned(Point{v.High, across})})
		}
	}
	if len(points) == 0 {
		return
	}
	look := lookOf(s)
	if g.Ordered {
		p.addLine(g.Series[s].Name, points, look)
	} else {
		for _, at := range points {
			p.include(at)
		}
		p.shapes = append(p.shapes, func(c *canvas) {
			for _, at := range points {
				c.mark(look, p.place(at))
			}
		})
		p.legend = append(p.legend, key{name: g.Series[s].Name, look: look, mark: true})
	}
	for _, ends := range intervals {
		p.include(ends[0])
		p.include(ends[1])
	}
	p.shapes = append(p.shapes, func(c *canvas) {
		for _, ends := range intervals {
			g.interval(c, look.line.colour, p.place(ends[0]), p.place(ends[1]))
		}
	})
}

// interval draws a line with caps.
func (g *Groups) interval(c *canvas, colour string, low, high Point) {
	const cap = 2.5
	thin, across := stroke{colour: colour, width: 1}, Point{0, cap}
	if g.Ordered {
		across = Point{cap, 0}
	}
	c.path(thin, low, high)
	for _, end := range []Point{low, high} {
		c.path(thin, Point{end.X - across.X, end.Y - across.Y}, Point{end.X + across.X, end.Y + across.Y})
	}
}
