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

// Add adds the variants with what came of all their runs, and says which are from
// another version of the program than this one.
func (t *Table) Add(variants []Variant, runs []*Run, program string) {
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
			if line := fmt.Sprintf("%s, %s: not learned from: %s", r.Lang, r.Options.System, s); !slices.Contains(t.Skipped, line) {
				t.Skipped = append(t.Skipped, line)
			}
		}
		if t.Table == Exploration {
			t.Curves = append(t.Curves, Curve{r.Variant.Name, r.Variant.Group, r.Lang, r.Options.Seed, r.Outcome.Best, r.Outcome.Rounds})
		}
	}
	for i := range variants {
		v := &variants[i]
		t.Variants = append(t.Variants, describe(v))
		for _, lang := range t.Langs {
			for _, part := range t.Parts {
				for _, metric := range t.Metrics {
					f := Figure{Variant: v.Name, Lang: lang, Part: part, Metric: metric, Runs: []SeedScore{}}
					f.Published = published(t.Table, v.Name, lang, part, metric)
					for _, r := range runs {
						if x, ok := r.Score(part, metric, t.Punctuation); ok && r.Variant == v && r.Lang == lang {
							f.Runs = append(f.Runs, SeedScore{r.Options.Seed, x})
						}
					}
					f.sum()
					t.Figures = append(t.Figures, f)
				}
			}
		}
	}
}

// describe says what a variant is.
func describe(v *Variant) TableVariant {
	o := &v.Options
	d := TableVariant{v.Group, v.Name, o.System, o.Oracle, o.Algorithm, o.LearnerName(), o.Templates, o.Alpha}
	if strings.Contains(o.Templates, "\n") {
		d.Templates = "of a file"
	}
	return d
}

// Score returns a score of the run in percent, see Metrics; ok is false if there is none.
func (r *Run) Score(part, metric string, punctuation bool) (score float64, ok bool) {
	switch {
	case r.Outcome == nil:
		return 0, false
	case part == Test:
		return r.Outcome.Test.Score(metric, punctuation)
	}
	return r.Outcome.Dev.Score(metric, punctuation)
}

// sum sets the mean of the runs.
func (f *Figure) sum() {
	var scores []float64
	for _, r := range f.Runs {
		scores = append(scores, r.Score)
	}
	f.Spread = spreadOf(scores)
}

// figure returns a figure of the table.
func (t *Table) figure(variant, lang, part, metric string) *Figure {
	i := slices.IndexFunc(t.Figures, func(f Figure) bool {
		return f.Variant == variant && f.Lang == lang && f.Part == part && f.Metric == metric
	})
	if i < 0 {
		return &Figure{}
	}
	return &t.Figures[i]
}

// metric names the most important score.
func (t *Table) metric() string { return t.Metrics[len(t.Metrics)-1] }

// caption says what the table is about.
func (t *Table) caption() string {
	what := fmt.Sprintf("%s on %s in percent", strings.Join(t.Metrics, " and "), strings.Join(t.Parts, " and "))
	if t.Table == Exploration {
		what = t.metric() + " on dev in percent after each round"
	}
	switch {
	case len(t.Metrics) == 1: // brackets
	case t.Punctuation || t.Table == Exploration:
		what += ", all words counted"
	default:
		what += ", punctuation left out"
	}
	return what + seedsText(t.Seeds) + "; the best on dev of " + layout.Count(t.Epochs, "epoch")
}

// notes are the lines below the table.
func (t *Table) notes() []string {
	var lines []string
	for _, d := range t.Data {
		lines = append(lines, fmt.Sprintf("%s %s: %s", d.Lang, d.Part, d.Source))
	}
	lines = slices.Concat(lines, t.legend(), t.Skipped)
	if t.Foreign > 0 {
		lines = append(lines, layout.Count(t.Foreign, "result")+" by another version of the program than this one")
	}
	for _, failure := range t.Failures {
		lines = append(lines, "failed: "+failure)
	}
	if t.Done+len(t.Failures) < t.Asked {
		lines = append(lines, fmt.Sprintf("interrupted after %d of %s", t.Done, layout.Count(t.Asked, "run")))
	}
	return lines
}

// legend explains rows and columns.
func (t *Table) legend() []string {
	var lines []string
	if slices.ContainsFunc(t.Figures, func(f Figure) bool { return f.Published != 0 }) {
		source := changTable(t.Table)
		lines = append(lines, fmt.Sprintf("published: Chang et al. (2015), Table %d, punctuation left out; %s", source.number, source.data))
	}
	switch t.Table {
	case "imitation":
		return append(lines,
			"no α, α=1: examples are learned from in all passes, or not again once they were misclassified",
			"gain: over exact imitation by the same learner, both with α=1, both without it; total: α=1 over exact imitation without it",
			unknown+": no example is met twice where learning is online")
	case Exploration:
		return append(lines, "round, roll-outs, seconds: where the best score was reached; seconds of training alone, on this machine")
	}
	for _, v := range t.Variants {
		lines = append(lines, fmt.Sprintf("%s: %s, %s oracle, %s, %s, templates %s", v.Name, v.System, v.Oracle, v.Algorithm, v.Learner, v.Templates))
	}
	return lines
}

// records has a line per figure, with all digits; of curves, a line per round.
func (t *Table) records() [][]string {
	if t.Table == Exploration {
		records := [][]string{{"exploration", "setting", "lang", "seed", "round", "score", "rollouts", "seconds"}}
		for _, c := range t.Curves {
			for i := range c.Rounds {
				at := &c.Rounds[i]
				records = append(records, []string{
					c.Group, c.Variant, c.Lang, fmt.Sprint(c.Seed), fmt.Sprint(i + 1), number(at.score(t.metric())), fmt.Sprint(at.RollOuts), number(at.Seconds),
				})
			}
		}
		return records
	}
	records := [][]string{{"variant", "system", "oracle", "algorithm", "learner", "templates", "alpha", "lang", "part", "metric", "runs", "mean", "deviation", "published"}}
	for _, v := range t.Variants {
		for _, f := range t.Figures {
			if f.Variant != v.Name {
				continue
			}
			mean, deviation, theirs := "", "", ""
			if len(f.Runs) > 0 {
				mean, deviation = number(f.Mean), number(f.Deviation)
			}
			if f.Published != 0 {
				theirs = number(f.Published)
			}
			records = append(records, []string{
				v.Name, v.System, v.Oracle, v.Algorithm, v.Learner, v.Templates, fmt.Sprint(v.Alpha),
				f.Lang, f.Part, f.Metric, fmt.Sprint(len(f.Runs)), mean, deviation, theirs,
			})
		}
	}
	return records
}
