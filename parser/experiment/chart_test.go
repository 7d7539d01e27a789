package experiment

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

func TestAxis(t *testing.T) {
	for _, c := range []struct {
		numbers   []float64
		log       bool
		ticks     int
		low, high float64
		labels    string
	}{
		{[]float64{3, 1, 9}, false, 4, 0, 10, "0 2 4 6 8 10"},
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, false, 8, 0, 10, "0 2 4 6 8 10"},
		{[]float64{0.1, 0.35}, false, 5, 0.1, 0.35, "0.1 0.15 0.2 0.25 0.3 0.35"},
		{[]float64{81.2, 84.9}, false, 6, 81, 85, "81 82 83 84 85"},
		{[]float64{-3, 4}, false, 3, -5, 5, "-5 0 5"},
		{[]float64{7}, false, 4, 6, 8, "6 7 8"},
		{[]float64{7.5}, false, 4, 6.5, 8.5, "6.5 7 7.5 8 8.5"},
		{[]float64{1, 2, 3}, false, 8, 1, 3, "1 2 3"},
		{[]float64{0, 30_000}, false, 3, 0, 30_000, "0 10k 20k 30k"},
		{[]float64{0, 30_000_000}, false, 3, 0, 30_000_000, "0 10M 20M 30M"},
		{[]float64{3, 70}, true, 0, 2, 100, "2 5 10 20 50 100"},
		{[]float64{20_000, 222_484}, true, 0, 20_000, 500_000, "20k 50k 100k 200k 500k"},
		{[]float64{19_000, 23_400}, true, 5, 19_000, 24_000, "19k 20k 21k 22k 23k 24k"},
		{[]float64{10}, true, 4, 9, 11, "9 10 11"},
		{[]float64{10, 100}, true, 0, 10, 100, "10 20 50 100"},
		{[]float64{1.2, 480}, true, 0, 1, 500, "1 2 5 10 20 50 100 200 500"},
		{[]float64{0.02, 3_000_000}, true, 0, 0.02, 5_000_000, "0.1 1 10 100 1000 10k 100k 1M"},
		{nil, true, 2, 0, 1, "0 0.5 1"},
	} {
		a := newAxis(c.numbers, c.log, c.ticks)
		require.InDelta(t, c.low, a.low, 1e-9, c.labels)
		require.InDelta(t, c.high, a.high, 1e-9, c.labels)
		var labels []string
		for _, tick := range a.ticks {
			labels = append(labels, tick.Label)
		}
		require.Equal(t, c.labels, strings.Join(labels, " "))
		var drawn plot.Axis
		drawn.Scale = plot.LinearScale{}
		a.set(&drawn)
		require.InDelta(t, 0, drawn.Norm(a.low), 1e-9)
		require.InDelta(t, 1, drawn.Norm(a.high), 1e-9)
		for _, x := range c.numbers {
			require.True(t, drawn.Norm(x) > -1e-9 && drawn.Norm(x) < 1+1e-9, x)
		}
	}
}

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
// ticks from end to end, and a legend.
func TestChartIsLabelled(t *testing.T) {
	var names []string
	for i := range 9 {
		names = append(names, fmt.Sprintf("τ=%d", i))
	}
	yTicks := strings.Fields("80 80.5 81 81.5 82")
	for _, log := range []bool{false, true} {
		xTicks, last := strings.Fields("0 200 400 600 800 1000 1200 1400 1600"), "at 0"
		if log {
			xTicks, last = strings.Fields("10 20 50 100 200 500 1000 2000"), "at 0 (0 roll-outs)"
		}
		texts, colours := textsIn(t, drawn(t, madeChart(log)))
		want := append(append(append([]string{"da & <sv>", "roll-outs", "LAS on dev in percent", last}, xTicks...), yTicks...), names...)
		require.ElementsMatch(t, want, texts)
		for _, colour := range []string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"} {
			require.True(t, colours[colour], colour)
		}
	}
	texts, _ := textsIn(t, drawn(t, &Chart{Title: "none", X: "x", Y: "y", LogX: true}))
	require.Subset(t, texts, []string{"none", "x", "y", "0", "1"})
	texts, _ = textsIn(t, drawn(t, &Chart{Title: "level", X: "seconds", Y: "y", LogX: true, Lines: []Line{{Name: "only", Points: plotter.XYs{{X: 0, Y: 3}}}}}))
	require.Subset(t, texts, []string{"level", "seconds", "y", "only (0 seconds)", "2", "3", "4"})
}

// A logarithmic axis leaves out points at 0, and draws a line that has no others as a
// level; the legend leaves out lines without points. The others look the same.
func TestChartLeavesOut(t *testing.T) {
	linear, _, _ := madeChart(false).shown()
	log, _, _ := madeChart(true).shown()
	require.Len(t, linear, 10)
	require.Len(t, log, 10)
	require.Equal(t, Line{Name: "at 0 (0 roll-outs)", Points: plotter.XYs{{X: 0, Y: 81.2}}, look: 10, level: true}, log[9])
	require.Equal(t, []int{0, 8, 10}, []int{linear[0].look, linear[8].look, linear[9].look})
	require.Len(t, linear[0].Points, 5)
	require.Len(t, log[0].Points, 4)
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestChartOnFullDisk(t *testing.T) {
	require.ErrorIs(t, madeChart(false).WriteSVG(full{}), syscall.ENOSPC)
}
