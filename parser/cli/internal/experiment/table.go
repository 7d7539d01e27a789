package experiment

import (
	"fmt"
	"slices"
	"strings"

	"parser/parser/internal/engine"
)

// Table is the report on a table of the literature, and what "parser table" prints as JSON.
type Table struct {
	Table       string         `json:"table"`                  // one of TableNames
	AsPublished bool           `json:"as_published,omitempty"` // rows with the settings of the paper, and runs chosen on dev
	Command     string         `json:"command"`
	Trees       string         `json:"trees"` // the name of the structure
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

// PartSource says where a part of a language's treebank is from.
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
	Scorer    string `json:"scorer"`
	Learner   string `json:"learner"`   // "" if the scorer has none
	Templates string `json:"templates"` // the same
	Alpha     int    `json:"alpha"`
	Published bool   `json:"as_published,omitempty"` // with the settings of the paper
	Note      string `json:"note,omitempty"`         // what of these is not the paper's
	TwoStep   bool   `json:"two_step,omitempty"`     // the move is decided first, and then its label
}

// Figure is a score of a variant: one for each seed, and their mean. As published, Mean is the score of the run that is best
// on dev, and Deviation is 0.
type Figure struct {
	Variant string `json:"variant"`
	Lang    string `json:"lang"`
	Part    string `json:"part"`
	Metric  string `json:"metric"`
	Spread
	Runs      []SeedScore `json:"runs"`
	Published float64     `json:"published,omitempty"`   // by the paper; 0 for nothing
	Chosen    uint64      `json:"chosen_seed,omitempty"` // as published: that of the run
	Rival     string      `json:"rival,omitempty"`       // the variant that it is tested against; "" for no test
	P         float64     `json:"p,omitempty"`           // of the difference, by approximate randomisation over sentences
}

// SeedScore is the score of one run.
type SeedScore struct {
	Seed  uint64  `json:"seed"`
	Score float64 `json:"score"`
}

// Curve holds what was measured after each round of a run.
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
	t.Metrics, t.Asked, t.Skipped, t.Failures = metrics(t.Trees), len(runs), []string{}, []string{}
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
		reasons := r.Outcome.Skipped.Reasons()
		line := fmt.Sprintf("%s, %s: not learned from: %s", r.Treebank.Lang, r.Options.System, reasons)
		if reasons != "" && !slices.Contains(t.Skipped, line) {
			t.Skipped = append(t.Skipped, line)
		}
		if t.hasCurves() {
			t.Curves = append(t.Curves, Curve{r.Variant.Name, r.Variant.Group, r.Treebank.Lang, r.Options.Seed, r.Outcome.Best, r.Outcome.Rounds})
		}
	}
	best := map[[2]string]*Run{} // as published, by variant and language
	for own := range slices.Chunk(runs, len(t.Seeds)*len(t.Langs)) {
		v, o := own[0].Variant, &own[0].Variant.Options
		learner, templates := o.LearnerName(), o.Templates
		if strings.Contains(templates, "\n") {
			templates = "of a file"
		}
		if slices.Contains(o.Unread(), "learner") {
			learner, templates = "", ""
		}
		t.Variants = append(t.Variants, TableVariant{
			v.Group, v.Name, o.System, o.Oracle, o.Algorithm, o.Scorer, learner, templates, o.Alpha, v.Published, v.Note, o.TwoStep,
		})
		for _, lang := range t.Langs {
			at := [2]string{v.Name, lang}
			if t.AsPublished {
				best[at] = t.chosen(slices.DeleteFunc(slices.Clone(own), func(r *Run) bool { return r.Treebank.Lang != lang }))
			}
			for _, score := range t.scores() {
				f := Figure{Variant: v.Name, Lang: lang, Runs: []SeedScore{}}
				f.Part, f.Metric, _ = strings.Cut(score, " ")
				f.Published = published(t.Table, v.Name, lang, f.Part, f.Metric)
				for _, r := range own {
					if x, ok := r.Score(f.Part, f.Metric, t.Punctuation); ok && r.Treebank.Lang == lang {
						f.Runs = append(f.Runs, SeedScore{r.Options.Seed, x})
					}
				}
				f.Spread = spreadOf(f.Runs, func(s SeedScore) float64 { return s.Score })
				if r := best[at]; r != nil {
					f.Chosen, f.Spread = r.Options.Seed, Spread{}
					f.Mean, _ = r.Score(f.Part, f.Metric, t.Punctuation)
				}
				t.Figures = append(t.Figures, f)
			}
		}
	}
	t.test(best)
	return t.Done, len(t.Failures), t.Asked
}

// hasCurves reports whether the table is about what was measured after each round.
func (t *Table) hasCurves() bool { return t.Table == Exploration || t.Table == Costs }

// Scores implements Report.
func (t *Table) Scores(r *Run) (text string) {
	for _, part := range t.Parts {
		for _, metric := range metrics(t.Trees) {
			if x, ok := r.Score(part, metric, t.Punctuation); ok {
				text += fmt.Sprintf(" %s %s %6.2f ", part, metric, x)
			}
		}
	}
	return text
}

// scores names the scores with their parts: "dev UAS".
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

// figure returns a figure of the table, or one without runs.
func (t *Table) figure(variant, lang, score string) *Figure {
	for i := range t.Figures {
		if f := &t.Figures[i]; f.Variant == variant && f.Lang == lang && f.Part+" "+f.Metric == score {
			return f
		}
	}
	return &Figure{}
}

// how says by what the scorer of the variant learns.
func (v *TableVariant) how() string {
	if v.Learner == "" {
		return v.Scorer + " scorer"
	}
	text := v.Learner + ", templates " + v.Templates
	if v.Scorer == engine.Both {
		text += ", and a network"
	}
	if v.TwoStep {
		text += ", in two steps"
	}
	return text
}

func (t *Table) curves(v *TableVariant, lang string) (curves []Curve) {
	for _, c := range t.Curves {
		if c.Group == v.Group && c.Variant == v.Name && c.Lang == lang {
			curves = append(curves, c)
		}
	}
	return curves
}
