package experiment

import (
	"fmt"
	"slices"
	"strings"

	"parser/eval/layout"
)

func (t *Table) page() page {
	p := page{command: t.Command, names: 2}
	for _, d := range t.Data {
		p.notes = append(p.notes, fmt.Sprintf("%s %s: %s", d.Lang, d.Part, d.Source))
	}
	metrics, when := t.Metrics, ""
	switch t.Table {
	case Costs, Exploration:
		metrics, when = []string{t.metric()}, " after each round"
		t.layCurves(&p)
	case Imitation:
		metrics = []string{t.metric()}
		t.recordFigures(&p)
		t.layImitation(&p)
	default:
		t.recordFigures(&p)
		t.layScores(&p)
	}
	what := fmt.Sprintf("%s on %s in percent%s", listed(metrics), listed(t.Parts), when)
	switch {
	case !slices.Contains(metrics, las):
	case t.Punctuation || t.hasCurves():
		what += ", all words counted"
	default:
		what += ", punctuation left out"
	}
	seeds := seedsText(t.Seeds)
	if t.AsPublished {
		seeds = t.chosenText()
		t.sayChosen(&p)
	}
	p.caption = []string{what + seeds + "; the best on dev of " + layout.Count(t.Epochs, "epoch")}
	p.notes = append(p.notes, t.Skipped...)
	if t.Foreign > 0 {
		p.notes = append(p.notes, layout.Count(t.Foreign, "result")+" by another version of the program than this one")
	}
	for _, failure := range t.Failures {
		p.notes = append(p.notes, "failed: "+failure)
	}
	p.notes = append(p.notes, interrupted(t.Done, len(t.Failures), t.Asked)...)
	return p
}

func (t *Table) recordFigures(p *page) {
	p.records = [][]any{
		{"variant", "system", "oracle", "algorithm", "learner", "templates", "alpha", "lang", "part", "metric", "runs", "mean", "deviation", "published"},
	}
	if t.AsPublished {
		p.records[0] = append(p.records[0], "chosen_seed", "rival", "p", "note")
	}
	for _, v := range t.Variants {
		for _, f := range t.Figures {
			if f.Variant != v.Name {
				continue
			}
			record := []any{v.Name, v.System, v.Oracle, v.Algorithm, v.Learner, v.Templates, v.Alpha, f.Lang, f.Part, f.Metric, len(f.Runs), "", "", ""}
			numbers := record[len(record)-3:]
			if len(f.Runs) > 0 {
				numbers[0], numbers[1] = f.Mean, f.Deviation
			}
			if f.Published != 0 {
				numbers[2] = f.Published
			}
			if t.AsPublished {
				record = append(record, f.Chosen, f.Rival, f.P, v.Note)
			}
			p.records = append(p.records, record)
		}
	}
}

// layScores adds rows for each language with columns for scores; in the table of languages, rows for each score with
// columns for languages and their mean. Published scores are below the row of a variant.
func (t *Table) layScores(p *page) {
	t.sayPublished(p)
	for _, v := range t.Variants {
		p.notes = append(p.notes, fmt.Sprintf("%s: %s, %s oracle, %s, %s%s", v.Name, v.System, v.Oracle, v.Algorithm, v.how(), v.noted()))
	}
	groups, columns, what := t.Langs, t.scores(), strings.TrimSuffix(t.Table, "s")
	ofLanguages := t.Table == "languages" || t.Table == Corpora
	if ofLanguages {
		groups, columns, what = columns, groups, "parser"
	}
	head := []any{"", what}
	for _, column := range columns {
		head = append(head, column)
	}
	averages := ofLanguages && len(columns) > 1
	if averages {
		head = append(head, "average")
	}
	p.add(head...)
	for _, group := range groups {
		for _, v := range t.Variants {
			var figures []*Figure
			for _, column := range columns {
				lang, score := group, column
				if ofLanguages {
					lang, score = column, group
				}
				figures = append(figures, t.figure(v.Name, lang, score))
			}
			if averages {
				figures = append(figures, t.averaged(figures))
			}
			ours, theirs, known := []any{group, v.Name}, []any{group, v.Name + ", published"}, false
			for k, f := range figures {
				text := ""
				if f.Published != 0 {
					text, known = fmt.Sprintf("%.2f", f.Published), true
				}
				ours, theirs = append(ours, t.cell(f, fmt.Sprint(group, k))), append(theirs, text)
			}
			if p.add(ours...); known {
				p.add(theirs...)
			}
		}
	}
}

func (t *Table) sayPublished(p *page) {
	if slices.ContainsFunc(t.Figures, func(f Figure) bool { return f.Published != 0 }) {
		p.notes = append(p.notes, "published: "+publications[t.Table].source)
	}
}

