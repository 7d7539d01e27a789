package experiment

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parser/eval/layout"
	"parser/oracle"
	"parser/transition"
)

// Ablation is the report on a grid, and what "parser ablate" prints as JSON.
type Ablation struct {
	Command string        `json:"command"`
	Train   Source        `json:"train"`
	Dev     Source        `json:"dev"`
	Trees   string        `json:"trees"` // see TreesName
	Epochs  int           `json:"epochs"`
	Seeds   []uint64      `json:"seeds"`
	Asked   int           `json:"runs_asked"`
	Done    int           `json:"runs_done"` // fewer if interrupted
	Rows    []AblationRow `json:"rows"`
	Omitted []Omission    `json:"omitted"`
}

// AblationRow is a row of the table: the runs of a setting.
type AblationRow struct {
	Setting
	Scores         map[string]Spread `json:"scores"`              // by the names in Metrics
	OracleTime     float64           `json:"oracle_microseconds"` // per sentence, mean over the runs
	Exact          string            `json:"exact_oracle"`        // "" if there is none
	Configurations int               `json:"configurations"`      // compared with the exact oracle, in all runs
	NotOptimal     int               `json:"not_optimal"`         // of them
	Refused        int               `json:"refused_by_exact"`    // sentences, in each run
	Skipped        string            `json:"skipped"`             // training sentences, in each run; "" for none
	Runs           []AblationRun     `json:"runs"`
}

// AblationRun is what a row says of each seed.
type AblationRun struct {
	Seed           uint64             `json:"seed"`
	Epoch          int                `json:"epoch"` // the one kept
	Scores         map[string]float64 `json:"scores"`
	OracleTime     float64            `json:"oracle_microseconds"`
	Configurations int                `json:"configurations"`
	NotOptimal     int                `json:"not_optimal"`
	Seconds        float64            `json:"seconds"`
}

// metrics names the scores, the most important first.
func (a *Ablation) metrics() []string {
	names := Metrics(a.Trees)
	slices.Reverse(names)
	return names
}

// Add adds what came of all runs of the grid, which must have examined their oracles.
func (a *Ablation) Add(runs []*Run) {
	a.Asked = len(runs)
	for len(runs) > 0 {
		n := slices.IndexFunc(runs, func(r *Run) bool { return r.Variant != runs[0].Variant })
		if n < 0 {
			n = len(runs)
		}
		a.add(slices.DeleteFunc(slices.Clone(runs[:n]), func(r *Run) bool { return r.Outcome == nil }))
		runs = runs[n:]
	}
}

// add adds the row of the runs of a setting, if any is over.
func (a *Ablation) add(runs []*Run) {
	if len(runs) == 0 {
		return
	}
	a.Done += len(runs)
	first := runs[0].Outcome
	row := AblationRow{
		Setting: settingOf(&runs[0].Options), Exact: first.Oracle.Exact, Refused: first.Oracle.Refused, Skipped: first.Skipped.Reasons(), Scores: map[string]Spread{},
	}
	for _, r := range runs {
		o, x := r.Outcome, r.Outcome.Oracle
		one := AblationRun{
			Seed: r.Options.Seed, Epoch: o.Best, Scores: map[string]float64{}, OracleTime: float64(x.Time) / float64(time.Microsecond),
			Configurations: x.Configurations, NotOptimal: x.Wrong, Seconds: o.Seconds,
		}
		for _, metric := range a.metrics() {
			one.Scores[metric] = o.Rounds[o.Best-1].score(metric)
		}
		row.OracleTime += one.OracleTime / float64(len(runs))
		row.Configurations += one.Configurations
		row.NotOptimal += one.NotOptimal
		row.Runs = append(row.Runs, one)
	}
	for _, metric := range a.metrics() {
		var scores []float64
		for _, one := range row.Runs {
			scores = append(scores, one.Scores[metric])
		}
		row.Scores[metric] = spreadOf(scores)
	}
	a.Rows = append(a.Rows, row)
}

