package cli

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"parser/oracle"
	"parser/parser"
	"parser/parser/experiment"
	"parser/transition"
)

// ablationReport is what ablate prints as JSON, and all that the tables are made
// from.
type ablationReport struct {
	Command string             `json:"command"`
	Train   ablationData       `json:"train"`
	Dev     ablationData       `json:"dev"`
	Trees   string             `json:"trees"` // see treesName
	Epochs  int                `json:"epochs"`
	Seeds   []uint64           `json:"seeds"`
	Asked   int                `json:"runs_asked"`
	Done    int                `json:"runs_done"` // fewer if interrupted
	Rows    []ablationRow      `json:"rows"`
	Omitted []ablationOmission `json:"omitted"`
}

// ablationData is a part of the treebank.
type ablationData struct {
	Name      string `json:"name"`
	Sentences int    `json:"sentences"` // the first ones …
	Of        int    `json:"of"`        // … of so many
}

// ablationRow is a row of the table: the runs of a setting.
type ablationRow struct {
	experiment.Setting
	Scores         map[string]spread `json:"scores"`              // by the names in scoreNames
	OracleTime     float64           `json:"oracle_microseconds"` // per sentence, mean over the runs
	Exact          string            `json:"exact_oracle"`        // "" if there is none
	Configurations int               `json:"configurations"`      // compared with the exact oracle, in all runs
	NotOptimal     int               `json:"not_optimal"`         // of them
	Refused        int               `json:"refused_by_exact"`    // sentences, in each run
	Skipped        string            `json:"skipped"`             // training sentences, in each run; "" for none
	Runs           []ablationRun     `json:"runs"`
}

// ablationRun is what a row says of each seed.
type ablationRun struct {
	Seed           uint64             `json:"seed"`
	Epoch          int                `json:"epoch"` // the one kept
	Scores         map[string]float64 `json:"scores"`
	OracleTime     float64            `json:"oracle_microseconds"`
	Configurations int                `json:"configurations"`
	NotOptimal     int                `json:"not_optimal"`
	Seconds        float64            `json:"seconds"`
}

// ablationOmission is a combination that does not exist.
type ablationOmission struct {
	experiment.Setting
	Reason string `json:"reason"`
}

