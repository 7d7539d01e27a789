package cli

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
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
			labels = append(labels, a.label(tick))
		}
		require.Equal(t, c.labels, strings.Join(labels, " "))
		require.InDelta(t, 0, a.at(a.low), 1e-9)
		require.InDelta(t, 1, a.at(a.high), 1e-9)
		for _, x := range c.numbers {
			require.True(t, a.at(x) > -1e-9 && a.at(x) < 1+1e-9, x)
		}
	}
}

// madePlot has more lines than colours or dashes, and points that have no place on a
// logarithmic axis.
func madePlot(logX bool) *plot {
	p := &plot{title: "da & <sv>", xName: "roll-outs", yName: "LAS on dev in percent", logX: logX}
	for i := range 9 {
		s := series{name: fmt.Sprintf("τ=%d", i)}
		for x := range 5 {
			s.points = append(s.points, point{float64(x * x * 10 * (i + 1)), 80 + float64(x)/float64(i+2)})
		}
		p.series = append(p.series, s)
	}
	p.series = append(p.series, series{name: "nothing"}, series{name: "at 0", points: []point{{0, 80.5}, {0, 81.2}}})
	return p
}

func TestPlotGolden(t *testing.T) {
	for name, p := range map[string]*plot{"plot.svg": madePlot(false), "plot.log.svg": madePlot(true), "plot.empty.svg": {title: "none", xName: "x", yName: "y", logX: true},
		"plot.level.svg": {title: "level", xName: "seconds", yName: "y", logX: true, series: []series{{name: "only", points: []point{{0, 3}}}}},
	} {
		var b strings.Builder
		require.NoError(t, p.write(&b))
		requireGolden(t, name, b.String())
		requireInside(t, b.String())
	}
}

// requireInside reads an SVG file, whose circles, rectangles and texts must lie within it.
func requireInside(t *testing.T, svg string) {
	t.Helper()
	d, sizes := xml.NewDecoder(strings.NewReader(svg)), map[string]float64{}
	places := map[string]string{"x": "width", "cx": "width", "y": "height", "cy": "height"}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Local == "text" {
			requireTextInside(t, d, start, sizes["width"])
		}
		for _, a := range start.Attr {
			if size, ok := places[a.Name.Local]; ok {
				x, err := strconv.ParseFloat(a.Value, 64)
				require.NoError(t, err)
				require.True(t, x >= 0 && x <= sizes[size], "%s: %v", start.Name.Local, a)
			} else if start.Name.Local == "svg" {
				sizes[a.Name.Local], _ = strconv.ParseFloat(a.Value, 64)
			}
		}
	}
	require.Len(t, strings.Split(svg, "NaN"), 1)
}

// requireTextInside checks that a line of text ends within the picture.
func requireTextInside(t *testing.T, d *xml.Decoder, start xml.StartElement, width float64) {
	t.Helper()
	attributes := map[string]string{}
	for _, a := range start.Attr {
		attributes[a.Name.Local] = a.Value
	}
	content, err := d.Token()
	require.NoError(t, err)
	x, err := strconv.ParseFloat(attributes["x"], 64)
	require.NoError(t, err)
	if attributes["transform"] != "" {
		return
	}
	long := letterWidth * float64(utf8.RuneCount(content.(xml.CharData)))
	before := map[string]float64{"start": 0, "middle": long / 2, "end": long}[attributes["text-anchor"]]
	require.True(t, x-before >= 0 && x-before+long <= width, "%s at %v", content, x)
}

// A logarithmic axis leaves out points at 0, and draws a line that has no others as a
// level; the legend leaves out lines without points. The others look the same.
func TestPlotLeavesOut(t *testing.T) {
	linear, log := madePlot(false).drawing(), madePlot(true).drawing()
	require.Len(t, linear.series, 10)
	require.Len(t, log.series, 10)
	require.Equal(t, series{name: "at 0 (0 roll-outs)", points: []point{{0, 81.2}}, look: 10, level: true}, log.series[9])
	require.Equal(t, []int{0, 8, 10}, []int{linear.series[0].look, linear.series[8].look, linear.series[9].look})
	require.Len(t, linear.series[0].points, 5)
	require.Len(t, log.series[0].points, 4)
}

func TestPlotOnFullDisk(t *testing.T) {
	require.ErrorIs(t, madePlot(false).write(failing{syscall.ENOSPC}), syscall.ENOSPC)
}
