package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parser/model"
	"parser/parser/experiment"
)

// tableReport is what table prints as JSON, and all that tables and plots are made
// from.
type tableReport struct {
	Table       string         `json:"table"`
	Command     string         `json:"command"`
	Trees       string         `json:"trees"` // see treesName
	Metrics     []string       `json:"metrics"`
	Parts       []string       `json:"parts"` // scored
	Punctuation bool           `json:"punctuation_scored"`
	Epochs      int            `json:"epochs"`
	Seeds       []uint64       `json:"seeds"`
	Langs       []string       `json:"langs"`
	Data        []tableData    `json:"data"`
	Asked       int            `json:"runs_asked"`
	Done        int            `json:"runs_done"` // fewer if interrupted or if some failed
	Foreign     int            `json:"runs_of_other_versions"`
	Variants    []tableVariant `json:"variants"`
	Figures     []figure       `json:"figures"`
	Curves      []curve        `json:"curves,omitempty"`
	Skipped     []string       `json:"skipped"`
	Failures    []string       `json:"failures"`
}

// tableVariant is a row of the table, or a part of one.
type tableVariant struct {
	Group     string `json:"group"`
	Name      string `json:"name"`
	System    string `json:"system"`
	Oracle    string `json:"oracle"`
	Algorithm string `json:"algorithm"`
	Learner   string `json:"learner"`
	Templates string `json:"templates"`
	Alpha     int    `json:"alpha"`
}

// figure is a score of a variant: one for each seed, and their mean.
type figure struct {
	Variant string `json:"variant"`
	Lang    string `json:"lang"`
	Part    string `json:"part"`
	Metric  string `json:"metric"`
	spread
	Runs      []seedScore `json:"runs"`
	Published float64     `json:"published,omitempty"` // by the paper; 0 for nothing
}

// seedScore is the score of one run.
type seedScore struct {
	Seed  uint64  `json:"seed"`
	Score float64 `json:"score"`
}

// curve is what was measured after each round of a run.
type curve struct {
	Variant string             `json:"variant"`
	Group   string             `json:"group"`
	Lang    string             `json:"lang"`
	Seed    uint64             `json:"seed"`
	Best    int                `json:"best"` // the best round, from 1
	Rounds  []experiment.Round `json:"rounds"`
}

// report sums up the runs.
func (t *tabling) report(command string, banks []*bank, runs []*tableRun, failed []string) *tableReport {
	r := &tableReport{
		Table: t.name, Command: command + " " + t.name, Trees: treesName(t.kind), Metrics: t.metrics(), Parts: t.parts,
		Punctuation: t.punctuation, Epochs: t.options.Epochs, Seeds: t.seeds, Langs: t.langs, Asked: len(runs),
		Skipped: []string{}, Failures: append([]string{}, failed...),
	}
	for _, b := range banks {
		r.Data = append(r.Data, b.read...)
	}
	for i := range t.variants {
		v := &t.variants[i]
		o := &v.Options
		r.Variants = append(r.Variants, tableVariant{v.Group, v.Name, o.System, o.Oracle, o.Algorithm, o.LearnerName(), templatesName(o.Templates), o.Alpha})
	}
	for _, run := range runs {
		if run.result != nil {
			r.Done++
			r.note(t, run)
		}
	}
	t.addFigures(r, runs)
	if t.name == explorationTable {
		t.addCurves(r, runs)
	}
	return r
}

// templatesName names a set of templates.
func templatesName(templates string) string {
	if strings.Contains(templates, "\n") {
		return "of a file"
	}
	return templates
}

// note keeps what is to be said of a run below the table.
func (r *tableReport) note(t *tabling, run *tableRun) {
	if run.result.Program != version() {
		r.Foreign++
	}
	if s := skippedText(run.result.Outcome.Skipped); s != "" {
		if line := fmt.Sprintf("%s, %s: not learned from: %s", run.lang, t.variants[run.variant].Options.System, s); !slices.Contains(r.Skipped, line) {
			r.Skipped = append(r.Skipped, line)
		}
	}
}

// addFigures adds the scores of the runs, by variant, language, part and score.
func (t *tabling) addFigures(r *tableReport, runs []*tableRun) {
	for i := range t.variants {
		for _, lang := range t.langs {
			for _, part := range t.parts {
				for _, metric := range t.metrics() {
					f := figure{Variant: t.variants[i].Name, Lang: lang, Part: part, Metric: metric, Runs: []seedScore{}}
					f.Published = published(t.name, f.Variant, lang, part, metric)
					for _, run := range runs {
						if run.variant == i && run.lang == lang && run.result != nil {
							if x, ok := t.scoreIn(run.result.Outcome, part, metric); ok {
								f.Runs = append(f.Runs, seedScore{run.seed, x})
							}
						}
					}
					f.spread = spreadOf(scoresOfRuns(f.Runs))
					r.Figures = append(r.Figures, f)
				}
			}
		}
	}
}

func scoresOfRuns(runs []seedScore) []float64 {
	var scores []float64
	for _, r := range runs {
		scores = append(scores, r.Score)
	}
	return scores
}

// addCurves adds what was measured after each round.
func (t *tabling) addCurves(r *tableReport, runs []*tableRun) {
	for _, run := range runs {
		if run.result != nil {
			v := &t.variants[run.variant]
			o := run.result.Outcome
			r.Curves = append(r.Curves, curve{v.Name, v.Group, run.lang, run.seed, o.Best, o.Rounds})
		}
	}
}

// figure returns a figure of the table.
func (r *tableReport) figure(variant, lang, part, metric string) *figure {
	i := slices.IndexFunc(r.Figures, func(f figure) bool {
		return f.Variant == variant && f.Lang == lang && f.Part == part && f.Metric == metric
	})
	if i < 0 {
		return &figure{}
	}
	return &r.Figures[i]
}

func (r *tableReport) page() page {
	return page{caption: r.caption(), command: r.Command, sheet: r.sheet(), notes: r.notes()}
}

// print prints the report where the flags say, and if it cannot be written there, on the
// standard output: hours of training are not to be lost.
func (t *tabling) print(r *tableReport) error {
	write := func(w io.Writer) error { return writeReport(w, t.notes(), t.format, r) }
	if t.out == "" {
		return errors.Join(write(t.env.Stdout), t.plot(r))
	}
	err := model.WriteFile(t.out, write)
	if err != nil {
		err = errors.Join(err, write(t.env.Stdout))
	}
	return errors.Join(err, t.plot(r))
}

// checkOutput finds out whether all can be written in the end.
func (t *tabling) checkOutput() error {
	if t.out != "" {
		if err := canWrite(t.out); err != nil {
			return err
		}
		if sameFile(t.out, t.resume) {
			return fmt.Errorf("%w: --out and --resume are the same file, so that the table would replace the results", errUsage)
		}
	}
	if t.svg != "" {
		return canWrite(plotFile(t.svg, "xx", "targeted", "rounds"))
	}
	return nil
}

// sameFile reports whether two names are those of one file, be it there or not.
func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	y, other := os.Stat(b)
	if err != nil || other != nil {
		return filepath.Clean(a) == filepath.Clean(b)
	}
	return os.SameFile(x, y)
}

// plot writes the plots that are asked for.
func (t *tabling) plot(r *tableReport) error {
	if t.svg == "" {
		return nil
	}
	for _, f := range r.plots() {
		if err := model.WriteFile(plotFile(t.svg, f.lang, f.group, f.against), f.plot.write); err != nil {
			return err
		}
	}
	return nil
}
