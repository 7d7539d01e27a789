package draw

import (
	"bufio"
	_ "embed"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

//go:embed style.css
var styleSheet string

// CSS returns the rules for pages that hold fragments: colours, light and dark, and the
// dashes of marks.
func CSS() string { return styleSheet }

// SVG draws the picture as SVG, with a title and, as its description, the tree in words. It
// has no script and needs no fonts; labels that are known have a tooltip with their meaning.
//
// Each word is a g of class word with data-id; each arc is a g of class arc, with data-head and
// data-dep, and each constituent one of class node, with data-first and data-last; their labels
// are text of class label with data-label. Words of a trace and marks have classes of their own.
// What is there since a step of a trace has data-since; so has the line to a constituent's child.
func (p *Picture) SVG(w io.Writer, o Options) error {
	c, err := p.drawn(o)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	c.document(out, o, "")
	return out.Flush()
}

// drawn returns the picture on a canvas.
func (p *Picture) drawn(o Options) (*canvas, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	c := &canvas{rtl: rightToLeft(p.Words), Picture: p}
	switch {
	case len(p.Vertices) > 0:
		return c, c.graph(o)
	case len(p.Trees)+len(p.Below) > 0:
		c.trees(o)
	default:
		c.arcs(o)
	}
	return c, nil
}

// canvas collects the elements of a picture.
type canvas struct {
	*Picture
	rtl           bool
	width, height float64
	body          strings.Builder
}

// document writes the picture, with further attributes.
func (c *canvas) document(out io.StringWriter, o Options, attributes string) {
	width, height := number(math.Ceil(c.width)), number(math.Ceil(c.height))
	_, _ = out.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" class="parser-picture" role="img"` + attributes + ` width="` + width + `" height="` + height +
		`" viewBox="0 0 ` + width + " " + height + `" font-family="system-ui, sans-serif" text-anchor="middle">` + "\n")
	_, _ = out.WriteString("<title>" + escape(c.title()) + "</title>\n<desc>" + escape(c.inWords()) + "</desc>\n")
	if !o.Fragment {
		_, _ = out.WriteString("<style>" + styleSheet + "</style>\n")
		_, _ = out.WriteString(`<rect class="ground" width="100%" height="100%" fill="#fff"/>` + "\n")
	}
	_, _ = out.WriteString(c.body.String())
	_, _ = out.WriteString("</svg>\n")
}

// title returns the title of the picture, or else its words.
func (c *canvas) title() string {
	if c.Title == "" {
		return c.sentence()
	}
	return c.Title
}

// at returns the place of x, which grows from the beginning of the sentence.
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

// text adds a text around x with its baseline at y, and further attributes.
func (c *canvas) text(class string, x, y, size float64, text, attributes, tip string) {
	c.add(`<text class="`, class, `" x="`, c.at(x), `" y="`, number(y), `" font-size="`, number(size), `"`, attributes, `>`, escape(text))
	if tip != "" {
		c.add(`<title>`, escape(tip), `</title>`)
	}
	c.add("</text>")
}

// number prints a length, rounded to tenths.
func number(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}

// escape returns a text as it stands in XML, whatever its characters: those that terminals
// act on, too, which XML lets be.
func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		return "" // a Builder has no errors
	}
	if !strings.ContainsFunc(text, unicode.IsControl) {
		return b.String()
	}
	return controls.ReplaceAllStringFunc(b.String(), func(c string) string {
		return fmt.Sprintf("&#x%X;", []rune(c)[0])
	})
}

var controls = regexp.MustCompile("[\u007f-\u009f]")

// attribute returns an attribute, with the blank before it.
func attribute(name, value string) string { return " " + name + `="` + escape(value) + `"` }
