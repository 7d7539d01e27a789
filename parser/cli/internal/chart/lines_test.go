package chart

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// madeChart has more lines than colours or dashes, and points that a logarithmic axis does not have.
func madeChart(logX bool) *Lines {
	c := &Lines{Title: "da & <sv>", X: "roll-outs", Y: "LAS on dev in percent", LogX: logX}
	for i := range 9 {
		l := Curve{Name: fmt.Sprintf("τ=%d", i)}
		for x := range 5 {
			l.Points = append(l.Points, Point{X: float64(x * x * 10 * (i + 1)), Y: 80 + float64(x)/float64(i+2)})
		}
		c.Curves = append(c.Curves, l)
	}
	c.Curves = append(c.Curves, Curve{Name: "nothing"}, Curve{Name: "at 0", Points: []Point{{X: 0, Y: 80.5}, {X: 0, Y: 81.2}}})
	return c
}

// textsIn reads an SVG file and returns its texts, which must lie within it, and the
// colours of its lines.
func textsIn(t *testing.T, svg string) (texts []string, colours map[string]bool) {
	t.Helper()
	require.NotContains(t, svg, "NaN")
	colours = map[string]bool{}
	d, sizes := xml.NewDecoder(strings.NewReader(svg)), map[string]float64{}
	upright := 0 // elements around that are turned
	number := func(text string) float64 {
		x, err := strconv.ParseFloat(strings.TrimSuffix(text, "pt"), 64)
		require.NoError(t, err)
		return x
	}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts, colours
		}
		require.NoError(t, err)
		start, ok := token.(xml.StartElement)
		if _, end := token.(xml.EndElement); end && upright > 0 {
			upright--
		}
		if !ok {
			continue
		}
		attributes := map[string]string{}
		for _, a := range start.Attr {
			attributes[a.Name.Local] = a.Value
		}
		if colour := attributes["stroke"]; colour != "" {
			colours[colour] = true
		}
		if upright > 0 || strings.Contains(attributes["transform"], "rotate") {
			upright++
		}
		switch start.Name.Local {
		case "svg":
			sizes["x"], sizes["y"] = number(attributes["width"]), number(attributes["height"])
		case "text":
			content, err := d.Token()
			require.NoError(t, err)
			text := string(content.(xml.CharData))
			texts = append(texts, text)
			if upright > 0 { // their coordinates are turned
				break
			}
			const letterWidth = 6.0 // of small letters, at most
			x, y := number(attributes["x"]), number(attributes["y"])
			long := letterWidth * float64(len([]rune(text)))
			switch attributes["text-anchor"] {
			case "middle":
				x -= long / 2
			case "end":
				x -= long
			}
			require.True(t, x >= 0 && x+long <= sizes["x"], "%s at %v", text, x)
			require.True(t, y >= 0 && y <= sizes["y"], "%s at %v", text, y)
		}
	}
}

func drawn(t *testing.T, panels ...Panel) string {
	t.Helper()
	f := Figure{Panels: panels}
	var b, again strings.Builder
	require.NoError(t, f.WriteSVG(&b))
	require.NoError(t, f.WriteSVG(&again))
	require.Equal(t, b.String(), again.String(), "a drawing does not depend on time or chance")
	return b.String()
}

// A chart has a title, labels of its axes and their ticks, and a legend.
func TestChartIsLabelled(t *testing.T) {
	var names []string
	for i := range 9 {
		names = append(names, fmt.Sprintf("τ=%d", i))
	}
	for _, log := range []bool{false, true} {
		xTicks, yTicks, last := strings.Fields("0 200 400 600 800 1000 1200 1400"), strings.Fields("80.0 80.5 81.0 81.5 82.0"), "at 0"
		if log {
			xTicks, yTicks, last = strings.Fields("10 100 1000 10000"), strings.Fields("80.5 81.0 81.5 82.0"), "at 0 (0 roll-outs)"
		}
		texts, colours := textsIn(t, drawn(t, madeChart(log)))
		want := append(append(append([]string{"da & <sv>", "roll-outs", "LAS on dev in percent", last}, xTicks...), yTicks...), names...)
		require.ElementsMatch(t, want, texts)
		for _, colour := range []string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"} {
			require.True(t, colours[colour], colour)
		}
	}
	texts, _ := textsIn(t, drawn(t, &Lines{Title: "none", X: "x", Y: "y", LogX: true}))
	require.Subset(t, texts, []string{"none", "x", "y", "0"})
	texts, _ = textsIn(t, drawn(t, &Lines{Title: "level", X: "seconds", Y: "y", LogX: true, Curves: []Curve{{Name: "only", Points: []Point{{X: 0, Y: 3}}}}}))
	require.Subset(t, texts, []string{"level", "seconds", "y", "only (0 seconds)", "3.0"})
}

// An axis of roll-outs is logarithmic if it spans a decade, and then has labels at whole decades.
func TestChartAxes(t *testing.T) {
	for _, c := range []struct {
		numbers []float64
		log     bool
		labels  string
	}{
		{[]float64{1, 2, 3}, false, "1 2 3"},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, false, "2 4 6 8 10"},
		{[]float64{0, 0.25}, false, "0.00 0.05 0.10 0.15 0.20 0.25"},
		{[]float64{1000, 1003.5}, false, "1000.0 1000.5 1001.0 1001.5 1002.0 1002.5 1003.0 1003.5"},
		{[]float64{-3, 4}, false, "-3 -2 -1 0 1 2 3 4"},
		{[]float64{7}, false, "6 7 8"},
		{[]float64{3, 70}, true, "1 10 100"},
		{[]float64{20_000, 222_484}, true, "10000 100000 1e+06"},
		{[]float64{19_000, 23_400}, true, "19000 20000 21000 22000 23000"},
		{[]float64{10, 100}, true, "10 100"},
		{[]float64{0.2, 480}, true, "0.1 1 10 100 1000"},
	} {
		line := Curve{}
		for _, x := range c.numbers {
			line.Points = append(line.Points, Point{X: x, Y: 5 * x})
		}
		texts, _ := textsIn(t, drawn(t, &Lines{X: "x", Y: "y", LogX: c.log, Curves: []Curve{line}}))
		at := slices.Index(texts, "x")
		require.Equal(t, c.labels, strings.Join(texts[at+1:at+1+len(strings.Fields(c.labels))], " "))
	}
}

// The legend leaves out lines without points, and this does not change how the others look.
func TestChartLeavesOut(t *testing.T) {
	for _, log := range []bool{false, true} {
		c := &Lines{Title: "some", X: "x", Y: "y", LogX: log,
			Curves: []Curve{{Name: "nothing"}, {Name: "at 0", Points: []Point{{X: 0, Y: 80.5}, {X: 0, Y: 81.2}}}}}
		texts, colours := textsIn(t, drawn(t, c))
		require.NotContains(t, texts, "nothing")
		require.False(t, colours["#0072B2"], "the first colour")
		require.True(t, colours["#D55E00"], "the second one")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestChartOnFullDisk(t *testing.T) {
	require.ErrorIs(t, (&Figure{Panels: []Panel{madeChart(false)}}).WriteSVG(full{}), syscall.ENOSPC)
}
