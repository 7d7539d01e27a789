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
	"io"
	"strings"
	"unicode/utf8"
)

// Figure is a picture: charts, one below the other.
type Figure struct {
	File   string // the name of its file, without a folder
	Panels []Panel
}

// Panel is a chart in a figure, [Lines] or [Groups], with its legend to the right.
type Panel interface{ draw() *panel }

// Point is a point of a curve.
type Point struct{ X, Y float64 }

// panel is a chart that is ready to be placed in a figure.
type panel struct {
	title  string
	x, y   axis
	height float64
	shapes []func(*canvas) // over the grid, drawn when the axes have their places
	legend []key
}

// key is a line of a legend.
type key struct {
	name       string
	look       look
	line, mark bool
}

// In pixels.
const (
	width      = 492 // of a panel without its legend, where names leave room for the grid
	narrowest  = 240 // of the grid
	margin     = 12  // around and between the parts of a figure
	gap        = 6   // between an axis and its labels
	sample     = 36  // of a line, in the legend
	legendRow  = 16  // of the legend
	titleRoom  = 24  // above the grid
	small, big = 10, 12
)

// wide is how much room a text needs in fonts that are wider than most.
func wide(text string, size float64) float64 {
	return 0.6 * size * float64(utf8.RuneCountInString(text))
}

// WriteSVG draws the figure, with the axes of its charts aligned one below the other.
func (f *Figure) WriteSVG(w io.Writer) error {
	var panels []*panel
	var names, beside, height float64
	for _, one := range f.Panels {
		p := one.draw()
		p.x.mark()
		p.y.mark()
		panels = append(panels, p)
		for _, t := range p.y.ticks {
			names = max(names, wide(t.label, small))
		}
		for _, k := range p.legend {
			beside = max(beside, sample+2*margin+wide(k.name, big))
		}
		height = max(height, p.height, titleRoom+float64(legendRow*len(p.legend)))
	}
	left := 3*margin + names + gap
	right := max(width, left+narrowest)
	c := newCanvas(right+beside+2*margin, float64(len(panels))*(height+2*margin))
	for i, p := range panels {
		top := margin + float64(i)*(height+2*margin)
		p.x.from, p.x.to = left+gap, right-gap // no mark is on the edge
		p.y.from, p.y.to = top+height-p.belowGrid()-gap, top+titleRoom+gap
		p.write(c, top)
	}
	return c.writeTo(w)
}

// belowGrid returns the room for the labels of the x axis.
func (p *panel) belowGrid() float64 {
	lines := 1
	for _, t := range p.x.ticks {
		lines = max(lines, 1+strings.Count(t.label, "\n"))
	}
	return float64(lines*(small+2)) + gap + big + gap
}

// write draws the panel whose axes have their places.
func (p *panel) write(c *canvas, top float64) {
	left, right, bottom, up := p.x.from-gap, p.x.to+gap, p.y.from+gap, p.y.to-gap
	middle := (left + right) / 2
	c.text(middle, top+big, "middle", big, p.title)
	c.text(middle, bottom+p.belowGrid()-gap/2, "middle", big, p.x.label)
	for _, t := range p.x.ticks {
		x := p.x.at(t.at)
		c.path(faint, Point{x, bottom}, Point{x, up})
		for i, line := range strings.Split(t.label, "\n") {
			c.text(x, bottom+gap+float64((i+1)*(small+2))-2, "middle", small, line)
		}
	}
	c.upright(margin+big, (bottom+up)/2, p.y.label)
	for _, t := range p.y.ticks {
		y := p.y.at(t.at)
		c.path(faint, Point{left, y}, Point{right, y})
		c.text(left-gap, y+small/3., "end", small, t.label)
	}
	c.path(axisLine, Point{left, up}, Point{left, bottom}, Point{right, bottom})
	for _, shape := range p.shapes {
		shape(c)
	}
	for i, k := range p.legend {
		x, y := right+2*margin, top+titleRoom+float64(i*legendRow)+legendRow/2
		if k.line {
			c.path(k.look.line, Point{x, y}, Point{x + sample, y})
		}
		if k.mark {
			c.mark(k.look, Point{x + sample/2, y})
		}
		c.text(x+sample+gap, y+big/3., "start", big, k.name)
	}
}
