// Package chart draws numbers as SVG: curves, scores in groups with intervals, the learning curves of
// a training, and comparisons of systems.
//
//	figure := chart.Figure{File: "las.svg", Panels: []chart.Panel{&chart.Lines{
//		Title: "Danish", X: "epoch", Y: "LAS", Curves: []chart.Curve{{Name: "network", Points: points}},
//	}}}
//	err := figure.WriteSVG(w)
//
// Colour-blind readers can tell the colours apart, and dashes and marks differ as well, for print
// without colours. A picture does not depend on time, chance or the fonts of a machine.
package chart

import (
	"bytes"
	"image/color"
	"io"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a picture: charts, one below the other.
type Figure struct {
	File   string // the name of its file, without a folder
	Panels []Panel
}

// Panel is a chart in a figure, [Lines] or [Groups], with its legend to the right.
type Panel interface{ draw() *panel }

// panel is a chart that is ready to be placed in a figure.
type panel struct {
	*plot.Plot
	legend plot.Legend
	height vg.Length
}

// In points.
const (
	width  = 480 // of a panel without its legend
	margin = 12  // around and between the parts of a figure
)

func newPanel(title, x, y string, height vg.Length) *panel {
	p := &panel{plot.New(), plot.NewLegend(), height}
	p.Title.Text, p.Title.Padding, p.X.Label.Text, p.Y.Label.Text = title, margin, x, y
	p.legend.Top, p.legend.Left, p.legend.ThumbnailWidth, p.legend.Padding = true, true, 3*margin, margin/4
	for _, style := range []*text.Style{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.legend.TextStyle,
	} {
		style.Font.Variant = "Sans"
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks{}, ticks{}
	return p
}

// ticks are at multiples of a power of ten, or of 2 or 5 times it. There are at most eight, and all
// have labels.
type ticks struct{ whole bool } // only at whole numbers

// Ticks implements plot.Ticker.
func (t ticks) Ticks(low, high float64) (all []plot.Tick) {
	const most = 8
	if !(high > low) {
		return []plot.Tick{{Value: low, Label: strconv.FormatFloat(low, 'g', 4, 64)}}
	}
	power := math.Floor(math.Log10((high - low) / most))
	if t.whole {
		power = max(0, power)
	}
	unit := math.Pow(10, power)
	step := unit
	for _, factor := range []float64{1, 2, 5, 10} {
		if step = factor * unit; math.Floor(high/step)-math.Ceil(low/step) < most {
			if factor == 10 {
				power++
			}
			break
		}
	}
	for n := math.Ceil(low / step); n*step <= high; n++ {
		all = append(all, plot.Tick{Value: n * step, Label: strconv.FormatFloat(float64(n*step)+0, 'f', int(max(0, -power)), 64)})
	}
	return all
}

// look returns the line and the mark that distinguish the n-th of several things.
func look(n int) (draw.LineStyle, draw.GlyphStyle) {
	// Colours that colour-blind readers can tell apart (Okabe & Ito 2008), without yellow, which is
	// faint on white.
	palette := []uint32{0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000}
	rgb := palette[n%len(palette)]
	line := draw.LineStyle{Color: color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xFF}, Width: vg.Points(1.5), Dashes: plotutil.Dashes(n)}
	return line, draw.GlyphStyle{Color: line.Color, Radius: vg.Points(3), Shape: plotutil.Shape(n)}
}

// WriteSVG draws the figure, with the axes of its charts aligned one below the other.
func (f *Figure) WriteSVG(w io.Writer) error {
	var panels []*panel
	var plots [][]*plot.Plot
	var beside, height vg.Length
	for _, one := range f.Panels {
		p := one.draw()
		panels, plots = append(panels, p), append(plots, []*plot.Plot{p.Plot})
		legend := p.legend.Rectangle(draw.Canvas{}).Size()
		beside, height = max(beside, 1.2*legend.X), max(height, p.height, legend.Y) // other fonts are wider
	}
	svg := vgsvg.New(width+beside+5*margin, vg.Length(len(panels))*(height+2*margin))
	all := draw.New(svg)
	all.SetColor(color.White)
	all.Fill(all.Path())
	tiles := draw.Tiles{Cols: 1, Rows: len(panels), PadX: margin, PadY: 2 * margin, PadTop: margin, PadBottom: margin, PadLeft: margin, PadRight: margin}
	for i, canvases := range plot.Align(plots, tiles, draw.Crop(all, 0, -beside-3*margin, 0, 0)) {
		panels[i].Draw(canvases[0])
		panels[i].legend.Draw(draw.Crop(tiles.At(all, 0, i), width+2*margin, 0, 0, 0))
	}
	var text bytes.Buffer
	if _, err := svg.WriteTo(&text); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(text.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,sans-serif;")))
	return err
}
