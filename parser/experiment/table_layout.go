package experiment

import (
	"fmt"
	"slices"
	"strings"
)

func (t *Table) page() page {
	p := page{caption: []string{t.caption()}, command: t.Command, names: 2, notes: t.notes()}
	switch t.Table {
	case "imitation":
		t.layImitation(&p)
	case Exploration:
		t.layCurves(&p)
	default:
		t.layScores(&p)
	}
	return p
}

// layScores makes rows for each language with a column for each score, but in the table of
// languages, rows for each score with a column for each language and one of their mean.
// Below the row of a variant stands what was published. The best of each column is marked.
func (t *Table) layScores(p *page) {
	var scores []string
	for _, part := range t.Parts {
		for _, metric := range t.Metrics {
			scores = append(scores, part+" "+metric)
		}
	}
	groups, columns, what := t.Langs, scores, strings.TrimSuffix(t.Table, "s")
	ofLanguages := t.Table == "languages"
	if ofLanguages {
		groups, columns, what = scores, t.Langs, "parser"
	}
	p.head = append([]string{"", what}, columns...)
	averages := ofLanguages && len(columns) > 1
	if averages {
		p.head = append(p.head, "average")
	}
	for _, group := range groups {
		var rows [][]cell
		name := group
		for _, v := range t.Variants {
			var figures []*Figure
			for _, column := range columns {
				lang, score := group, column
				if ofLanguages {
					lang, score = column, group
				}
				part, metric, _ := strings.Cut(score, " ")
				figures = append(figures, t.figure(v.Name, lang, part, metric))
			}
			if averages {
				figures = append(figures, t.averaged(figures))
			}
			ours, theirs, known := cellsOf(name, v.Name), cellsOf("", v.Name+", published"), false
			for _, f := range figures {
				text := ""
				if f.Published != 0 {
					text, known = fmt.Sprintf("%.2f", f.Published), true
				}
				ours, theirs = append(ours, f.cell(len(f.Runs))), append(theirs, cell{text: text})
			}
			if rows, name = append(rows, ours), ""; known {
				rows = append(rows, theirs)
			}
		}
		for column := range p.head {
			markBest(rows, column)
		}
		p.rows = append(p.rows, rows...)
	}
}

// averaged is the mean of figures of different languages; its spread is that of the
// means of each seed. It is nothing if a run is missing.
func (t *Table) averaged(figures []*Figure) *Figure {
	f, n := &Figure{}, float64(len(figures))
	if slices.ContainsFunc(figures, func(one *Figure) bool { return len(one.Runs) < len(t.Seeds) }) {
		return f
	}
	for i, seed := range t.Seeds {
		mean := 0.0
		for _, one := range figures {
			mean += one.Runs[i].Score / n
		}
		f.Runs = append(f.Runs, SeedScore{seed, mean})
	}
	f.sum()
	if !slices.ContainsFunc(figures, func(one *Figure) bool { return one.Published == 0 }) {
		for _, one := range figures {
			f.Published += one.Published / n
		}
	}
	return f
}

// layImitation lays out the table like Goodman et al. (2016), Table 3: for each algorithm
// and learner the score without and with the α-bound, what α gains, what the algorithm
// gains over exact imitation with it and without it, and both together.
func (t *Table) layImitation(p *page) {
	p.names, p.head = 3, []string{"", "algorithm", "learner", "no α", "α=1", "α gain", "gain (α)", "gain (no α)", "total gain"}
	for _, lang := range t.Langs {
		for _, part := range t.Parts {
			at := func(algorithm, learner string, alpha int) *Figure {
				for _, v := range t.Variants {
					if v.Algorithm == algorithm && v.Learner == learner && v.Alpha == alpha {
						return t.figure(v.Name, lang, part, t.metric())
					}
				}
				return &Figure{}
			}
			name, group := fmt.Sprint(lang, " ", part, " ", t.metric()), [][]cell(nil)
			for _, v := range t.Variants {
				if v.Alpha > 0 {
					continue
				}
				free, bound := at(v.Algorithm, v.Learner, 0), at(v.Algorithm, v.Learner, 1)
				exact, exactBound := at("exact", v.Learner, 0), at("exact", v.Learner, 1)
				row := append(cellsOf(name, v.Algorithm, v.Learner), free.cell(len(free.Runs)), bound.cell(len(bound.Runs)))
				group = append(group, append(row, cellsOf(gain(bound, free), gain(bound, exactBound), gain(free, exact), gain(bound, exact))...))
				name = ""
			}
			markBest(group, 3, 4)
			p.rows = append(p.rows, group...)
		}
	}
}

// gain prints by how much a is above b.
func gain(a, b *Figure) string {
	if len(a.Runs) == 0 || len(b.Runs) == 0 {
		return unknown
	}
	return fmt.Sprintf("%+.2f", a.Mean-b.Mean)
}

// layCurves sums up the curves of each variant by their best rounds: the score, the
// round, roll-outs and seconds so far, as means over the seeds.
func (t *Table) layCurves(p *page) {
	p.names, p.head = 3, []string{"", "exploration", "setting", "best " + t.metric(), "round", "roll-outs", "seconds"}
	for _, lang := range t.Langs {
		name, groups := lang, map[string][][]cell{}
		for _, v := range t.Variants {
			var columns [4][]float64
			for _, c := range t.curvesOf(v.Group, v.Name, lang) {
				best := &c.Rounds[c.Best-1]
				for k, x := range []float64{best.score(t.metric()), float64(c.Best), float64(best.RollOuts), best.Seconds} {
					columns[k] = append(columns[k], x)
				}
			}
			row := append(cellsOf(name, v.Group, v.Name), spreadOf(columns[0]).cell(len(columns[0])))
			for k, format := range []string{"%.1f", "%.0f", "%.1f"} {
				text := unknown
				if numbers := columns[k+1]; len(numbers) > 0 {
					text = fmt.Sprintf(format, spreadOf(numbers).Mean)
				}
				row = append(row, cell{text: text})
			}
			p.rows = append(p.rows, row)
			groups[v.Group] = append(groups[v.Group], row) // the same cells
			name = ""
		}
		markBest(groups[targeted], 3)
		markBest(groups[focused], 3)
	}
}

// curvesOf returns the curves of all seeds.
func (t *Table) curvesOf(group, variant, lang string) []Curve {
	var list []Curve
	for _, c := range t.Curves {
		if c.Group == group && c.Variant == variant && c.Lang == lang {
			list = append(list, c)
		}
	}
	return list
}
