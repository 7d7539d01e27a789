package experiment

import (
	"fmt"
	"slices"
	"strings"

	"parser/eval/layout"
	"parser/oracle"
)

// Ablation is the report on a grid, and what "parser ablate" prints as JSON.
type Ablation struct {
	Command string        `json:"command"`
	Train   Source        `json:"train"`
	Dev     Source        `json:"dev"`
	Trees   string        `json:"trees"` // the name of the structure
	Epochs  int           `json:"epochs"`
	Seeds   []uint64      `json:"seeds"`
	Asked   int           `json:"runs_asked"`
	Done    int           `json:"runs_done"` // fewer if interrupted
	Rows    []AblationRow `json:"rows"`
	Omitted []Omission    `json:"omitted"`
}

// AblationRow is a row of the table: the runs of a setting. Its time is the mean over the runs, its configurations are
// the sum over all runs, and its refused sentences are those of each run.
type AblationRow struct {
	Setting
	Scores map[string]Spread `json:"scores"` // by the names in Metrics
	Examination
	Skipped string        `json:"skipped"` // training sentences, in each run; "" for none
	Runs    []AblationRun `json:"runs"`
}

// AblationRun is the result of a setting with one seed.
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
	names := metrics(a.Trees)
	slices.Reverse(names)
	return names
}

// Add implements Report. A setting has a row if any of its runs is over.
func (a *Ablation) Add(runs []*Run, _ string) (done, failed, asked int) {
	a.Asked = len(runs)
	for own := range slices.Chunk(runs, max(1, len(a.Seeds))) {
		options := &own[0].Options
		row := AblationRow{Setting: Setting{options.System, options.Oracle, options.Explore}, Scores: map[string]Spread{}}
		for _, r := range own {
			if r.Outcome == nil {
				continue
			}
			o, x := r.Outcome, r.Outcome.Oracle
			scores := map[string]float64{}
			for _, metric := range a.metrics() {
				scores[metric] = o.Rounds[o.Best-1].Score(metric)
			}
			row.Runs = append(row.Runs, AblationRun{r.Options.Seed, o.Best, scores, x.Time, x.Configurations, x.Wrong, o.Seconds})
			row.Exact, row.Refused, row.Skipped = x.Exact, x.Refused, o.Skipped.Reasons()
			row.Configurations += x.Configurations
			row.Wrong += x.Wrong
		}
		if a.Done += len(row.Runs); len(row.Runs) == 0 {
			continue
		}
		row.Time = spreadOf(row.Runs, func(r AblationRun) float64 { return r.OracleTime }).Mean
		for _, metric := range a.metrics() {
			row.Scores[metric] = spreadOf(row.Runs, func(r AblationRun) float64 { return r.Scores[metric] })
		}
		a.Rows = append(a.Rows, row)
	}
	return a.Done, 0, a.Asked
}

// Scores implements Report.
func (a *Ablation) Scores(r *Run) (text string) {
	for _, metric := range a.metrics() {
		text += fmt.Sprintf(" %s %6.2f ", metric, r.Outcome.Rounds[r.Outcome.Best-1].Score(metric))
	}
	return text
}

func (a *Ablation) page() page {
	const timeColumn, wrongColumn = "oracle µs", "not optimal"
	metrics := a.metrics()
	p := page{
		caption: []string{
			fmt.Sprintf("%s on dev in percent%s; the best of %s", listed(metrics), seedsText(a.Seeds), layout.Count(a.Epochs, "epoch")),
			fmt.Sprintf("train: %s; dev: %s", a.Train, a.Dev),
		},
		command: a.Command, names: 2,
		notes: []string{timeColumn + ": what the oracle alone takes for a sentence, in microseconds, where the last epoch went"},
	}
	head, fields := []any{"system", "oracle", "explore"}, []any{"system", "oracle", "explore", "runs"}
	for _, metric := range metrics {
		head = append(head, metric)
		fields = append(fields, strings.ToLower(metric), strings.ToLower(metric)+"_deviation")
	}
	p.add(append(head, timeColumn, wrongColumn)...)
	p.records = [][]any{append(fields, "oracle_microseconds", "exact_oracle", "configurations", "not_optimal")}
	var remarks, omissions []remark
	for i := range a.Rows {
		row := &a.Rows[i]
		values, record := []any{row.System, row.Oracle, row.Explore}, []any{row.System, row.Oracle, row.Explore, len(row.Runs)}
		for _, metric := range metrics {
			score := row.Scores[metric]
			values, record = append(values, score.cell(len(row.Runs), "")), append(record, score.Mean, score.Deviation)
		}
		p.add(append(values, timeText(row.Time), row.shareText())...)
		measured, compared := unknown+" where no exact oracle is known", []any{"", ""}
		if row.Exact != "" {
			measured = "share of the configurations there, in percent, in which a best move of the oracle is not a best one by the exact oracle, " + row.Exact
			compared = []any{row.Configurations, row.Wrong}
		}
		p.records = append(p.records, slices.Concat(record, []any{row.Time, row.Exact}, compared))
		if measured = wrongColumn + ": " + measured; !slices.Contains(p.notes, measured) {
			p.notes = append(p.notes, measured)
		}
		say := func(text string) { remarks = append(remarks, remark{text, row.Setting.String()}) }
		if row.Refused > 0 {
			say(fmt.Sprintf("not compared, since %s refuses %s", row.Exact, layout.Count(row.Refused, "sentence")))
		}
		if row.Skipped != "" {
			say("not learned from: " + row.Skipped)
		}
		if n := len(row.Runs); n < len(a.Seeds) {
			say(fmt.Sprintf("interrupted: %d of %s", n, layout.Count(len(a.Seeds), "seed")))
		}
	}
	for _, o := range a.Omitted {
		about := o.Setting.String()
		if o.Reason == oracle.ErrNoOracle.Error() {
			about = o.System + " " + o.Oracle // whatever the exploration
		}
		omissions = append(omissions, remark{"left out, " + o.Reason, about})
	}
	p.notes = slices.Concat(p.notes, grouped(remarks, len(a.Rows)), grouped(omissions, -1), interrupted(a.Done, 0, a.Asked))
	return p
}

type remark struct{ text, about string }

// grouped returns a line for each text with its settings, or with "all" if it is about as many as all says.
func grouped(remarks []remark, all int) (lines []string) {
	about, texts := map[string][]string{}, []string(nil)
	for _, r := range remarks {
		if !slices.Contains(texts, r.text) {
			texts = append(texts, r.text)
		}
		if !slices.Contains(about[r.text], r.about) {
			about[r.text] = append(about[r.text], r.about)
		}
	}
	for _, text := range texts {
		which := "all"
		if len(about[text]) != all {
			which = strings.Join(about[text], ", ")
		}
		lines = append(lines, text+": "+which)
	}
	return lines
}

// timeText prints microseconds with at least three digits.
func timeText(t float64) string {
	switch {
	case t < 10:
		return fmt.Sprintf("%.2f", t)
	case t < 100:
		return fmt.Sprintf("%.1f", t)
	}
	return fmt.Sprintf("%.0f", t)
}

// shareText prints the share of wrong configurations, 0.00 only if the oracle was never wrong.
func (n Comparison) shareText() string {
	const least = 0.01
	if n.Configurations == 0 {
		return unknown
	}
	share := 100 * float64(n.Wrong) / float64(n.Configurations)
	if 0 < share && share < least {
		return fmt.Sprint("<", least)
	}
	return fmt.Sprintf("%.2f", share)
}
