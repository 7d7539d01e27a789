package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
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
	const row, each = 12, 7 // points for a group, and for each value in it
	n := len(g.Names)
	p := newPanel(g.Title, g.Of, "", vg.Length(80+n*(row+each*max(len(g.Series), 1))))
	names, values, between, room := &p.Y, &p.X, " ", "   " // room after a name, in case the font is wider
	if g.Ordered {
		p = newPanel(g.Title, g.By, g.Of, 320)
		names, values, between, room = &p.X, &p.Y, "\n", ""
	}
	var ticks []plot.Tick
	for i, name := range g.Names {
		if g.Sizes != nil {
			name += between + fmt.Sprintf("(%d)", g.Sizes[i])
		}
		ticks = append(ticks, plot.Tick{Value: g.place(i), Label: name + room})
	}
	p.Add(plotter.NewGrid())
	for s := range g.Series {
		g.add(p, s)
	}
	names.Tick.Marker, names.Tick.Length = plot.ConstantTicks(ticks), 0
	names.Min, names.Max = -0.6, float64(n)-0.4
	switch {
	case values.Min > values.Max: // without values
		values.Min, values.Max = 0, 1
	case g.Zero && values.Max > 0:
		values.Min = 0
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
	var points, wide plotter.XYs // those with an interval are wide
	var intervals plotter.XErrors
	for i, v := range g.Series[s].Values {
		if math.IsNaN(v.At) {
			continue
		}
		at := plotter.XY{X: v.At, Y: g.place(i) + g.beside(s)}
		if g.Ordered {
			at.X, at.Y = at.Y, at.X
		}
		points = append(points, at)
		if v.Low < v.High {
			wide, intervals = append(wide, at), append(intervals, struct{ Low, High float64 }{v.At - v.Low, v.High - v.At})
		}
	}
	if len(points) == 0 {
		return
	}
	style, mark := look(s)
	if g.Ordered {
		p.addLine(g.Series[s].Name, points, style, mark)
	} else {
		marks := &plotter.Scatter{XYs: points, GlyphStyle: mark}
		p.Add(marks)
		p.legend.Add(g.Series[s].Name, marks)
	}
	style.Dashes, style.Width = nil, vg.Points(1)
	caps := plotter.DefaultCapWidth
	switch {
	case len(wide) == 0:
	case g.Ordered:
		p.Add(&plotter.YErrorBars{XYs: wide, YErrors: plotter.YErrors(intervals), LineStyle: style, CapWidth: caps})
	default:
		p.Add(&plotter.XErrorBars{XYs: wide, XErrors: intervals, LineStyle: style, CapWidth: caps})
	}
}
