package chart

import (
	"fmt"
	"slices"
	"strings"

	"parser/eval/layout"
	"parser/parser/cli/internal/compare"
)

// mostRows is the largest number of labels or parts of speech in a chart.
const mostRows = 30

// Compared draws a comparison of systems: all scores with their intervals, and each breakdown. If
// there are many labels, it shows the most frequent ones in gold.
func Compared(r *compare.Report) []*Figure {
	scores := &Groups{
		Title: short(r.Gold) + ", " + layout.Count(r.Sentences, "sentence"),
		Of:    fmt.Sprintf("score in percent, with %.4g %% intervals", 100*r.Sampling.Confidence), By: "metric",
	}
	for i := range r.Systems {
		s := Series{Name: short(r.Systems[i])}
		for _, m := range r.Scores {
			own := m.Systems[i]
			s.Values = append(s.Values, Value{float64(own.Score), float64(own.Interval.Low), float64(own.Interval.High)})
		}
		scores.Series = append(scores.Series, s)
	}
	for _, m := range r.Scores {
		scores.Names = append(scores.Names, strings.ToUpper(string(m.Metric)))
	}
	figures := []*Figure{{File: "scores.svg", Panels: []Panel{scores}}}
	for i := range r.Breakdowns {
		b := &r.Breakdowns[i]
		g := &Groups{Title: b.Score + " by " + b.By, Of: b.Score + " in percent", By: b.By + " (and how many in gold)", Ordered: b.Ordered()}
		groups := slices.DeleteFunc(slices.Clone(b.Groups), func(g compare.Group) bool { return g.Gold() == 0 })
		if !g.Ordered && len(groups) > mostRows {
			g.Title += fmt.Sprintf(", the %d most frequent of %d", mostRows, len(groups))
			groups = groups[:mostRows]
		}
		for _, group := range groups {
			g.Names, g.Sizes = append(g.Names, group.Name), append(g.Sizes, group.Gold())
		}
		for i, name := range r.Systems {
			s := Series{Name: short(name)}
			for _, group := range groups {
				value := None()
				if own := group.Systems[i]; own.Gold+own.System > 0 {
					value.At = float64(own.F1())
				}
				s.Values = append(s.Values, value)
			}
			g.Series = append(g.Series, s)
		}
		figures = append(figures, &Figure{File: strings.ReplaceAll(b.By, " ", "-") + ".svg", Panels: []Panel{g}})
	}
	return figures
}

// short shortens a long name to its end, after an ellipsis, and if possible to whole folders.
func short(name string) string {
	const most = 32
	runes := []rune(name)
	if len(runes) <= most {
		return name
	}
	end := runes[len(runes)-most+1:]
	if slash := slices.Index(end, '/'); slash >= 0 {
		end = end[slash:]
	}
	return "…" + string(end)
}
