package svg

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"parser/conll/textfile"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
)

// canvas collects the elements of a picture. X coordinates grow from the beginning of the sentence,
// whichever side that is on.
type canvas struct {
	*draw.Picture
	rtl           bool
	layers        bool // an arc is in one layer only, or a word is an empty node
	width, height float64
	body          strings.Builder
}

// document returns the whole picture, with further attributes of its root.
func (c *canvas) document(fragment bool, attributes string) string {
	width, height, style := number(math.Ceil(c.width)), number(math.Ceil(c.height)), ""
	if !fragment {
		style = styleSheet
		if c.layers {
			style += layerSheet
		}
		style = "<style>" + style + "</style>\n" + `<rect class="ground" width="100%" height="100%" fill="#fff"/>` + "\n"
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" class="parser-picture" role="img"` + attributes + ` width="` + width + `" height="` + height +
		`" viewBox="0 0 ` + width + " " + height + `" font-family="system-ui, sans-serif" text-anchor="middle">` + "\n" +
		"<title>" + escape(c.title()) + "</title>\n<desc>" + escape(description(c.Picture)) + "</desc>\n" + style + c.body.String() + "</svg>\n"
}

// title returns the title of the picture, or else its words.
func (c *canvas) title() string {
	return cmp.Or(c.Title, label.Sentence(c.Picture, label.Clean))
}

// at returns an x coordinate as it stands in the document.
func (c *canvas) at(x float64) string {
	if c.rtl {
		x = c.width - x
	}
	return number(x)
}

func (c *canvas) add(parts ...string) {
	for _, s := range parts {
		c.body.WriteString(s)
	}
}

// line begins a line with further classes and attributes, up to its path.
func (c *canvas) line(classes, attributes string) {
	c.add(`<path class="line`, classes, `" fill="none" stroke="currentColor"`, attributes, ` d="`)
}

// rect adds a rectangle from y down between two x coordinates; start is the smaller one.
func (c *canvas) rect(attributes string, start, end, y, width, height float64) {
	left := start
	if c.rtl {
		left = end
	}
	c.add(`<rect `, attributes, ` x="`, c.at(left), `" y="`, number(y), `" width="`, number(width), `" height="`, number(height), `"/>`)
}

// text adds a text around x with its baseline at y, and further attributes.
func (c *canvas) text(class string, x, y, size float64, text, attributes, tip string) {
	c.add(`<text class="`, class, `" x="`, c.at(x), `" y="`, number(y), `" font-size="`, number(size), `"`, attributes, `>`, escape(text))
	if tip != "" {
		c.add(`<title>`, escape(tip), `</title>`)
	}
	c.add("</text>")
}

// lineLabel adds the label of a line around x and y, on a ground of some height that hides the line.
func (c *canvas) lineLabel(x, y, top, height float64, text, unmarked, tip string) {
	wide := label.Width(text, labelSize) + groundPad
	c.rect(`class="ground" fill="#fff"`, x-float64(wide/2), x+float64(wide/2), y-top, wide, height)
	c.text("label", x, y+labelSize*baseline, labelSize, text, attribute("data-label", unmarked), tip)
}

// number prints a length, rounded to tenths.
func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}

// escape returns a text as it stands in XML. It also escapes the control characters that XML allows
// but terminals act on.
func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		return "" // a Builder has no errors
	}
	if !strings.ContainsFunc(text, unicode.IsControl) {
		return b.String()
	}
	return controls().ReplaceAllStringFunc(b.String(), func(c string) string {
		return fmt.Sprintf("&#x%X;", []rune(c)[0])
	})
}

var controls = textfile.Pattern("[\u007f-\u009f]")

// attribute returns an attribute, with the blank before it.
func attribute(name, value string) string { return " " + name + `="` + escape(value) + `"` }

// since returns the attribute for the step of a trace that made something; 0 is unknown.
func since(step int) string {
	if step == 0 {
		return ""
	}
	return attribute("data-since", strconv.Itoa(step))
}

// markClass returns the class of marked elements, with the blank before it.
func markClass(m draw.Mark) string { return [...]string{"", " gold", " system", " new", " found"}[m] }

// stateClass returns the class of words and vertices in a state, with the blank before it.
func stateClass(s draw.State) string { return [...]string{"", " stack", " buffer", " done"}[s] }

// dashes returns the attributes that distinguish the lines of marks without colours.
func dashes(m draw.Mark) string {
	return [...]string{"", ` stroke-dasharray="5 3" stroke-width="1.8"`, ` stroke-width="2.4"`, ` stroke-width="3"`, ` stroke-width="3"`}[m]
}
