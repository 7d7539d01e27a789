package svg_test

import (
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw/internal/label"
)

// element is an element of an SVG.
type element struct {
	name     string
	attrs    map[string]string
	text     string
	parent   *element
	children []*element
}

// read parses a document that must be well-formed.
func read(t testing.TB, document string) *element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(document))
	top := &element{}
	at := top
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil { // require would look for its caller at each of a million tokens
			t.Fatalf("%v: %s", err, document)
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := &element{name: token.Name.Local, attrs: map[string]string{}, parent: at}
			for _, a := range token.Attr {
				if _, twice := e.attrs[a.Name.Local]; twice {
					t.Fatalf("%s twice", a.Name.Local)
				}
				e.attrs[a.Name.Local] = a.Value
			}
			at.children = append(at.children, e)
			at = e
		case xml.EndElement:
			at = at.parent
		case xml.CharData:
			at.text += string(token)
		}
	}
	require.Len(t, top.children, 1)
	require.Equal(t, "svg", top.children[0].name)
	return top.children[0]
}

// all returns the elements inside e that have a class, "" for any, in their order.
func (e *element) all(name, class string) (found []*element) {
	for _, c := range e.children {
		if c.name == name && (class == "" || slices.Contains(strings.Fields(c.attrs["class"]), class)) {
			found = append(found, c)
		}
		found = append(found, c.all(name, class)...)
	}
	return found
}

// num returns an attribute that is a number.
func (e *element) num(t testing.TB, name string) float64 {
	x, err := strconv.ParseFloat(e.attrs[name], 64)
	if err != nil {
		t.Fatalf("%s of %s: %v", name, e.name, err)
	}
	return x
}

// box is where something is drawn.
type box struct {
	left, top, right, bottom float64
	what                     string
}

func (a box) overlaps(b box) bool {
	const rounding = 0.3
	return a.left < b.right-rounding && b.left < a.right-rounding && a.top < b.bottom-rounding && b.top < a.bottom-rounding
}

// box returns where a text is, by an estimate of its width.
func (e *element) box(t testing.TB) box {
	t.Helper()
	x, y, size := e.num(t, "x"), e.num(t, "y"), e.num(t, "font-size")
	wide := label.Width(e.text, size)
	anchor := e.attrs["text-anchor"]
	if e.attrs["direction"] == "rtl" {
		anchor = map[string]string{"start": "end", "end": "start"}[anchor]
	}
	left := map[string]float64{"": x - wide/2, "start": x, "end": x - wide}[anchor]
	return box{left, y - size*0.75, left + wide, y + size*0.2, e.text}
}

var command = regexp.MustCompile(`([MLHVQCZ ])|(-?[0-9.]+)`)

// corners returns the points of a path of absolute lines and curves.
func corners(t testing.TB, path string) (points [][2]float64) {
	t.Helper()
	var x, y float64
	var numbers []float64
	letter := ""
	flush := func() {
		switch {
		case letter == "H":
			x = numbers[0]
		case letter == "V":
			y = numbers[0]
		case letter == "Z" || letter == "":
			return
		default:
			x, y = numbers[len(numbers)-2], numbers[len(numbers)-1]
		}
		points = append(points, [2]float64{x, y})
	}
	for _, m := range command.FindAllStringSubmatch(path, -1) {
		switch {
		case m[2] != "":
			number, err := strconv.ParseFloat(m[2], 64)
			require.NoError(t, err)
			numbers = append(numbers, number)
		case m[1] != " ":
			flush()
			letter, numbers = m[1], nil
		}
	}
	flush()
	return points
}
