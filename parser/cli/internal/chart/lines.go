package chart

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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
	Points plotter.XYs
	Best   int // the point with a disc, from 1; 0 for none
}

// draw implements Panel. A curve with all points at 0 on a logarithmic axis, which does not have 0, is
// drawn as the level of its last point. A curve looks the same in all charts, even if some leave out
// others.
func (c *Lines) draw() *panel {
	p := newPanel(c.Title, c.X, c.Y, 320)
	p.Add(plotter.NewGrid())
	p.X.Tick.Marker = ticks{whole: !slices.ContainsFunc(c.Curves, func(l Curve) bool {
		return slices.ContainsFunc(l.Points, func(at plotter.XY) bool { return at.X != math.Trunc(at.X) })
	})}
	for i, l := range c.Curves {
		style, mark := look(i)
		points := slices.DeleteFunc(slices.Clone(l.Points), func(at plotter.XY) bool { return c.LogX && at.X <= 0 })
		switch n := len(l.Points); {
		case n == 0:
		case len(points) == 0:
			y := l.Points[n-1].Y
			level := plotter.NewFunction(func(float64) float64 { return y })
			level.LineStyle = style
			p.Add(level)
			p.Y.Min, p.Y.Max = min(p.Y.Min, y), max(p.Y.Max, y)
			p.legend.Add(fmt.Sprintf("%s (0 %s)", l.Name, c.X), level)
		default:
			p.addLine(l.Name, points, style, mark)
			if l.Best > 0 {
				disc := draw.GlyphStyle{Color: style.Color, Radius: vg.Points(5), Shape: draw.CircleGlyph{}}
				p.Add(&plotter.Scatter{XYs: l.Points[l.Best-1 : l.Best], GlyphStyle: disc})
			}
		}
	}
	if c.Zero && p.Y.Max > 0 {
		p.Y.Min = 0
	}
	if decade := 10.0; c.LogX && p.X.Max >= decade*p.X.Min { // both infinite without points
		p.X.Scale, p.X.Tick.Marker, p.X.AutoRescale = plot.LogScale{}, plot.LogTicks{Prec: -1}, true
	}
	return p
}

func (p *panel) addLine(name string, points plotter.XYs, style draw.LineStyle, mark draw.GlyphStyle) {
	line, marks := &plotter.Line{XYs: points, LineStyle: style}, &plotter.Scatter{XYs: points, GlyphStyle: mark}
	p.Add(line, marks)
	p.legend.Add(name, line, marks)
}