func (a *Ablation) page() page {
	const timeColumn, wrongColumn = "oracle µs", "not optimal"
	p := page{names: 2, command: a.Command, caption: []string{
		fmt.Sprintf("%s on dev in percent%s; the best of %s", strings.Join(a.metrics(), " and "), seedsText(a.Seeds), layout.Count(a.Epochs, "epoch")),
		fmt.Sprintf("train: %s; dev: %s", a.Train, a.Dev),
	}}
	p.head = slices.Concat([]string{"system", "oracle", "explore"}, a.metrics(), []string{timeColumn, wrongColumn})
	p.notes = []string{timeColumn + ": what the oracle alone takes for a sentence, in microseconds, where the last epoch went"}
	groups, exact := grouping{all: len(a.Rows)}, map[string]bool{}
	for i := range a.Rows {
		row := &a.Rows[i]
		cells := cellsOf(row.System, row.Oracle, fmt.Sprint(row.Explore))
		for _, metric := range a.metrics() {
			cells = append(cells, row.Scores[metric].cell(len(row.Runs)))
		}
		p.rows = append(p.rows, append(cells, cellsOf(timeText(row.OracleTime), row.shareText())...))
		if !exact[row.Exact] {
			exact[row.Exact] = true
			note := unknown + " where no exact oracle is known"
			if row.Exact != "" {
				note = "share of the configurations there, in percent, in which a best move of the oracle is not a best one by the exact oracle, " + row.Exact
			}
			p.notes = append(p.notes, wrongColumn+": "+note)
		}
		row.note(&groups, len(a.Seeds))
	}
	p.notes = slices.Concat(p.notes, groups.lines(), a.omissions())
	if a.Done < a.Asked {
		p.notes = append(p.notes, fmt.Sprintf("interrupted after %d of %s", a.Done, layout.Count(a.Asked, "run")))
	}
	return p
}

// note says what the table does not show of a row.
func (row *AblationRow) note(groups *grouping, seeds int) {
	if row.System == (transition.InOrder{}).Name() {
		groups.add("the exact oracle only estimates where --max-unary keeps constituents from being opened", row.Setting.String())
	}
	if row.Refused > 0 {
		groups.add(fmt.Sprintf("not compared, since %s refuses %s", row.Exact, layout.Count(row.Refused, "sentence")), row.Setting.String())
	}
	if row.Skipped != "" {
		groups.add("not learned from: "+row.Skipped, row.Setting.String())
	}
	if n := len(row.Runs); n < seeds {
		groups.add(fmt.Sprintf("interrupted: %d of %s", n, layout.Count(seeds, "seed")), row.Setting.String())
	}
}

// omissions lists the combinations that do not exist.
func (a *Ablation) omissions() []string {
	groups := grouping{all: -1}
	for _, o := range a.Omitted {
		which := o.Setting.String()
		if o.Reason == oracle.ErrNoOracle.Error() {
			which = o.System + " " + o.Oracle // whatever the exploration
		}
		groups.add("left out, "+o.Reason, which)
	}
	return groups.lines()
}

// timeText prints microseconds with three digits or more.
func timeText(t float64) string {
	switch {
	case t < 10:
		return fmt.Sprintf("%.2f", t)
	case t < 100:
		return fmt.Sprintf("%.1f", t)
	}
	return fmt.Sprintf("%.0f", t)
}

// shareText prints the share of configurations in which the oracle was wrong.
// 0.00 is none.
func (row *AblationRow) shareText() string {
	const least = 0.01
	if row.Configurations == 0 {
		return unknown
	}
	share := 100 * float64(row.NotOptimal) / float64(row.Configurations)
	if 0 < share && share < least {
		return fmt.Sprint("<", least)
	}
	return fmt.Sprintf("%.2f", share)
}

// records has a line per row, with all digits.
func (a *Ablation) records() [][]string {
	head := []string{"system", "oracle", "explore", "runs"}
	for _, metric := range a.metrics() {
		head = append(head, strings.ToLower(metric), strings.ToLower(metric)+"_deviation")
	}
	records := [][]string{append(head, "oracle_microseconds", "exact_oracle", "configurations", "not_optimal")}
	for i := range a.Rows {
		row := &a.Rows[i]
		record := []string{row.System, row.Oracle, number(row.Explore), fmt.Sprint(len(row.Runs))}
		for _, metric := range a.metrics() {
			record = append(record, number(row.Scores[metric].Mean), number(row.Scores[metric].Deviation))
		}
		compared := []string{"", ""}
		if row.Exact != "" {
			compared = []string{fmt.Sprint(row.Configurations), fmt.Sprint(row.NotOptimal)}
		}
		records = append(records, append(append(record, number(row.OracleTime), row.Exact), compared...))
	}
	return records
}

// grouping collects the settings that share a note.
type grouping struct {
	all      int // settings of which nothing more need be said
	notes    []string
	settings [][]string
}

func (g *grouping) add(note, setting string) {
	i := slices.Index(g.notes, note)
	if i < 0 {
		i = len(g.notes)
		g.notes, g.settings = append(g.notes, note), append(g.settings, nil)
	}
	if !slices.Contains(g.settings[i], setting) {
		g.settings[i] = append(g.settings[i], setting)
	}
}

// lines returns a line per note.
func (g *grouping) lines() []string {
	var lines []string
	for i, note := range g.notes {
		which := strings.Join(g.settings[i], ", ")
		if len(g.settings[i]) == g.all {
			which = "all"
		}
		lines = append(lines, note+": "+which)
	}
	return lines
}