// averaged returns the mean of figures of different languages with the spread over seeds; no runs if any is missing.
func (t *Table) averaged(figures []*Figure) *Figure {
	f := &Figure{}
	if slices.ContainsFunc(figures, func(one *Figure) bool { return len(one.Runs) < len(t.Seeds) }) {
		return f
	}
	f.Variant = figures[0].Variant
	for i, seed := range t.Seeds {
		f.Runs = append(f.Runs, SeedScore{seed, spreadOf(figures, func(one *Figure) float64 { return one.Runs[i].Score }).Mean})
	}
	f.Spread = spreadOf(f.Runs, func(s SeedScore) float64 { return s.Score })
	if t.AsPublished {
		f.Spread = Spread{Mean: spreadOf(figures, func(one *Figure) float64 { return one.Mean }).Mean}
	}
	if !slices.ContainsFunc(figures, func(one *Figure) bool { return one.Published == 0 }) {
		f.Published = spreadOf(figures, func(one *Figure) float64 { return one.Published }).Mean
	}
	return f
}

// layImitation adds rows as in Goodman et al. (2016), Table 3. Published scores are below the row of an algorithm and
// learner.
func (t *Table) layImitation(p *page) {
	p.names = 3
	p.add("", "algorithm", "learner", "no α", "α=1", "α gain", "gain (α)", "gain (no α)", "total gain")
	p.notes = append(p.notes,
		"no α, α=1: examples are learned from in all passes, or not again once they were misclassified after the first pass",
		"gain: over exact imitation by the same learner, both with α=1, both without it; total: α=1 over exact imitation without it",
		unknown+": no example is met twice where learning is online")
	t.sayPublished(p)
	for _, v := range t.Variants {
		if note := v.Algorithm + " as published" + v.noted(); v.Published && !slices.Contains(p.notes, note) {
			p.notes = append(p.notes, note)
		}
	}
	gain := func(a, b *Figure) string {
		if len(a.Runs) == 0 || len(b.Runs) == 0 {
			return unknown
		}
		return fmt.Sprintf("%+.2f", a.Mean-b.Mean)
	}
	for _, lang := range t.Langs {
		for _, part := range t.Parts {
			score := part + " " + t.metric()
			group := lang + " " + score
			for _, v := range t.Variants {
				if v.Alpha > 0 {
					continue
				}
				learner := strings.TrimSuffix(strings.TrimPrefix(v.Name, v.Algorithm), "0") // and " α="
				name, _, _ := strings.Cut(strings.TrimSpace(learner), " α=")
				at := func(algorithm, alpha string) *Figure { return t.figure(algorithm+learner+alpha, lang, score) }
				four := [...]*Figure{at(v.Algorithm, "0"), at(v.Algorithm, "1"), at("exact", "0"), at("exact", "1")}
				add := func(name, rivals string) {
					free, bound, exact, exactBound := four[0], four[1], four[2], four[3]
					p.add(group, v.Algorithm, name, t.cell(free, rivals), t.cell(bound, rivals),
						gain(bound, free), gain(bound, exactBound), gain(free, exact), gain(bound, exact))
				}
				add(name, group)
				if four[0].Published == 0 {
					continue
				}
				for i, f := range four {
					four[i] = &Figure{Spread: Spread{Mean: f.Published}, Runs: make([]SeedScore, 1)}
				}
				add(name+", published", "")
			}
		}
	}
}

// layCurves adds rows for the best rounds of each variant, as means over the seeds, and a record for each round.
func (t *Table) layCurves(p *page) {
	p.names = 3
	group, setting := "exploration", "setting"
	if t.Table == Costs {
		group, setting = "algorithm", "costs, learner"
		p.notes = append(p.notes, "graded: what an action costs, by the oracle or by roll-outs; 0/1: whether the oracle would do it")
	}
	p.add("", group, setting, "best "+t.metric(), "round", "roll-outs", "seconds")
	p.notes = append(p.notes, "round, roll-outs, seconds: where the best score was reached; seconds of training alone, on this machine")
	if t.metric() == smatch {
		p.notes = append(p.notes, "published: Goodman et al. (2016), Figures 2 to 4, of newswire in LDC2014T12: V-DAgger 68.2 without focused costing, 71.1 "+
			"with 5/5; three rounds of all actions 65.2")
	}
	for _, lang := range t.Langs {
		for _, v := range t.Variants {
			curves := t.curves(&v, lang)
			spread := func(of func(best int, r *Round) float64) Spread {
				return spreadOf(curves, func(c Curve) float64 { return of(c.Best, &c.Rounds[c.Best-1]) })
			}
			mean := func(format string, of func(best int, r *Round) float64) string {
				if len(curves) == 0 {
					return unknown
				}
				return fmt.Sprintf(format, spread(of).Mean)
			}
			p.add(lang, v.Group, strings.TrimPrefix(v.Name, v.Group+" "),
				spread(func(_ int, r *Round) float64 { return r.Score(t.metric()) }).cell(len(curves), lang+v.Group),
				mean("%.1f", func(best int, _ *Round) float64 { return float64(best) }),
				mean("%.0f", func(_ int, r *Round) float64 { return float64(r.RollOuts) }),
				mean("%.1f", func(_ int, r *Round) float64 { return r.Seconds }))
		}
	}
	p.records = [][]any{{"exploration", "setting", "lang", "seed", "round", "score", "rollouts", "seconds"}}
	for _, c := range t.Curves {
		for i, at := range c.Rounds {
			p.records = append(p.records, []any{c.Group, c.Variant, c.Lang, c.Seed, i + 1, at.Score(t.metric()), at.RollOuts, at.Seconds})
		}
	}
}
