package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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

// draw implements Panel.
func (g *Groups) draw() (*panel, error) {
	const row, each = 12, 7 // points for a group, and for each value in it
	n, k := len(g.Names), len(g.Series)
	var p *panel
	if g.Ordered {
		p = newPanel(g.Title, g.By, g.Of, 480, 320)
	} else {
		p = newPanel(g.Title, g.Of, "", 480, vg.Length(80+n*(row+each*max(k, 1))))
	}
	var ticks []plot.Tick
	for i, name := range g.Names {
		between, room := " ", "   " // between a name and its row, in case the font is wider than expected
		if g.Ordered {
			between, room = "\n", ""
		}
		if g.Sizes != nil {
			name += between + fmt.Sprintf("(%d)", g.Sizes[i])
		}
		ticks = append(ticks, plot.Tick{Value: g.place(i), Label: name + room})
	}
	names, values := &p.Y, &p.X
	if g.Ordered {
		names, values = values, names
	}
	p.Add(plotter.NewGrid())
	for s, series := range g.Series {
		style, mark := look(s)
		var points plotter.XYs
		var intervals plotter.XErrors
		for i, v := range series.Values {
			if math.IsNaN(v.At) {
				continue
			}
			points = append(points, plotter.XY{X: v.At, Y: g.place(i) + g.beside(s)})
			if v.Low >= v.High {
				v.Low, v.High = v.At, v.At
			}
			intervals = append(intervals, struct{ Low, High float64 }{v.At - v.Low, v.High - v.At})
		}
		if len(points) == 0 {
			continue
		}
		if err := g.add(p, series.Name, points, intervals, style, mark); err != nil {
			return nil, err
		}
	}
	names.Tick.Marker, names.Tick.Length = plot.ConstantTicks(ticks), 0
	names.Min, names.Max = -0.6, float64(n)-0.4
	switch {
	case values.Min > values.Max: // without values
		values.Min, values.Max = 0, 1
	case g.Zero && values.Max > 0:
		values.Min = 0
	}
	return p, nil
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
	fraction := (float64(series) - (k-1)/2) / k
	if g.Ordered {
		return column * fraction
	}
	return row * fraction
}

// add adds the points of a series, whose values are on the x axis, to the plot.
func (g *Groups) add(p *panel, name string, points plotter.XYs, intervals plotter.XErrors, style draw.LineStyle, mark draw.GlyphStyle) error {
	var wide struct { // the points with an interval
		plotter.XYs
		plotter.XErrors
	}
	for i, interval := range intervals {
		if interval.Low+interval.High > 0 {
			wide.XYs, wide.XErrors = append(wide.XYs, points[i]), append(wide.XErrors, interval)
		}
	}
	solid := style
	solid.Dashes, solid.Width = nil, vg.Points(1)
	if g.Ordered {
		turn(points)
		turn(wide.XYs)
		line, marks, err := plotter.NewLinePoints(points)
		if err != nil {
			return err
		}
		line.LineStyle, marks.GlyphStyle = style, mark
		p.Add(line, marks)
		p.legend.Add(name, line, marks)
	} else {
		marks, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		marks.GlyphStyle = mark
		p.Add(marks)
		p.legend.Add(name, marks)
	}
	switch {
	case len(wide.XYs) == 0:
	case g.Ordered:
		bars, err := plotter.NewYErrorBars(struct {
			plotter.XYs
			plotter.YErrors
		}{wide.XYs, plotter.YErrors(wide.XErrors)})
		if err != nil {
			return err
		}
		bars.LineStyle = solid
		p.Add(bars)
	default:
		bars, err := plotter.NewXErrorBars(wide)
		if err != nil {
			return err
		}
		bars.LineStyle = solid
		p.Add(bars)
	}
	return nil
}

// turn swaps the axes.
func turn(points plotter.XYs) {
	for i, at := range points {
		points[i] = plotter.XY{X: at.Y, Y: at.X}
	}
}
