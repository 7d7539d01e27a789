package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"parser/parser/experiment"
)

// averageColumn has the mean over the languages.
const averageColumn = "average"

// sheet lays out the table.
func (r *tableReport) sheet() sheet {
	switch r.Table {
	case "languages":
		return r.languagesSheet()
	case "imitation":
		return r.imitationSheet()
	case explorationTable:
		return r.explorationSheet()
	}
	return r.variantsSheet()
}

// languagesSheet has a column for each language.
func (r *tableReport) languagesSheet() sheet {
	s := sheet{names: 2, head: append([]string{"", "parser"}, r.Langs...)}
	average := len(r.Langs) > 1
	if average {
		s.head = append(s.head, averageColumn)
	}
	for _, part := range r.Parts {
		for _, metric := range r.Metrics {
			s.addGroup(r, part+" "+metric, func(v *tableVariant) []*figure {
				var figures []*figure
				for _, lang := range r.Langs {
					figures = append(figures, r.figure(v.Name, lang, part, metric))
				}
				if average {
					figures = append(figures, r.averaged(figures))
				}
				return figures
			})
		}
	}
	return s
}

// averaged is the mean of figures of different languages; its spread is that of the
// means of each seed. It is nothing if a run is missing.
func (r *tableReport) averaged(figures []*figure) *figure {
	f, n := &figure{}, float64(len(figures))
	for i, seed := range r.Seeds {
		mean := 0.0
		for _, one := range figures {
			if len(one.Runs) < len(r.Seeds) {
				return &figure{}
			}
			mean += one.Runs[i].Score / n
		}
		f.Runs = append(f.Runs, seedScore{seed, mean})
	}
	f.spread = spreadOf(scoresOfRuns(f.Runs))
	for _, one := range figures {
		if one.Published == 0 {
			f.Published = 0
			break
		}
		f.Published += one.Published / n
	}
	return f
}

// variantsSheet has a column for each score.
func (r *tableReport) variantsSheet() sheet {
	s := sheet{names: 2, head: []string{"", strings.TrimSuffix(r.Table, "s")}}
	for _, part := range r.Parts {
		for _, metric := range r.Metrics {
			s.head = append(s.head, part+" "+metric)
		}
	}
	for _, lang := range r.Langs {
		s.addGroup(r, lang, func(v *tableVariant) []*figure {
			var figures []*figure
			for _, part := range r.Parts {
				for _, metric := range r.Metrics {
					figures = append(figures, r.figure(v.Name, lang, part, metric))
				}
			}
			return figures
		})
	}
	return s
}

// addGroup adds a row of figures for each variant, and below it what was published. The
// best of each column is marked.
func (s *sheet) addGroup(r *tableReport, name string, figures func(*tableVariant) []*figure) {
	var rows [][]*figure
	for i := range r.Variants {
		rows = append(rows, figures(&r.Variants[i]))
	}
	for i, row := range rows {
		ours, theirs, any := cellsOf(name, r.Variants[i].Name), cellsOf("", r.Variants[i].Name+", published"), false
		for column, f := range row {
			ours = append(ours, cell{f.text(), f.best(rows, column)})
			theirs = append(theirs, cell{text: ""})
			if f.Published != 0 {
				theirs[len(theirs)-1].text, any = fmt.Sprintf("%.2f", f.Published), true
			}
		}
		s.rows = append(s.rows, ours)
		if any {
			s.rows = append(s.rows, theirs)
		}
		name = ""
	}
}

// text prints a figure.
func (f *figure) text() string {
	if len(f.Runs) == 0 {
		return unknown
	}
	return f.spread.text(len(f.Runs))
}

// best reports whether no figure of the column is printed with a higher mean.
func (f *figure) best(rows [][]*figure, column int) bool {
	return len(f.Runs) > 0 && !slices.ContainsFunc(rows, func(row []*figure) bool {
		return len(row[column].Runs) > 0 && hundredths(row[column].Mean) > hundredths(f.Mean)
	})
}

// hundredths is x as it is printed.
func hundredths(x float64) float64 {
	const inOne = 100
	return math.Round(x * inOne)
}

// imitationSheet is laid out like Goodman et al. (2016), Table 3: for each algorithm and
// learner the score without and with the α-bound, what α gains, what the algorithm gains
// over exact imitation with it and without it, and both together.
func (r *tableReport) imitationSheet() sheet {
	s := sheet{names: 3, head: []string{"", "algorithm", "learner", "no α", "α=1", "α gain", "gain (α)", "gain (no α)", "total gain"}}
	metric := r.Metrics[len(r.Metrics)-1]
	for _, lang := range r.Langs {
		for _, part := range r.Parts {
			s.addImitation(r, lang, part, metric)
		}
	}
	return s
}

