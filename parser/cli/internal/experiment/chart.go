package experiment

import (
	"fmt"
	"slices"
	"strings"

	"parser/parser/cli/internal/chart"
)

// Charts draws each score of all variants, with the standard deviation over seeds and the published score; for the
// table of exploration, the scores of each language and group of variants against rounds, roll-outs and time.
func (t *Table) Charts() []*chart.Figure {
	if t.Table == Exploration {
		return t.explorationCharts()
	}
	var all []*chart.Figure
	for _, score := range t.scores() {
		g := &chart.Groups{Title: t.Table + ": " + score, Of: "percent" + overSeeds(t.Seeds)}
		for _, v := range t.Variants {
			g.Names = append(g.Names, v.Name)
		}
		for _, lang := range t.Langs {
			ours, theirs := chart.Series{Name: lang}, chart.Series{Name: lang + ", published"}
			for _, v := range t.Variants {
				value, published := chart.None(), chart.None()
				f := t.figure(v.Name, lang, score)
				if len(f.Runs) > 0 {
					value = f.value()
				}
				if f.Published != 0 {
					published.At = f.Published
				}
				ours.Values, theirs.Values = append(ours.Values, value), append(theirs.Values, published)
			}
			g.Series = append(g.Series, ours)
			if slices.ContainsFunc(theirs.Values, func(v chart.Value) bool { return v.At > 0 }) {
				g.Series = append(g.Series, theirs)
			}
		}
		all = append(all, &chart.Figure{File: strings.ToLower(strings.ReplaceAll(score, " ", "-")) + ".svg", Panels: []chart.Panel{g}})
	}
	return all
}

func (s Spread) value() chart.Value {
	return chart.Value{At: s.Mean, Low: s.Mean - s.Deviation, High: s.Mean + s.Deviation}
}

func overSeeds(seeds []uint64) string {
	if len(seeds) < 2 {
		return ""
	}
	return fmt.Sprintf(", mean ± standard deviation over %d seeds", len(seeds))
}

func (t *Table) explorationCharts() (all []*chart.Figure) {
	titles := map[string]string{targeted: "targeted exploration", focused: "focused costing"}
	y := t.metric() + " on dev in percent"
	if len(t.Seeds) > 1 {
		y += ", mean over seeds"
	}
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
				c := &chart.Lines{Title: lang + ": V-DAgger with " + titles[group], X: against.title, Y: y, LogX: against.log}
				for _, v := range t.Variants {
					if v.Group == group {
						c.Curves = append(c.Curves, chart.Curve{Name: v.Name, Points: t.meanPoints(t.curves(&v, lang), against.of)})
					}
				}
				if len(c.Curves) > 0 {
					all = append(all, &chart.Figure{File: lang + "-" + group + "-" + against.name + ".svg", Panels: []chart.Panel{c}})
				}
			}
		}
	}
	return all
}

// meanPoints returns the mean of the curves, round by round up to the end of the shortest.
func (t *Table) meanPoints(curves []Curve, x func(n int, r *Round) float64) (points []chart.Point) {
	for n := 0; len(curves) > 0 && !slices.ContainsFunc(curves, func(c Curve) bool { return n >= len(c.Rounds) }); n++ {
		points = append(points, chart.Point{
			X: spreadOf(curves, func(c Curve) float64 { return x(n+1, &c.Rounds[n]) }).Mean,
			Y: spreadOf(curves, func(c Curve) float64 { return c.Rounds[n].Score(t.metric()) }).Mean,
		})
	}
	return points
}

// Charts draws each score, with the standard deviation over seeds, and the time of the oracles, with a series for each
// setting of exploration.
func (a *Ablation) Charts() (all []*chart.Figure) {
	var names []string
	var explored []float64
	for _, row := range a.Rows {
		if name := row.System + " " + row.Oracle; !slices.Contains(names, name) {
			names = append(names, name)
		}
		if !slices.Contains(explored, row.Explore) {
			explored = append(explored, row.Explore)
		}
	}
	draw := func(file, title, of string, zero bool, value func(*AblationRow) chart.Value) {
		g := &chart.Groups{Title: title, Of: of, Zero: zero, Names: names}
		for _, explore := range explored {
			s := chart.Series{Name: fmt.Sprint("explore ", explore), Values: slices.Repeat([]chart.Value{chart.None()}, len(names))}
			for i := range a.Rows {
				if row := &a.Rows[i]; row.Explore == explore {
					s.Values[slices.Index(names, row.System+" "+row.Oracle)] = value(row)
				}
			}
			g.Series = append(g.Series, s)
		}
		all = append(all, &chart.Figure{File: file + ".svg", Panels: []chart.Panel{g}})
	}
	for _, metric := range a.metrics() {
		draw(strings.ToLower(metric), metric+" on dev", "percent"+overSeeds(a.Seeds), false, func(r *AblationRow) chart.Value { return r.Scores[metric].value() })
	}
	draw("oracle-time", "what the oracle takes for a sentence", "microseconds", true, func(r *AblationRow) chart.Value { return chart.Value{At: r.Time} })
	return all
}
