package experiment

import (
	"fmt"
	"slices"
	"strings"

	"parser/eval/layout"
)

// Table is the report on a table of the literature, and what "parser table" prints as
// JSON.
type Table struct {
	Table       string         `json:"table"` // one of TableNames
	Command     string         `json:"command"`
	Trees       string         `json:"trees"` // see TreesName
	Metrics     []string       `json:"metrics"`
	Parts       []string       `json:"parts"` // scored: Dev, Test
	Punctuation bool           `json:"punctuation_scored"`
	Epochs      int            `json:"epochs"`
	Seeds       []uint64       `json:"seeds"`
	Langs       []string       `json:"langs"`
	Data        []PartSource   `json:"data"`
	Asked       int            `json:"runs_asked"`
	Done        int            `json:"runs_done"` // fewer if interrupted or if some failed
	Foreign     int            `json:"runs_of_other_versions"`
	Variants    []TableVariant `json:"variants"`
	Figures     []Figure       `json:"figures"`
	Curves      []Curve        `json:"curves,omitempty"`
	Skipped     []string       `json:"skipped"`
	Failures    []string       `json:"failures"`
}

// The parts of a treebank.
const (
	Train = "train"
	Dev   = "dev"
	Test  = "test"
)

// PartSource says what a part of a language's treebank is.
type PartSource struct {
	Lang string `json:"lang"`
	Part string `json:"part"`
	Source
}

// TableVariant is a row of the table, or a part of one.
type TableVariant struct {
	Group     string `json:"group"`
	Name      string `json:"name"`
	System    string `json:"system"`
	Oracle    string `json:"oracle"`
	Algorithm string `json:"algorithm"`
	Learner   string `json:"learner"`
	Templates string `json:"templates"`
	Alpha     int    `json:"alpha"`
}

// Figure is a score of a variant: one for each seed, and their mean.
type Figure struct {
	Variant string `json:"variant"`
	Lang    string `json:"lang"`
	Part    string `json:"part"`
	Metric  string `json:"metric"`
	Spread
	Runs      []SeedScore `json:"runs"`
	Published float64     `json:"published,omitempty"` // by the paper; 0 for nothing
}

// SeedScore is the score of one run.
type SeedScore struct {
	Seed  uint64  `json:"seed"`
	Score float64 `json:"score"`
}

// Curve is what was measured after each round of a run.
type Curve struct {
	Variant string  `json:"variant"`
	Group   string  `json:"group"`
	Lang    string  `json:"lang"`
	Seed    uint64  `json:"seed"`
	Best    int     `json:"best"` // the best round, from 1
	Rounds  []Round `json:"rounds"`
}

// Add implements Report.
func (t *Table) Add(runs []*Run, program string) (done, failed, asked int) {
	t.Metrics, t.Asked, t.Skipped, t.Failures = Metrics(t.Trees), len(runs), []string{}, []string{}
	for _, r := range runs {
		if r.Err != nil {
			t.Failures = append(t.Failures, r.Failure().Error())
		}
		if r.Outcome == nil {
			continue
		}
		t.Done++
		if r.Program != program {
			t.Foreign++
		}
		if s := r.Outcome.Skipped.Reasons(); s != "" {
			if line := fmt.Sprintf("%s, %s: not learned from: %s", r.Treebank.Lang, r.Options.System, s); !slices.Contains(t.Skipped, line) {
				t.Skipped = append(t.Skipped, line)
			}
		}
		if t.Table == Exploration {
			t.Curves = append(t.Curves, Curve{r.Variant.Name, r.Variant.Group, r.Treebank.Lang, r.Options.Seed, r.Outcome.Best, r.Outcome.Rounds})
		}
	}
	for i, first := range runs {
		if i > 0 && first.Variant == runs[i-1].Variant {
			continue
		}
		v, o := first.Variant, &first.Variant.Options
		templates := o.Templates
		if strings.Contains(templates, "\n") {
			templates = "of a file"
		}
		t.Variants = append(t.Variants, TableVariant{v.Group, v.Name, o.System, o.Oracle, o.Algorithm, o.LearnerName(), templates, o.Alpha})
		for _, lang := range t.Langs {
			for _, score := range t.scores() {
				f := Figure{Variant: v.Name, Lang: lang, Runs: []SeedScore{}}
				f.Part, f.Metric, _ = strings.Cut(score, " ")
				f.Published = published(t.Table, v.Name, lang, f.Part, f.Metric)
				for _, r := range runs {
					if x, ok := r.Score(f.Part, f.Metric, t.Punctuation); ok && r.Variant == v && r.Treebank.Lang == lang {
						f.Runs = append(f.Runs, SeedScore{r.Options.Seed, x})
					}
				}
				f.Spread = spreadOf(f.Runs, SeedScore.score)
				t.Figures = append(t.Figures, f)
			}
		}
	}
	return t.Done, len(t.Failures), t.Asked
}

// Scores implements Report.
func (t *Table) Scores(r *Run) (text string) {
	for _, part := range t.Parts {
		for _, metric := range Metrics(t.Trees) {
			if x, ok := r.Score(part, metric, t.Punctuation); ok {
				text += fmt.Sprintf(" %s %s %6.2f ", part, metric, x)
			}
		}
	}
	return text
}

func (s SeedScore) score() float64 { return s.Score }

// scores names the parts with the scores on them: "dev UAS".
func (t *Table) scores() (names []string) {
	for _, part := range t.Parts {
		for _, metric := range t.Metrics {
			names = append(names, part+" "+metric)
		}
	}
	return names
}

// metric names the most important score.
func (t *Table) metric() string { return t.Metrics[len(t.Metrics)-1] }