// spread is the mean of some numbers and their standard deviation, that of a
// sample (n−1); 0 for a single number.
type spread struct {
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"deviation"`
}

func spreadOf(numbers []float64) spread {
	var s spread
	n := float64(len(numbers))
	for _, x := range numbers {
		s.Mean += x / n
	}
	if n < 2 {
		return s
	}
	for _, x := range numbers {
		s.Deviation += (x - s.Mean) * (x - s.Mean)
	}
	s.Deviation = math.Sqrt(s.Deviation / (n - 1))
	return s
}

// treesName says what a kind of trees is called.
func treesName(kind transition.Kind) string {
	if kind == transition.Constituents {
		return "constituents"
	}
	return "dependencies"
}

// scoreNames names the scores for a kind of trees.
func scoreNames(trees string) []string {
	if trees == treesName(transition.Constituents) {
		return []string{"F1"}
	}
	return []string{"LAS", "UAS"}
}

// scoresOf returns an epoch's scores in the order of scoreNames.
func scoresOf(e *parser.Epoch, trees string) []float64 {
	if trees == treesName(transition.Constituents) {
		return []float64{e.F1}
	}
	return []float64{e.LAS, e.UAS}
}

// omit notes what does not exist.
func (r *ablationReport) omit(omitted []experiment.Omission) {
	for _, o := range omitted {
		r.Omitted = append(r.Omitted, ablationOmission{o.Setting, o.Reason.Error()})
	}
}

// add makes rows of runs, which come setting by setting.
func (r *ablationReport) add(runs []experiment.Run) {
	r.Done = len(runs)
	for len(runs) > 0 {
		n := slices.IndexFunc(runs, func(run experiment.Run) bool { return run.Setting != runs[0].Setting })
		if n < 0 {
			n = len(runs)
		}
		r.Rows = append(r.Rows, r.row(runs[:n]))
		runs = runs[n:]
	}
}

// row sums up the runs of a setting.
func (r *ablationReport) row(runs []experiment.Run) ablationRow {
	first := &runs[0]
	row := ablationRow{Setting: first.Setting, Exact: first.Exact, Refused: first.Refused, Skipped: skippedText(first.Skipped)}
	scores := map[string][]float64{}
	for i := range runs {
		run := &runs[i]
		one := ablationRun{
			Seed: run.Seed, Epoch: run.Best.Number, Scores: map[string]float64{}, OracleTime: microseconds(run.OracleTime),
			Configurations: run.Configurations, NotOptimal: run.Wrong, Seconds: run.Took.Seconds(),
		}
		for k, name := range scoreNames(r.Trees) {
			one.Scores[name] = scoresOf(&run.Best, r.Trees)[k]
			scores[name] = append(scores[name], one.Scores[name])
		}
		row.OracleTime += one.OracleTime / float64(len(runs))
		row.Configurations += one.Configurations
		row.NotOptimal += one.NotOptimal
		row.Runs = append(row.Runs, one)
	}
	row.Scores = map[string]spread{}
	for _, name := range scoreNames(r.Trees) {
		row.Scores[name] = spreadOf(scores[name])
	}
	return row
}

func microseconds(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// caption says what the table is about, in three lines.
func (r *ablationReport) caption() []string {
	what := strings.Join(scoreNames(r.Trees), " and ") + " on dev in percent"
	if len(r.Seeds) > 1 {
		what += fmt.Sprintf(", mean ± standard deviation over the seeds %s", joined(r.Seeds))
	} else {
		what += fmt.Sprintf(", seed %s", joined(r.Seeds))
	}
	return []string{
		fmt.Sprintf("%s; the best of %s", what, count(r.Epochs, "epoch")),
		fmt.Sprintf("train: %s; dev: %s", r.Train, r.Dev),
		r.Command,
	}
}

func joined(seeds []uint64) string {
	texts := make([]string, len(seeds))
	for i, seed := range seeds {
		texts[i] = fmt.Sprint(seed)
	}
	return strings.Join(texts, ", ")
}

// String says which sentences these are.
func (d ablationData) String() string {
	if d.Sentences < d.Of {
		return fmt.Sprintf("%s, the first %d of %s", d.Name, d.Sentences, count(d.Of, "sentence"))
	}
	return fmt.Sprintf("%s, %s", d.Name, count(d.Of, "sentence"))
}

// notes are the lines below the table.
func (r *ablationReport) notes() []string {
	lines := slices.Concat(r.legend(), r.rowNotes(), r.omissions())
	if r.Done < r.Asked {
		lines = append(lines, fmt.Sprintf("interrupted after %d of %s", r.Done, count(r.Asked, "run")))
	}
	return lines
}

// legend explains the columns.
func (r *ablationReport) legend() []string {
	lines := []string{oracleColumn + ": what the oracle alone takes for a sentence, in microseconds, where the last epoch went"}
	for _, exact := range r.exactOracles() {
		if exact != "" {
			lines = append(lines, fmt.Sprintf("%s: share of the configurations there, in percent, in which a best move of the oracle is not a best one by the exact oracle, %s", wrongColumn, exact))
		} else {
			lines = append(lines, fmt.Sprintf("%s: %s where no exact oracle is known", wrongColumn, unknown))
		}
	}
	return lines
}

// rowNotes says what the table does not show of its rows.
func (r *ablationReport) rowNotes() []string {
	groups := &grouping{all: len(r.Rows)}
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.System == (transition.InOrder{}).Name() {
			groups.add("the exact oracle only estimates where --max-unary keeps constituents from being opened", row.Setting.String())
		}
		if row.Refused > 0 {
			groups.add(fmt.Sprintf("not compared, since %s refuses %s", row.Exact, count(row.Refused, "sentence")), row.Setting.String())
		}
		if row.Skipped != "" {
			groups.add("not learned from: "+row.Skipped, row.Setting.String())
		}
		if n := len(row.Runs); n < len(r.Seeds) {
			groups.add(fmt.Sprintf("interrupted: %d of %s", n, count(len(r.Seeds), "seed")), row.Setting.String())
		}
	}
	return groups.lines()
}

// omissions lists the combinations that do not exist.
func (r *ablationReport) omissions() []string {
	groups := &grouping{all: -1}
	for _, o := range r.Omitted {
		which := o.Setting.String()
		if o.Reason == oracle.ErrNoOracle.Error() {
			which = o.System + " " + o.Oracle // whatever the exploration
		}
		groups.add("left out, "+o.Reason, which)
	}
	return groups.lines()
}

// exactOracles lists those of all rows.
func (r *ablationReport) exactOracles() []string {
	var names []string
	for i := range r.Rows {
		if name := r.Rows[i].Exact; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
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
