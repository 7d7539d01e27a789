// Package lab has the commands of the laboratory: many trainings side by side (ablate, table), and a parse step by
// step (trace).
package lab

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v2"

	"parser/eval/layout"
	"parser/parser/cli/internal/experiment"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/version"
	"parser/parser/internal/engine"
)

// experimenting is what ablate and table share, which train many parsers. They read treebanks as train does.
type experimenting struct {
	frame.Learning
	runner    experiment.Runner
	seeds     []uint64
	sentences int // to learn from; 0 for all
	format    string
}

func newExperimenting(e *frame.Env) experimenting {
	x := experimenting{Learning: frame.Learning{Input: frame.InputOf(e)}, seeds: []uint64{1, 2, 3}}
	x.Options = experiment.DefaultsFor(engine.DefaultOptions().System)
	x.runner.Results, _ = experiment.OpenResults("") // which cannot fail: there is no file
	return x
}

// The headings in help of the flags of experiments.
const (
	inRuns  = "Runs"
	inTable = "Table"
)

// parseFloat parses an entry of a list of numbers.
func parseFloat(s string) (float64, error) { return strconv.ParseFloat(s, 64) }

// sharedFlags are those of both commands.
func (x *experimenting) sharedFlags() []urfave.Flag {
	x.format, x.runner.Parallel = experiment.Text, 1
	runs := frame.Under(inRuns,
		frame.ListFlag("seeds", "`LIST` of seeds, one for each run of a row", &x.seeds, func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }),
		frame.Usually("all", frame.Number(&x.sentences, 0, "sentences", "learn from the first `N` sentences only")),
		frame.Number(&x.runner.Parallel, 1, "parallel", "`N` runs at a time; the table does not depend on it, except for times"))
	format := frame.Choice(&x.format, "format", "the table's format is one of",
		"`FORMAT` of the table: "+strings.Join(experiment.Formats(), ", "), append(experiment.Formats(), "md")...)
	return append(append(runs, frame.Under(inTable, format)...),
		frame.Switch(&x.Quiet, "quiet", "only the table, warnings and errors", "q"),
		x.SkipFlag(), x.EncodingFlag(""))
}

// chartsFlag is the flag for charts of the table.
func (x *experimenting) chartsFlag() []urfave.Flag {
	return frame.Under(inTable, frame.Word(&x.SVG, "svg", "`DIR` for charts of the table"))
}

// source says what is read, and leaves as much of it as is asked for if it is to learn from.
func (x *experimenting) source(read *frame.BankFile, learned bool) experiment.Source {
	s := experiment.Source{Name: read.Name, Sentences: read.Data.Len(), Of: read.Data.Len()}
	if learned && 0 < x.sentences && x.sentences < s.Of {
		s.Sentences = x.sentences
		read.Data = read.Data.First(x.sentences)
	}
	return s
}

// carryOut carries out all runs of the variants on the treebanks until an interrupt, and prints the report if any is
// over. It shows how they go: a line per run with its scores and, on a terminal, a bar of all epochs below it.
func (x *experimenting) carryOut(
	ctx context.Context, variants []experiment.Variant, banks []*experiment.Treebank, report experiment.Report, print func() error,
) error {
	runs, err := experiment.Plan(variants, x.seeds, banks...)
	if err != nil {
		return err
	}
	missing := x.runner.Results.Missing(runs)
	if len(missing) < len(runs) {
		fmt.Fprintf(x.Notes(), "%d of %s to do\n", len(missing), layout.Count(len(runs), "run"))
	}
	defer frame.SaveMemory(x.Env)()
	show := &runProgress{Bar: x.Env.Bar(x.Quiet), scores: report.Scores}
	for _, r := range missing {
		show.width = max(show.width, utf8.RuneCountInString(r.Name()))
	}
	x.runner.Over, x.runner.Epoch = show.line, func(done, total int) { show.Set(done, total, "epochs") }
	err = x.runner.Run(ctx, runs)
	show.Clear()
	done, failed, asked := report.Add(runs, version.Text())
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w after %d of %s", frame.ErrInterrupted, done, layout.Count(asked, "run"))
	} else if err == nil && failed > 0 {
		err = fmt.Errorf("%d of %s failed", failed, layout.Count(asked, "run"))
	}
	if done > 0 {
		err = errors.Join(print(), err)
	}
	return err
}

type runProgress struct {
	frame.Bar
	width  int // of the longest name
	scores func(*experiment.Run) string
}

// line prints the line of a run that is over.
func (p *runProgress) line(r *experiment.Run, done, total int) {
	p.Clear()
	fmt.Fprintf(p.W, "run %*d/%d  %-*s  seed %d ", len(fmt.Sprint(total)), done, total, p.width, r.Name(), r.Options.Seed)
	if r.Err != nil {
		fmt.Fprintf(p.W, " failed: %v\n", r.Err)
	} else {
		fmt.Fprintf(p.W, "%s %.1f s\n", p.scores(r), r.Outcome.Seconds)
	}
}
