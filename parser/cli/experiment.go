package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/chart"
	"parser/parser/internal/experiment"
	"parser/parser/internal/pipe"
	"parser/parser/internal/places"
	"parser/parser/internal/terminal"
	"parser/parser/internal/version"
)

// experimenting is what ablate and table share, which train many parsers. They read
// treebanks as train does.
type experimenting struct {
	training
	runner    experiment.Runner
	seeds     []uint64
	sentences int // to learn from; 0 for all
	format    string
}

func newExperimenting(e *Env) experimenting {
	x := experimenting{training: *newTraining(e), seeds: []uint64{1, 2, 3}}
	x.options = experiment.DefaultsFor(x.options.System)
	x.in.Format = pipe.Auto
	x.runner.Results, _ = experiment.OpenResults("") // which cannot fail: there is no file
	return x
}

// The headings in help of the flags of experiments.
const (
	inRuns  = "Runs"
	inTable = "Table"
)

// sharedFlags are those of both commands.
func (x *experimenting) sharedFlags() []urfave.Flag {
	return []urfave.Flag{
		listFlag(inRuns, "seeds", "`LIST` of numbers that all chance comes from, one for each run of a row", &x.seeds, func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }),
		&urfave.IntFlag{Category: inRuns, Name: "sentences", Destination: &x.sentences, DefaultText: "all", Action: atLeast(0, "sentences"),
			Usage: "learn from the first `N` sentences only"},
		&urfave.IntFlag{Category: inRuns, Name: "parallel", Value: 1, Destination: &x.runner.Parallel, Action: atLeast(1, "parallel"),
			Usage: "`N` runs at a time; the table does not depend on it, except for times"},
		&urfave.StringFlag{Category: inTable, Name: "format", Value: experiment.Text, Destination: &x.format, Action: oneOf("the table's format is one of", append(experiment.Formats(), "md")...),
			Usage: "`FORMAT` of the table: " + strings.Join(experiment.Formats(), ", ")},
		&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Destination: &x.quiet, Usage: "only the table, warnings and errors"},
		x.in.skipFlag(), x.in.latin1Flag(inForm(textfile.CoNLL)),
	}
}

// listFlag is a flag for a list with commas whose entries must all differ. The default is
// what the list has.
func listFlag[T comparable](category, name, usage string, list *[]T, parse func(string) (T, error)) *urfave.StringFlag {
	usual := strings.ReplaceAll(strings.Trim(fmt.Sprint(*list), "[]"), " ", ",")
	return &urfave.StringFlag{Category: category, Name: name, Value: usual, Usage: usage, Action: func(_ *urfave.Context, text string) error {
		return parseList(list, name, text, parse)
	}}
}

// parseList reads a list with commas whose entries must all differ.
func parseList[T comparable](list *[]T, flag, text string, parse func(string) (T, error)) error {
	*list = nil
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		v, err := parse(part)
		var number *strconv.NumError
		switch {
		case part == "":
			return fmt.Errorf("%w: --%s %q: an entry is empty", errUsage, flag, text)
		case errors.As(err, &number):
			return fmt.Errorf("%w: --%s: %q: %w", errUsage, flag, part, number.Err)
		case err != nil:
			return fmt.Errorf("%w: --%s: %w", errUsage, flag, err)
		case slices.Contains(*list, v):
			return fmt.Errorf("%w: --%s: %s stands there twice", errUsage, flag, part)
		}
		*list = append(*list, v)
	}
	return nil
}

func parseText(s string) (string, error) { return s, nil }

func parseFloat(s string) (float64, error) { return strconv.ParseFloat(s, 64) }

// source says what is read, and leaves as much of it as is asked for if it is to learn from.
func (x *experimenting) source(read *bankFile, learned bool) experiment.Source {
	s := experiment.Source{Name: read.name, Sentences: read.data.Len(), Of: read.data.Len()}
	if learned && 0 < x.sentences && x.sentences < s.Of {
		s.Sentences = x.sentences
		read.cut(x.sentences)
	}
	return s
}

