package chart

import (
	"fmt"
	"html"
	"io"
	"strings"
)

// canvas is a picture in the making, as SVG.
type canvas struct{ b strings.Builder }

// dark is what a viewer with a dark page changes. Colours are attributes, so that rules of a style can replace them.
const dark = `<style>@media (prefers-color-scheme: dark) {
.chart text { fill: #eee } .chart [fill="#FFFFFF"] { fill: #121212 } .chart [stroke="#D9D9D9"] { stroke: #45454f }
.chart [stroke="#000000"] { stroke: #eee } .chart [fill="#000000"] { fill: #eee }
.chart [stroke="#0072B2"] { stroke: #3d8fd9 } .chart [fill="#0072B2"] { fill: #3d8fd9 }
}</style>
`

func newCanvas(width, height float64) *canvas {
	c := &canvas{}
	fmt.Fprintf(&c.b, `<svg xmlns="http://www.w3.org/2000/svg" class="chart" width="%.0f" height="%.0f" viewBox="0 0 %.0[1]f %.0[2]f" `+
		`font-family="Liberation Sans,Arial,sans-serif">`+"\n"+dark+`<rect width="100%%" height="100%%" fill="#FFFFFF"/>`+"\n", width, height)
	return c
}

// stroke is how a line looks.
type stroke struct {
	colour string
	width  float64
	dashes string
}

var (
	faint    = stroke{colour: "#D9D9D9", width: 0.5}
	axisLine = stroke{colour: "#000000", width: 0.7}
)

// look is what distinguishes one of several things: its line, and the mark of its points.
type look struct {
	line stroke
	form int
}

// The forms of marks, as paths from their middle. The last ones are filled.
var forms = []string{
	"m-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0z", "m-2.6,-2.6h5.2v5.2h-5.2z", "m0,-3.4l3.2,5.6h-6.4z", "m-3,0h6m-3,-3v6", "m-2.3,-2.3l4.6,4.6m0,-4.6l-4.6,4.6",
	"m-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0z", "m-2.6,-2.6h5.2v5.2h-5.2z", "m0,-3.4l3.2,5.6h-6.4z",
}

const firstFilled = 5

// disc is the mark of what is best.
const disc = "m-5,0a5,5 0 1,0 10,0a5,5 0 1,0 -10,0z"

// lookOf returns the look of the n-th of several things.
func lookOf(n int) look {
	// Colours that colour-blind readers can tell apart (Okabe & Ito 2008), without yellow, which is
	// faint on white.
	palette := []string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"}
	dashes := []string{"", "6,2", "2,2", "6,2,2,2", "1,1"}
	return look{stroke{palette[n%len(palette)], 1.5, dashes[n%len(dashes)]}, n % len(forms)}
}

// path draws lines from point to point.
func (c *canvas) path(s stroke, points ...Point) {
	c.b.WriteString(`<path d="`)
	for i, at := range points {
		fmt.Fprintf(&c.b, "%c%.1f,%.1f", "ML"[min(i, 1)], at.X, at.Y)
	}
	fmt.Fprintf(&c.b, `" fill="none" stroke="%s" stroke-width="%g"`, s.colour, s.width)
	if s.dashes != "" {
		fmt.Fprintf(&c.b, ` stroke-dasharray="%s"`, s.dashes)
	}
	c.b.WriteString("/>\n")
}

// mark draws the mark of a look.
func (c *canvas) mark(l look, at Point) {
	c.form(forms[l.form], l.line.colour, l.form >= firstFilled, at)
}

func (c *canvas) form(path, colour string, filled bool, at Point) {
	fill := "none"
	if filled {
		fill = colour
	}
	fmt.Fprintf(&c.b, `<path d="M%.1f,%.1f%s" fill="%s" stroke="%s"/>`+"\n", at.X, at.Y, path, fill, colour)
}

// text writes a text, if there is one, whose anchor is its start, middle or end.
func (c *canvas) text(x, y float64, anchor string, size int, text string) {
	if text != "" {
		fmt.Fprintf(&c.b, `<text x="%.1f" y="%.1f" text-anchor="%s" font-size="%d">%s</text>`+"\n", x, y, anchor, size, html.EscapeString(text))
	}
}

// upright writes a text that goes up, around its middle.
func (c *canvas) upright(x, y float64, text string) {
	if text != "" {
		fmt.Fprintf(&c.b, `<text transform="translate(%.1f,%.1f) rotate(-90)" text-anchor="middle" font-size="%d">%s</text>`+"\n", x, y, big, html.EscapeString(text))
	}
}

func (c *canvas) writeTo(w io.Writer) error {
	c.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, c.b.String())
	return err
}
