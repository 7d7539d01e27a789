package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Groups is a chart of what several things reach in groups: a row for each group, the first at
// the top, or, where the groups are in an order, a column for each with lines between them.
type Groups struct {
	Title, Of string // … and what the values are
	By        string // what the groups are
	Ordered   bool
	Zero      bool     // values begin at 0
	Names     []string // of the groups
	Sizes     []int    // … which stand behind them; nil for none
	Series    []Series
}

// Series is what one of them reaches in each group.
type Series struct {
	Name   string
	Values []Value
}

// Value is a value with an interval, from Low to High where that is not empty. NaN is none.
type Value struct{ At, Low, High float64 }

// None is no value.
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
		between, room := " ", "   " // … between a name and its row, if the font is wider than it should be
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
	case values.Min > values.Max: // nothing is there
		values.Min, values.Max = 0, 1
	case g.Zero && values.Max > 0:
		values.Min = 0
	}
	return p, nil
}

// place is where a group stands on its axis, which goes up.
func (g *Groups) place(i int) float64 {
	if g.Ordered {
		return float64(i)
	}
	return float64(len(g.Names) - 1 - i)
}

// beside is how far from the place of its group a series stands, so that none hides another: the
// first to the left, or above.
func (g *Groups) beside(series int) float64 {
	const column, row = 0.2, -0.6 // that all of them take, of what a group has
	k := float64(len(g.Series))
	fraction := (float64(series) - (k-1)/2) / k
	if g.Ordered {
		return column * fraction
	}
	return row * fraction
}

// add adds the points of a series, whose values are on the x axis, to the plot.
func (g *Groups) add(p *panel, name string, points plotter.XYs, intervals plotter.XErrors, style draw.LineStyle, mark draw.GlyphStyle) error {
	var wide struct { // those that have an interval
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