func (s *sheet) addImitation(r *tableReport, lang, part, metric string) {
	at := func(algorithm, learner string, alpha int) *figure {
		i := slices.IndexFunc(r.Variants, func(v tableVariant) bool {
			return v.Algorithm == algorithm && v.Learner == learner && v.Alpha == alpha
		})
		if i < 0 {
			return &figure{}
		}
		return r.figure(r.Variants[i].Name, lang, part, metric)
	}
	var all [][]*figure // of one column, so that the best is the best of all
	for _, v := range r.Variants {
		all = append(all, []*figure{at(v.Algorithm, v.Learner, v.Alpha)})
	}
	name := fmt.Sprint(lang, " ", part, " ", metric)
	for _, v := range r.Variants {
		if v.Alpha > 0 {
			continue
		}
		free, bound := at(v.Algorithm, v.Learner, 0), at(v.Algorithm, v.Learner, 1)
		exact, exactBound := at("exact", v.Learner, 0), at("exact", v.Learner, 1)
		row := append(cellsOf(name, v.Algorithm, v.Learner), cell{free.text(), free.best(all, 0)}, cell{bound.text(), bound.best(all, 0)})
		s.rows = append(s.rows, append(row, cellsOf(gain(bound, free), gain(bound, exactBound), gain(free, exact), gain(bound, exact))...))
		name = ""
	}
}

// gain prints by how much a is above b.
func gain(a, b *figure) string {
	if len(a.Runs) == 0 || len(b.Runs) == 0 {
		return unknown
	}
	return fmt.Sprintf("%+.2f", a.Mean-b.Mean)
}

// explorationSheet sums up each curve by its best round.
func (r *tableReport) explorationSheet() sheet {
	metric := r.Metrics[len(r.Metrics)-1]
	s := sheet{names: 3, head: []string{"", "exploration", "setting", "best " + metric, "round", "roll-outs", "seconds"}}
	for _, lang := range r.Langs {
		name, top := lang, r.topScores(lang)
		for _, v := range r.Variants {
			row := cellsOf(name, v.Group, v.Name, unknown, unknown, unknown, unknown)
			if curves := r.curvesOf(v.Group, v.Name, lang); len(curves) > 0 {
				copy(row[3:], cellsOf(bestOf(curves)...))
				row[3].best = hundredths(bestScore(curves)) == top[v.Group]
			}
			s.rows = append(s.rows, row)
			name = ""
		}
	}
	return s
}

// topScores returns the best score of each group of variants, as it is printed.
func (r *tableReport) topScores(lang string) map[string]float64 {
	top := map[string]float64{}
	for _, v := range r.Variants {
		if curves := r.curvesOf(v.Group, v.Name, lang); len(curves) > 0 {
			top[v.Group] = max(top[v.Group], hundredths(bestScore(curves)))
		}
	}
	return top
}

// bestScore is the mean of the best scores of some curves.
func bestScore(curves []curve) float64 {
	var scores []float64
	for i := range curves {
		scores = append(scores, roundScore(&curves[i].Rounds[curves[i].Best-1]))
	}
	return spreadOf(scores).Mean
}

// curvesOf returns the curves of all seeds.
func (r *tableReport) curvesOf(group, variant, lang string) []curve {
	var list []curve
	for _, c := range r.Curves {
		if c.Group == group && c.Variant == variant && c.Lang == lang {
			list = append(list, c)
		}
	}
	return list
}

// bestOf prints what was reached in the best rounds: the score, the round, roll-outs and
// seconds so far, as means over the seeds.
func bestOf(curves []curve) []string {
	var columns [4][]float64
	for i := range curves {
		best := &curves[i].Rounds[curves[i].Best-1]
		for k, x := range []float64{roundScore(best), float64(curves[i].Best), float64(best.RollOuts), best.Seconds} {
			columns[k] = append(columns[k], x)
		}
	}
	mean := func(k int) float64 { return spreadOf(columns[k]).Mean }
	return []string{spreadOf(columns[0]).text(len(curves)), fmt.Sprintf("%.1f", mean(1)), fmt.Sprintf("%.0f", mean(2)), fmt.Sprintf("%.1f", mean(3))}
}

// roundScore is the score on dev after a round.
func roundScore(r *experiment.Round) float64 { return max(r.LAS, r.F1) }