// carryOut carries out all runs of the variants on the treebanks until an interrupt, and
// prints the report if any is over. It shows how they go: a line per run with its scores,
// and, on a terminal, a bar of all epochs below it.
func (x *experimenting) carryOut(ctx context.Context, variants []experiment.Variant, banks []*experiment.Treebank, report experiment.Report, print func() error) error {
	runs, err := experiment.Plan(variants, x.seeds, banks...)
	if err != nil {
		return err
	}
	missing := x.runner.Results.Missing(runs)
	if len(missing) < len(runs) {
		fmt.Fprintf(x.notes(), "%d of %s to do\n", len(missing), layout.Count(len(runs), "run"))
	}
	defer saveMemory(x.env)()
	show := &runProgress{bar: bar{w: x.notes()}, scores: report.Scores}
	for _, r := range missing {
		show.width = max(show.width, utf8.RuneCountInString(r.Name()))
	}
	if x.runner.Over = show.line; !x.quiet && terminal.Is(x.env.Stderr) {
		x.runner.Epoch = func(done, total int) { show.set(done, total, "epochs") }
	}
	err = x.runner.Run(ctx, runs)
	show.clear()
	done, failed, asked := report.Add(runs, version.Text())
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w after %d of %s", errInterrupted, done, layout.Count(asked, "run"))
	} else if err == nil && failed > 0 {
		err = fmt.Errorf("%d of %s failed", failed, layout.Count(asked, "run"))
	}
	if done > 0 {
		err = errors.Join(print(), err)
	}
	return err
}

// interruptible returns a context that ends with the first interrupt; the second one
// is not caught. The end of the terminal is an interrupt, too, unless it is ignored, as under nohup.
func interruptible(ctx context.Context) (context.Context, func()) {
	if signal.Ignored(syscall.SIGHUP) {
		return stoppable(ctx)
	}
	return stoppable(ctx, syscall.SIGHUP)
}

// stoppable returns a context that ends with the first interrupt, or one of these signals.
func stoppable(ctx context.Context, also ...os.Signal) (context.Context, func()) {
	ctx, stop := signal.NotifyContext(ctx, append(also, os.Interrupt, syscall.SIGTERM)...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// unlessInterrupted returns what read returns or, if ctx ends first, an errInterrupted: a read
// from a pipe without a writer cannot be told to end.
func unlessInterrupted[T any](ctx context.Context, read func() (T, error)) (result T, err error) {
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		result, err := read()
		done <- outcome{result, err}
	}()
	select {
	case o := <-done:
		return o.result, o.err
	case <-ctx.Done():
		return result, fmt.Errorf("%w while reading", errInterrupted)
	}
}

// runProgress shows how runs go.
type runProgress struct {
	bar
	width  int // of the longest name
	scores func(*experiment.Run) string
}

// line prints the line of a run that is over.
func (p *runProgress) line(r *experiment.Run, done, total int) {
	p.clear()
	fmt.Fprintf(p.w, "run %*d/%d  %-*s  seed %d ", len(fmt.Sprint(total)), done, total, p.width, r.Name(), r.Options.Seed)
	if r.Err != nil {
		fmt.Fprintf(p.w, " failed: %v\n", r.Err)
	} else {
		fmt.Fprintf(p.w, "%s %.1f s\n", p.scores(r), r.Outcome.Seconds)
	}
}

// chartsFlag is the flag of commands that draw charts into a folder.
func chartsFlag(category, usage string, folder *string) urfave.Flag {
	return &urfave.StringFlag{Category: category, Name: "svg", Destination: folder, Usage: usage}
}

// canWriteCharts finds out whether charts can be written into the folder; "" means no folder.
func canWriteCharts(folder string) error {
	if folder == "" {
		return nil
	}
	return places.CanWrite(filepath.Join(folder, "xx.svg"))
}

// writeCharts writes the charts into the folder, unless that is "".
func writeCharts(folder string, charts func() []*chart.Figure) error {
	if folder == "" {
		return nil
	}
	for _, f := range charts() {
		if err := atomicfile.WriteFile(filepath.Join(folder, f.File), f.WriteSVG); err != nil {
			return err
		}
	}
	return nil
}
