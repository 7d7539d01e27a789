package cli

import (
	"fmt"
	"html"
	"io"
	"strings"
	"unicode/utf8"
)

// plot is a line chart, drawn as SVG.
type plot struct {
	title, xName, yName string
	logX                bool // has no place for points at 0
	series              []series
}

// series is a line of a chart.
type series struct {
	name   string
	points []point
	look   int  // number of its colour, dashes and marks
	level  bool // a line across the chart, at its only point
}

type point struct{ x, y float64 }

// The sizes of a chart, in pixels.
const (
	plotLeft, plotTop       = 64.0, 40.0
	plotWidth, plotHeight   = 480.0, 320.0
	plotBelow, plotMargin   = 56.0, 16.0
	legendLine, legendMark  = 20.0, 46.0
	letterWidth, textHeight = 7.0, 4.0 // of small letters, at most; of half a letter
	tickLength, markSize    = 5.0, 3.2
)

// palette has colours that all can tell apart (Okabe & Ito 2008), but for the yellow,
// which is faint on white. Dashes and marks differ as well, for print without colours: as
// many dashes as colours, so that they repeat together and marks tell the lines apart.
func palette() []string {
	return []string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"}
}

func dashes() []string { return []string{"", "7 3", "2 3", "9 3 2 3", "4 2", "12 3", "9 3 2 3 2 3"} }

