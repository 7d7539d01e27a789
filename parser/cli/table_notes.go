package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
)

// caption says what the table is about.
func (r *tableReport) caption() []string {
	what := fmt.Sprintf("%s on %s in percent", strings.Join(r.Metrics, " and "), strings.Join(r.Parts, " and "))
	if r.Table == explorationTable {
		what = fmt.Sprintf("%s on dev in percent after each round", r.Metrics[len(r.Metrics)-1])
	}
	switch {
	case len(r.Metrics) == 1: // brackets
	case r.Punctuation || r.Table == explorationTable:
		what += ", all words counted"
	default:
		what += ", punctuation left out"
	}
	if len(r.Seeds) > 1 {
		what += fmt.Sprintf(", mean ± standard deviation over the seeds %s", joined(r.Seeds))
	} else {
		what += fmt.Sprintf(", seed %s", joined(r.Seeds))
	}
	return []string{what + "; the best on dev of " + count(r.Epochs, "epoch")}
}

// notes are the lines below the table.
func (r *tableReport) notes() []string {
	var lines []string
	for _, d := range r.Data {
		lines = append(lines, fmt.Sprintf("%s %s: %s", d.Lang, d.Part, d.ablationData))
	}
	lines = append(lines, r.legend()...)
	lines = append(lines, r.Skipped...)
	if r.Foreign > 0 {
		lines = append(lines, count(r.Foreign, "result")+" by another version of the program than this one")
	}
	for _, failure := range r.Failures {
		lines = append(lines, "failed: "+failure)
	}
	if missing := r.Asked - r.Done - len(r.Failures); missing > 0 {
		lines = append(lines, fmt.Sprintf("interrupted after %d of %s", r.Done, count(r.Asked, "run")))
	}
	return lines
}

// legend explains rows and columns.
func (r *tableReport) legend() []string {
	var lines []string
	for _, f := range r.Figures {
		if f.Published != 0 {
			lines = append(lines, publishedNote(r.Table))
			break
		}
	}
	switch r.Table {
	case "imitation":
		lines = append(lines,
			"no α, α=1: examples are learned from in all passes, or not again once they were misclassified",
			"gain: over exact imitation by the same learner, both with α=1, both without it; total: α=1 over exact imitation without it",
			unknown+": no example is met twice where learning is online")
	case explorationTable:
		lines = append(lines, "round, roll-outs, seconds: where the best score was reached; seconds of training alone, on this machine")
	default:
		for _, v := range r.Variants {
			lines = append(lines, fmt.Sprintf("%s: %s, %s oracle, %s, %s, templates %s", v.Name, v.System, v.Oracle, v.Algorithm, v.Learner, v.Templates))
		}
	}
	return lines
}

// writeCSV prints a line of names and a line per figure, with all digits; of curves, a
// line per round.
func (r *tableReport) writeCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if r.Table == explorationTable {
		return c.WriteAll(r.curveRecords())
	}
	records := [][]string{{"variant", "system", "oracle", "algorithm", "learner", "templates", "alpha", "lang", "part", "metric", "runs", "mean", "deviation", "published"}}
	for _, v := range r.Variants {
		for _, f := range r.Figures {
			if f.Variant != v.Name {
				continue
			}
			record := []string{
				v.Name, v.System, v.Oracle, v.Algorithm, v.Learner, v.Templates, fmt.Sprint(v.Alpha), f.Lang, f.Part, f.Metric, fmt.Sprint(len(f.Runs)), "", "", "",
			}
			if len(f.Runs) > 0 {
				record[11], record[12] = number(f.Mean), number(f.Deviation)
			}
			if f.Published != 0 {
				record[13] = number(f.Published)
			}
			records = append(records, record)
		}
	}
	return c.WriteAll(records)
}

func (r *tableReport) curveRecords() [][]string {
	records := [][]string{{"exploration", "setting", "lang", "seed", "round", "score", "rollouts", "seconds"}}
	for _, c := range r.Curves {
		for i := range c.Rounds {
			round := &c.Rounds[i]
			records = append(records, []string{
				c.Group, c.Variant, c.Lang, fmt.Sprint(c.Seed), fmt.Sprint(i + 1), number(roundScore(round)), fmt.Sprint(round.RollOuts), number(round.Seconds),
			})
		}
	}
	return records
}
