package experiment

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"slices"

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
	LogX        bool // from a decade on; then it has no place for points at 0
	Lines       []Line
}

// Line is a line of a chart.
type Line struct {
	Name   string
	Points plotter.XYs
}

// Charts draws the scores of each language and group of variants against rounds,
// roll-outs and time.
func (t *Table) Charts() []Chart {
	var charts []Chart
	titles := map[string]string{targeted: "targeted exploration", focused: "focused costing"}
	for _, lang := range t.Langs {
		for _, group := range []string{targeted, focused} {
			for _, against := range []struct {
				name, title string
				log         bool
				of          func(n int, r *Round) float64 // after round n, from 1
			}{
				{"rounds", "rounds", false, func(n int, _ *Round) float64 { return float64(n) }},
				{"rollouts", "roll-outs", true, func(_ int, r *Round) float64 { return float64(r.RollOuts) }},
				{"time", "seconds of training", true, func(_ int, r *Round) float64 { return r.Seconds }},
			} {
				c := Chart{
					File: lang + "-" + group + "-" + against.name + ".svg", Title: fmt.Sprintf("%s: V-DAgger with %s", lang, titles[group]),
					X: against.title, Y: t.metric() + " on dev in percent", LogX: against.log,
				}
				if len(t.Seeds) > 1 {
					c.Y += ", mean over seeds"
				}
				for _, v := range t.Variants {
					if v.Group == group {
						c.Lines = append(c.Lines, Line{Name: v.Name, Points: t.meanPoints(t.curves(&v, lang), against.of)})
					}
				}
				if len(c.Lines) > 0 {
					charts = append(charts, c)
				}
			}
		}
	}
	return charts
}

// meanPoints takes the mean of the curves, round by round as far as all of them go.
func (t *Table) meanPoints(curves []Curve, x func(n int, r *Round) float64) (points plotter.XYs) {
	for n := 0; len(curves) > 0 && !slices.ContainsFunc(curves, func(c Curve) bool { return n >= len(c.Rounds) }); n++ {
		points = append(points, plotter.XY{
			X: spreadOf(curves, func(c Curve) float64 { return x(n+1, &c.Rounds[n]) }).Mean,
			Y: spreadOf(curves, func(c Curve) float64 { return c.Rounds[n].Score(t.metric()) }).Mean,
		})
	}
	return points
}

// WriteSVG draws the chart, with its legend to the right. A line that never leaves 0,
// where a logarithmic axis has no place for it, is drawn as the level of its last point.
// Lines look the same in all charts, whatever one of them leaves out.
func (c *Chart) WriteSVG(w io.Writer) error {
	const width, height, margin = 480, 320, 12 // of the chart without its legend; around all, in points
	// Colours that all can tell apart (Okabe & Ito 2008), but for the yellow, which is faint
	// on white. Dashes and marks differ as well, for print without colours.
	palette := []uint32{0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000}
	p, legend := plot.New(), plot.NewLegend()
	p.Title.Text, p.Title.Padding, p.X.Label.Text, p.Y.Label.Text = c.Title, margin, c.X, c.Y
	legend.Top, legend.Left, legend.ThumbnailWidth, legend.Padding = true, true, 3*margin, margin/4
	for _, style := range []*text.Style{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &legend.TextStyle,
	} {
		style.Font.Variant = "Sans"
	}
	p.Add(plotter.NewGrid())
	for i, l := range c.Lines {
		rgb := palette[i%len(palette)]
		look := draw.LineStyle{Color: color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF}, Width: vg.Points(1.5), Dashes: plotutil.Dashes(i)}
		points := slices.DeleteFunc(slices.Clone(l.Points), func(at plotter.XY) bool { return c.LogX && at.X <= 0 })
		switch n := len(l.Points); {
		case n == 0:
		case len(points) == 0:
			y := l.Points[n-1].Y
			level := plotter.NewFunction(func(float64) float64 { return y })
			level.LineStyle = look
			p.Add(level)
			p.Y.Min, p.Y.Max = min(p.Y.Min, y), max(p.Y.Max, y)
			legend.Add(fmt.Sprintf("%s (0 %s)", l.Name, c.X), level)
		default:
			line, marks, err := plotter.NewLinePoints(points)
			if err != nil {
				return err
			}
			line.LineStyle = look
			marks.Color, marks.Shape = look.Color, plotutil.Shape(i)
			p.Add(line, marks)
			legend.Add(l.Name, line, marks)
		}
	}
	if decade := 10.0; c.LogX && p.X.Max >= decade*p.X.Min { // which are infinite without points
		p.X.Scale, p.X.Tick.Marker, p.X.AutoRescale = plot.LogScale{}, plot.LogTicks{Prec: -1}, true
	}
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