// write draws the chart. One without points has axes from 0 to 1.
func (p *plot) write(w io.Writer) error {
	d := p.drawing()
	var b strings.Builder
	width := plotLeft + plotWidth + plotMargin + d.legendWidth()
	height := max(plotTop+plotHeight+plotBelow, plotTop+legendLine*float64(len(d.series))+plotMargin)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" font-family="sans-serif" font-size="12">`+"\n", width, height, width, height)
	fmt.Fprintf(&b, `<title>%s</title>`+"\n", html.EscapeString(p.title))
	fmt.Fprintf(&b, `<rect width="%.0f" height="%.0f" fill="#ffffff"/>`+"\n", width, height)
	text(&b, plotLeft, plotTop-plotMargin, "start", ` font-size="14"`, p.title)
	d.axes(&b)
	for i := range d.series {
		d.line(&b, &d.series[i])
		d.legend(&b, i)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// drawing is a chart with its axes.
type drawing struct {
	*plot
	series []series // those that have points
	x, y   axis
}

func (p *plot) drawing() *drawing {
	const xTicks, yTicks = 10, 6
	d := &drawing{plot: p}
	var xs, ys []float64
	for i, s := range p.series {
		shown := p.shown(&s)
		shown.look = i // the same in all charts of these lines, whatever one of them leaves out
		for _, at := range shown.points {
			if ys = append(ys, at.y); !shown.level {
				xs = append(xs, at.x)
			}
		}
		if len(shown.points) > 0 {
			d.series = append(d.series, shown)
		}
	}
	d.x, d.y = newAxis(xs, p.logX, xTicks), newAxis(ys, false, yTicks)
	return d
}

// shown returns what is drawn of a line. One that never leaves 0, where there is no place
// for it, is drawn as the level of its last point.
func (p *plot) shown(s *series) series {
	shown := series{name: s.name}
	for _, at := range s.points {
		if !p.logX || at.x > 0 {
			shown.points = append(shown.points, at)
		}
	}
	if len(shown.points) == 0 && len(s.points) > 0 {
		shown.name, shown.level = fmt.Sprintf("%s (0 %s)", s.name, p.xName), true
		shown.points = s.points[len(s.points)-1:]
	}
	return shown
}

// place returns where a point is drawn.
func (d *drawing) place(at point) (x, y float64) {
	return plotLeft + plotWidth*d.x.at(at.x), plotTop + plotHeight*(1-d.y.at(at.y))
}

// legendWidth returns the room for the longest name.
func (d *drawing) legendWidth() float64 {
	longest := 0
	for _, s := range d.series {
		longest = max(longest, utf8.RuneCountInString(s.name))
	}
	return plotMargin + legendMark + letterWidth*float64(longest)
}

// axes draws a frame, ticks, faint lines at the ticks and what the axes mean.
func (d *drawing) axes(b *strings.Builder) {
	const bottom, right = plotTop + plotHeight, plotLeft + plotWidth
	for _, tick := range d.x.ticks {
		x, _ := d.place(point{tick, d.y.low})
		fmt.Fprintf(b, `<path d="M%.1f %.1fV%.1f" stroke="#dddddd"/>`+"\n", x, bottom, plotTop)
		fmt.Fprintf(b, `<path d="M%.1f %.1fv%.1f" stroke="#000000"/>`+"\n", x, bottom, tickLength)
		text(b, x, bottom+tickLength+plotMargin-textHeight, "middle", "", d.x.label(tick))
	}
	for _, tick := range d.y.ticks {
		_, y := d.place(point{d.x.low, tick})
		fmt.Fprintf(b, `<path d="M%.1f %.1fH%.1f" stroke="#dddddd"/>`+"\n", plotLeft, y, right)
		fmt.Fprintf(b, `<path d="M%.1f %.1fh%.1f" stroke="#000000"/>`+"\n", plotLeft, y, -tickLength)
		text(b, plotLeft-tickLength-textHeight, y+textHeight, "end", "", d.y.label(tick))
	}
	fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" stroke="#000000"/>`+"\n", plotLeft, plotTop, plotWidth, plotHeight)
	text(b, plotLeft+plotWidth/2, bottom+plotBelow-plotMargin, "middle", "", d.xName)
	y := plotTop + plotHeight/2
	text(b, plotMargin, y, "middle", fmt.Sprintf(` transform="rotate(-90 %.1f %.1f)"`, plotMargin, y), d.yName)
}

// text draws a line of text.
func text(b *strings.Builder, x, y float64, anchor, more, line string) {
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>`+"\n", x, y, anchor, more, html.EscapeString(line))
}

// style returns how a line of a look is drawn.
func style(i int) string {
	colours, dashes := palette(), dashes()
	text := fmt.Sprintf(`fill="none" stroke="%s" stroke-width="1.8"`, colours[i%len(colours)])
	if dash := dashes[i%len(dashes)]; dash != "" {
		text += fmt.Sprintf(` stroke-dasharray="%s"`, dash)
	}
	return text
}

// line draws a line with marks.
func (d *drawing) line(b *strings.Builder, s *series) {
	var path strings.Builder
	for k, at := range s.points {
		x, y := d.place(at)
		if s.level {
			fmt.Fprintf(&path, "M%.1f %.1fH%.1f", plotLeft, y, plotLeft+plotWidth)
			break
		}
		fmt.Fprintf(&path, "%c%.1f %.1f", "ML"[min(k, 1)], x, y)
	}
	fmt.Fprintf(b, `<path d="%s" %s/>`+"\n", path.String(), style(s.look))
	for _, at := range s.points {
		if x, y := d.place(at); !s.level {
			mark(b, s.look, x, y)
		}
	}
}

// mark draws a mark of a line: a circle, a square or a diamond.
func mark(b *strings.Builder, i int, x, y float64) {
	colours := palette()
	fill := colours[i%len(colours)]
	const r, kinds = markSize, 3
	switch i % kinds {
	case 0:
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s"/>`+"\n", x, y, r, fill)
	case 1:
		fmt.Fprintf(b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"/>`+"\n", x-r, y-r, 2*r, 2*r, fill)
	default:
		fmt.Fprintf(b, `<path d="M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f %.1fz" fill="%s"/>`+"\n", x, y-1.4*r, 1.4*r, 1.4*r, -1.4*r, 1.4*r, -1.4*r, -1.4*r, fill)
	}
}

// legend draws the i-th entry of the legend.
func (d *drawing) legend(b *strings.Builder, i int) {
	x, y := plotLeft+plotWidth+plotMargin, plotTop+legendLine*(float64(i)+0.5)
	s := &d.series[i]
	fmt.Fprintf(b, `<path d="M%.1f %.1fh%.1f" %s/>`+"\n", x, y, legendMark-letterWidth, style(s.look))
	if !s.level {
		mark(b, s.look, x+(legendMark-letterWidth)/2, y)
	}
	text(b, x+legendMark, y+textHeight, "start", "", s.name)
}