// figure returns a figure of the table, one without runs if it has none like this.
func (t *Table) figure(variant, lang, score string) *Figure {
	for i := range t.Figures {
		if f := &t.Figures[i]; f.Variant == variant && f.Lang == lang && f.Part+" "+f.Metric == score {
			return f
		}
	}
	return &Figure{}
}

// curves returns the curves of all seeds.
func (t *Table) curves(v *TableVariant, lang string) (curves []Curve) {
	for _, c := range t.Curves {
		if c.Group == v.Group && c.Variant == v.Name && c.Lang == lang {
			curves = append(curves, c)
		}
	}
	return curves
}

func (t *Table) page() page {
	p := page{command: t.Command, names: 2}
	for _, d := range t.Data {
		p.notes = append(p.notes, fmt.Sprintf("%s %s: %s", d.Lang, d.Part, d.Source))
	}
	what := fmt.Sprintf("%s on %s in percent", strings.Join(t.Metrics, " and "), strings.Join(t.Parts, " and "))
	if t.Table == Exploration {
		what = t.metric() + " on dev in percent after each round"
		t.layCurves(&p)
	} else {
		t.recordFigures(&p)
		if t.Table == Imitation {
			t.layImitation(&p)
		} else {
			t.layScores(&p)
		}
	}
	switch {
	case len(t.Metrics) == 1: // brackets
	case t.Punctuation || t.Table == Exploration:
		what += ", all words counted"
	default:
		what += ", punctuation left out"
	}
	p.caption = []string{what + seedsText(t.Seeds) + "; the best on dev of " + layout.Count(t.Epochs, "epoch")}
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

// recordFigures has a record for each figure.
func (t *Table) recordFigures(p *page) {
	p.records = [][]any{{"variant", "system", "oracle", "algorithm", "learner", "templates", "alpha", "lang", "part", "metric", "runs", "mean", "deviation", "published"}}
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
			p.records = append(p.records, record)
		}
	}
}

// layScores makes rows for each language with a column for each score, but in the table of
// languages, rows for each score with a column for each language and one of their mean.
// Below the row of a variant stands what was published. The best of each column is marked.
func (t *Table) layScores(p *page) {
	if slices.ContainsFunc(t.Figures, func(f Figure) bool { return f.Published != 0 }) {
		source := changTable(t.Table)
		p.notes = append(p.notes, fmt.Sprintf("published: Chang et al. (2015), Table %d, punctuation left out; %s", source.number, source.data))
	}
	for _, v := range t.Variants {
		p.notes = append(p.notes, fmt.Sprintf("%s: %s, %s oracle, %s, %s, templates %s", v.Name, v.System, v.Oracle, v.Algorithm, v.Learner, v.Templates))
	}
	groups, columns, what := t.Langs, t.scores(), strings.TrimSuffix(t.Table, "s")
	ofLanguages := t.Table == "languages"
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
				ours, theirs = append(ours, f.cell(len(f.Runs), fmt.Sprint(group, k))), append(theirs, text)
			}
			if p.add(ours...); known {
				p.add(theirs...)
			}
		}
	}
}

// averaged is the mean of figures of different languages; its spread is that of the
// means of each seed. It is nothing if a run is missing.
func (t *Table) averaged(figures []*Figure) *Figure {
	f := &Figure{}
	if slices.ContainsFunc(figures, func(one *Figure) bool { return len(one.Runs) < len(t.Seeds) }) {
		return f
	}
	for i, seed := range t.Seeds {
		f.Runs = append(f.Runs, SeedScore{seed, spreadOf(figures, func(one *Figure) float64 { return one.Runs[i].Score }).Mean})
	}
	f.Spread = spreadOf(f.Runs, SeedScore.score)
	if !slices.ContainsFunc(figures, func(one *Figure) bool { return one.Published == 0 }) {
		f.Published = spreadOf(figures, func(one *Figure) float64 { return one.Published }).Mean
	}
	return f
}

// layImitation lays out the table like Goodman et al. (2016), Table 3: for each algorithm
// and learner the score without and with the α-bound, what α gains, what the algorithm
// gains over exact imitation with it and without it, and both together.
func (t *Table) layImitation(p *page) {
	p.names = 3
	p.add("", "algorithm", "learner", "no α", "α=1", "α gain", "gain (α)", "gain (no α)", "total gain")
	p.notes = append(p.notes,
		"no α, α=1: examples are learned from in all passes, or not again once they were misclassified",
		"gain: over exact imitation by the same learner, both with α=1, both without it; total: α=1 over exact imitation without it",
		unknown+": no example is met twice where learning is online")
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
				at := func(algorithm, alpha string) *Figure { return t.figure(algorithm+learner+alpha, lang, score) }
				free, bound, exact, exactBound := at(v.Algorithm, "0"), at(v.Algorithm, "1"), at("exact", "0"), at("exact", "1")
				p.add(group, v.Algorithm, v.Learner, free.cell(len(free.Runs), group), bound.cell(len(bound.Runs), group),
					gain(bound, free), gain(bound, exactBound), gain(free, exact), gain(bound, exact))
			}
		}
	}
}

// layCurves sums up the curves of each variant by their best rounds: the score, the
// round, roll-outs and seconds so far, as means over the seeds. It has a record for each
// round.
func (t *Table) layCurves(p *page) {
	p.names = 3
	p.add("", "exploration", "setting", "best "+t.metric(), "round", "roll-outs", "seconds")
	p.notes = append(p.notes, "round, roll-outs, seconds: where the best score was reached; seconds of training alone, on this machine")
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
			p.add(lang, v.Group, v.Name,
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
