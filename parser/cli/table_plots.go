package cli

import (
	"fmt"
	"path/filepath"
	"slices"

	"parser/parser/experiment"
)

// figurePlot is a plot of a language: a group of variants against a quantity.
type figurePlot struct {
	lang, group, against string
	plot                 plot
}

// plotFile returns the file of a plot.
func plotFile(folder, lang, group, against string) string {
	return filepath.Join(folder, lang+"-"+group+"-"+against+".svg")
}

// quantity is what scores are drawn against.
type quantity struct {
	name, title string
	log         bool
	of          func(n int, r *experiment.Round) float64 // after round n, from 1
}

func quantities() []quantity {
	return []quantity{
		{"rounds", "rounds", false, func(n int, _ *experiment.Round) float64 { return float64(n) }},
		{"rollouts", "roll-outs", true, func(_ int, r *experiment.Round) float64 { return float64(r.RollOuts) }},
		{"time", "seconds of training", true, func(_ int, r *experiment.Round) float64 { return r.Seconds }},
	}
}

// plots draws the scores of each language and group against each quantity.
func (r *tableReport) plots() []figurePlot {
	var plots []figurePlot
	var groups []string
	for _, v := range r.Variants {
		if !slices.Contains(groups, v.Group) {
			groups = append(groups, v.Group)
		}
	}
	for _, lang := range r.Langs {
		for _, group := range groups {
			for _, q := range quantities() {
				plots = append(plots, figurePlot{lang, group, q.name, r.plot(lang, group, q)})
			}
		}
	}
	return plots
}

func (r *tableReport) plot(lang, group string, q quantity) plot {
	p := plot{title: fmt.Sprintf("%s: V-DAgger with %s", lang, groupTitle(group)), xName: q.title, logX: q.log}
	p.yName = r.Metrics[len(r.Metrics)-1] + " on dev in percent"
	if len(r.Seeds) > 1 {
		p.yName += ", mean over seeds"
	}
	for _, v := range r.Variants {
		if v.Group == group {
			p.series = append(p.series, series{name: v.Name, points: meanPoints(r.curvesOf(group, v.Name, lang), q)})
		}
	}
	return p
}

// groupTitle says what a group of variants varies.
func groupTitle(group string) string {
	if group == "focused" {
		return "focused costing"
	}
	return "targeted exploration"
}

// meanPoints takes the mean of the curves, round by round as far as all of them go.
func meanPoints(curves []curve, q quantity) []point {
	if len(curves) == 0 {
		return nil
	}
	rounds := len(curves[0].Rounds)
	for i := range curves {
		rounds = min(rounds, len(curves[i].Rounds))
	}
	points := make([]point, rounds)
	for n := range points {
		for i := range curves {
			round := &curves[i].Rounds[n]
			points[n].x += q.of(n+1, round) / float64(len(curves))
			points[n].y += roundScore(round) / float64(len(curves))
		}
	}
	return points
}
