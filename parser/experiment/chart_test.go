package experiment

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
	"gonum.org/v1/plot/plotter"
)

// madeChart has more lines than colours or dashes, and points that have no place on a
// logarithmic axis.
func madeChart(logX bool) *Chart {
	c := &Chart{Title: "da & <sv>", X: "roll-outs", Y: "LAS on dev in percent", LogX: logX}
	for i := range 9 {
		l := Line{Name: fmt.Sprintf("τ=%d", i)}
		for x := range 5 {
			l.Points = append(l.Points, plotter.XY{X: float64(x * x * 10 * (i + 1)), Y: 80 + float64(x)/float64(i+2)})
		}
		c.Lines = append(c.Lines, l)
	}
	c.Lines = append(c.Lines, Line{Name: "nothing"}, Line{Name: "at 0", Points: plotter.XYs{{X: 0, Y: 80.5}, {X: 0, Y: 81.2}}})
	return c
}

// textsIn reads an SVG file and returns its texts, which must lie within it, and the
// colours of its lines.
func textsIn(t *testing.T, svg string) (texts []string, colours map[string]bool) {
	t.Helper()
	require.NotContains(t, svg, "NaN")
	colours = map[string]bool{}
	d, sizes := xml.NewDecoder(strings.NewReader(svg)), map[string]float64{}
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
		if !ok {
			continue
		}
		attributes := map[string]string{}
		for _, a := range start.Attr {
			attributes[a.Name.Local] = a.Value
		}
		if _, colour, found := strings.Cut(attributes["style"], "stroke:"); found {
			colours[colour[:min(len(colour), 7)]] = true
		}
		switch start.Name.Local {
		case "svg":
			sizes["x"], sizes["y"] = number(attributes["width"]), number(attributes["height"])
		case "text":
			content, err := d.Token()
			require.NoError(t, err)
			text := string(content.(xml.CharData))
			texts = append(texts, text)
			if text == "LAS on dev in percent" || text == "y" {
				break // upright
			}
			const letterWidth = 6.0 // of small letters, at most
			x, y := number(attributes["x"]), -number(attributes["y"])
			require.True(t, x >= 0 && x+letterWidth*float64(len([]rune(text))) <= sizes["x"], "%s at %v", text, x)
			require.True(t, y >= 0 && y <= sizes["y"], "%s at %v", text, y)
		}
	}
}

func drawn(t *testing.T, c *Chart) string {
	t.Helper()
	var b, again strings.Builder
	require.NoError(t, c.WriteSVG(&b))
	require.NoError(t, c.WriteSVG(&again))
	require.Equal(t, b.String(), again.String(), "nothing in it depends on time or chance")
	return b.String()
}

// All that there is to read stands in the picture: the title, what the axes mean, their
// ticks, and a legend.
func TestChartIsLabelled(t *testing.T) {
	var names []string
	for i := range 9 {
		names = append(names, fmt.Sprintf("τ=%d", i))
	}
	for _, log := range []bool{false, true} {
		xTicks, yTicks, last := strings.Fields("0 600 1200"), strings.Fields("80 81 82"), "at 0"
		if log {
			xTicks, yTicks, last = strings.Fields("10 100 1000 10000"), strings.Fields("80.4 81.2 82.0"), "at 0 (0 roll-outs)"
		}
		texts, colours := textsIn(t, drawn(t, madeChart(log)))
		want := append(append(append([]string{"da & <sv>", "roll-outs", "LAS on dev in percent", last}, xTicks...), yTicks...), names...)
		require.ElementsMatch(t, want, texts)
		for _, colour := range []string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"} {
			require.True(t, colours[colour], colour)
		}
	}
	texts, _ := textsIn(t, drawn(t, &Chart{Title: "none", X: "x", Y: "y", LogX: true}))
	require.Subset(t, texts, []string{"none", "x", "y", "0"})
	texts, _ = textsIn(t, drawn(t, &Chart{Title: "level", X: "seconds", Y: "y", LogX: true, Lines: []Line{{Name: "only", Points: plotter.XYs{{X: 0, Y: 3}}}}}))
	require.Subset(t, texts, []string{"level", "seconds", "y", "only (0 seconds)", "3"})
}

// An axis of roll-outs is logarithmic from a decade on, and then has labels at whole decades.
func TestChartAxes(t *testing.T) {
	for _, c := range []struct {
		numbers []float64
		log     bool
		labels  string
	}{
		{[]float64{1, 2, 3}, false, "1 2 3"},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, false, "2 6 10"},
		{[]float64{-3, 4}, false, "-3 0 3"},
		{[]float64{7}, false, "6 7 8"},
		{[]float64{3, 70}, true, "1 10 100"},
		{[]float64{20_000, 222_484}, true, "10000 100000 1e+06"},
		{[]float64{19_000, 23_400}, true, "19000 21000 23000"},
		{[]float64{10, 100}, true, "10 100"},
		{[]float64{0.2, 480}, true, "1 10 100 1000"},
	} {
		line := Line{}
		for _, x := range c.numbers {
			line.Points = append(line.Points, plotter.XY{X: x, Y: 5 * x})
		}
		texts, _ := textsIn(t, drawn(t, &Chart{X: "x", Y: "y", LogX: c.log, Lines: []Line{line}}))
		at := slices.Index(texts, "x")
		require.Equal(t, c.labels, strings.Join(texts[at+1:at+1+len(strings.Fields(c.labels))], " "))
	}
}

// The legend leaves out lines without points, and the others look as they would with them.
func TestChartLeavesOut(t *testing.T) {
	for _, log := range []bool{false, true} {
		c := &Chart{Title: "some", X: "x", Y: "y", LogX: log, Lines: []Line{{Name: "nothing"}, {Name: "at 0", Points: plotter.XYs{{X: 0, Y: 80.5}, {X: 0, Y: 81.2}}}}}
		texts, colours := textsIn(t, drawn(t, c))
		require.NotContains(t, texts, "nothing")
		require.False(t, colours["#0072B2"], "the first colour")
		require.True(t, colours["#D55E00"], "the second one")
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestChartOnFullDisk(t *testing.T) {
	require.ErrorIs(t, madeChart(false).WriteSVG(full{}), syscall.ENOSPC)
}
