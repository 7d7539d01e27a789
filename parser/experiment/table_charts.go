package experiment

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/plotter"
)

// Charts draws the scores of each language and group of variants against rounds,
// roll-outs and time.
func (t *Table) Charts() []Chart {
	var charts []Chart
	titles := map[string]string{targeted: "targeted exploration", focused: "focused costing"}
	for _, lang := range t.Langs {
		for _, group := range []string{targeted, focused} {
			for _, against := range []struct {
				name, title string
				log         bool
				of          func(n int, r *Round) float64 // after round n, from 1
			}{
				{"rounds", "rounds", false, func(n int, _ *Round) float64 { return float64(n) }},
				{"rollouts", "roll-outs", true, func(_ int, r *Round) float64 { return float64(r.RollOuts) }},
				{"time", "seconds of training", true, func(_ int, r *Round) float64 { return r.Seconds }},
			} {
				c := Chart{
					File: lang + "-" + group + "-" + against.name + ".svg", Title: fmt.Sprintf("%s: V-DAgger with %s", lang, titles[group]),
					X: against.title, Y: t.metric() + " on dev in percent", LogX: against.log,
				}
				if len(t.Seeds) > 1 {
					c.Y += ", mean over seeds"
				}
				for _, v := range t.Variants {
					if v.Group == group {
						c.Lines = append(c.Lines, Line{Name: v.Name, Points: t.meanPoints(t.curvesOf(group, v.Name, lang), against.of)})
					}
				}
				if len(c.Lines) > 0 {
					charts = append(charts, c)
				}
			}
		}
	}
	return charts
}

// meanPoints takes the mean of the curves, round by round as far as all of them go.
func (t *Table) meanPoints(curves []Curve, x func(n int, r *Round) float64) plotter.XYs {
	var points plotter.XYs
	for n := 0; len(curves) > 0 && !slices.ContainsFunc(curves, func(c Curve) bool { return n >= len(c.Rounds) }); n++ {
		var at plotter.XY
		for i := range curves {
			round := &curves[i].Rounds[n]
			at.X += x(n+1, round) / float64(len(curves))
			at.Y += round.score(t.metric()) / float64(len(curves))
		}
		points = append(points, at)
	}
	return points
}
