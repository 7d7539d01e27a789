package chart

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// madeGroups has long names, more series than colours, values without an interval, and missing
// values.
func madeGroups(ordered bool) *Groups {
	g := &Groups{Title: "scores of <all>", Of: "percent", By: "length", Ordered: ordered,
		Names: []string{"nsubj:outer:pass", "b", "none"}, Sizes: []int{1234, 20, 0}}
	for i := range 8 {
		at := 80 + float64(i)
		g.Series = append(g.Series, Series{fmt.Sprint("system ", i), []Value{{at, at - 2, at + 3}, {At: at - 1}, None()}})
	}
	g.Series = append(g.Series, Series{"without any", []Value{None(), None(), None()}})
	return g
}

func TestGroupsAreLabelled(t *testing.T) {
	var systems []string
	for i := range 8 {
		systems = append(systems, fmt.Sprint("system ", i))
	}
	for ordered, want := range map[bool][]string{
		true:  {"length", "nsubj:outer:pass", "(1234)", "b", "(20)", "none", "(0)", "78", "80", "82", "84", "86", "88", "90"},
		false: {"nsubj:outer:pass (1234)", "b (20)", "none (0)", "78", "80", "82", "84", "86", "88", "90"},
	} {
		texts, _ := textsIn(t, drawn(t, madeGroups(ordered)))
		for i := range texts {
			texts[i] = strings.TrimSpace(texts[i])
		}
		require.ElementsMatch(t, append(append(want, "scores of <all>", "percent"), systems...), texts)
	}
}

// An interval adds two caps and a line to a value.
func TestIntervalsAreDrawn(t *testing.T) {
	for _, ordered := range []bool{true, false} {
		paths := func(values ...Value) int {
			return strings.Count(drawn(t, &Groups{Ordered: ordered, Names: []string{"a"}, Series: []Series{{"s", values}}}), ` stroke="#0072B2"`)
		}
		bare := paths(Value{At: 5})
		require.Equal(t, bare, paths(Value{At: 5, Low: 5, High: 5}))
		require.Equal(t, bare+3, paths(Value{At: 5, Low: 4, High: 7}))
		require.Less(t, paths(None()), bare)
	}
	texts, _ := textsIn(t, drawn(t, &Groups{Title: "none", Zero: true}))
	require.Subset(t, texts, []string{"none", "0.0", "1.0"})
	texts, _ = textsIn(t, drawn(t, &Groups{Zero: true, Names: []string{"a"}, Series: []Series{{"s", []Value{{At: 40}}}}}))
	require.Subset(t, texts, []string{"0", "40"})
}

// Names of any length leave room for the grid.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("long ", 40)
	texts, _ := textsIn(t, drawn(t, &Groups{Names: []string{long, "b"}, Series: []Series{{"s", []Value{{At: 5}, {At: 6}}}}}))
	require.Subset(t, texts, []string{long, "b", "s", "5.0", "6.0"})
}

// The charts of a figure are one below the other, with aligned axes.
func TestPanelsAreAligned(t *testing.T) {
	narrow := &Lines{Title: "above", X: "x", Y: "y", Curves: []Curve{{Name: "a", Points: []Point{{X: 1, Y: 1}, {X: 2, Y: 3}}}}}
	wide := &Lines{Title: "below", X: "x", Y: "y", Curves: []Curve{{Name: "b", Points: []Point{{X: 1, Y: 1000000}, {X: 2, Y: 3000000}}}}}
	svg := drawn(t, narrow, wide)
	texts, _ := textsIn(t, svg)
	require.Subset(t, texts, []string{"above", "below", "a", "b"})
	var places []string // of the ticks 1 of both x axes
	for _, part := range strings.Split(svg, "<text ")[1:] {
		if strings.Contains(part, ">1</text>") {
			places = append(places, part[:strings.Index(part, " y=")])
		}
	}
	require.Contains(t, places[1:], places[0])
}
