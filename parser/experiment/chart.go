package experiment

import (
	"bytes"
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Chart is a line chart.
type Chart struct {
	File        string // name to keep it under, without a folder
	Title, X, Y string
	LogX        bool // has no place for points at 0
	Lines       []Line
}

// Line is a line of a chart.
type Line struct {
	Name   string
	Points plotter.XYs

	look  int  // number of its colour, dashes and marks
	level bool // a line across the chart, at its only point
}

// shown returns the lines that have points, and the axes for them. A line that never
// leaves 0, where a logarithmic axis has no place for it, is shown as the level of its
// last point. Lines look the same in all charts, whatever one of them leaves out.
func (c *Chart) shown() (lines []Line, x, y axis) {
	const xTicks, yTicks = 10, 6
	var xs, ys []float64
	for i, line := range c.Lines {
		l := Line{Name: line.Name, look: i}
		for _, at := range line.Points {
			if !c.LogX || at.X > 0 {
				l.Points = append(l.Points, at)
				xs = append(xs, at.X)
			}
		}
		if n := len(line.Points); n > 0 && len(l.Points) == 0 {
			l.Name, l.level, l.Points = fmt.Sprintf("%s (0 %s)", l.Name, c.X), true, line.Points[n-1:]
		}
		for _, at := range l.Points {
			ys = append(ys, at.Y)
		}
		if len(l.Points) > 0 {
			lines = append(lines, l)
		}
	}
	return lines, newAxis(xs, c.LogX, xTicks), newAxis(ys, false, yTicks)
}

// palette has colours that all can tell apart (Okabe & Ito 2008), but for the yellow,
// which is faint on white. Dashes and marks differ as well, for print without colours.
func palette() []color.Color {
	var colours []color.Color
	for _, rgb := range []uint32{0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000} {
		colours = append(colours, color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF})
	}
	return colours
}

// WriteSVG draws the chart, with its legend to the right. One without points has axes
// from 0 to 1.
func (c *Chart) WriteSVG(w io.Writer) error {
	const width, height, margin = 480, 320, 12 // of the chart without its legend; around all, in points
	lines, x, y := c.shown()
	p, legend := plot.New(), plot.NewLegend()
	p.Title.Text, p.Title.Padding, p.X.Label.Text, p.Y.Label.Text = c.Title, margin, c.X, c.Y
	legend.Top, legend.Left, legend.ThumbnailWidth, legend.Padding = true, true, 3*margin, margin/4
	for _, style := range []*text.Style{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &legend.TextStyle,
	} {
		style.Font.Variant = "Sans"
	}
	p.Add(plotter.NewGrid())
	for _, l := range lines {
		if l.level {
			l.Points = plotter.XYs{{X: x.low, Y: l.Points[0].Y}, {X: x.high, Y: l.Points[0].Y}}
		}
		line, marks, err := plotter.NewLinePoints(l.Points)
		if err != nil {
			return err
		}
		colours := palette()
		line.Color, line.Width, line.Dashes = colours[l.look%len(colours)], vg.Points(1.5), plotutil.Dashes(l.look)
		marks.Color, marks.Shape = line.Color, plotutil.Shape(l.look)
		if l.level {
			p.Add(line)
			legend.Add(l.Name, line)
		} else {
			p.Add(line, marks)
			legend.Add(l.Name, line, marks)
		}
	}
	x.set(&p.X)
	y.set(&p.Y)
	beside := legend.Rectangle(draw.Canvas{}).Size()
	svg := vgsvg.New(width+beside.X+5*margin, max(height, beside.Y)+2*margin)
	all := draw.New(svg)
	all.SetColor(p.BackgroundColor)
	all.Fill(all.Path())
	inside := draw.Crop(all, margin, -margin, margin, -margin)
	p.Draw(draw.Crop(inside, 0, width-inside.Size().X, inside.Size().Y-height, 0))
	legend.Draw(draw.Crop(inside, width+2*margin, 0, 0, 0))
	var text bytes.Buffer
	if _, err := svg.WriteTo(&text); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(text.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,sans-serif;")))
	return err
}
