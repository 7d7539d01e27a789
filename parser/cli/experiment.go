package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode/utf8"

	"parser/eval/layout"
	"parser/parser/experiment"
)

// experimenting is what ablate and table share, which train many parsers. They read
// treebanks as train does.
type experimenting struct {
	training
	runner    experiment.Runner
	seedList  string
	seeds     []uint64
	sentences int // to learn from; 0 for all
	format    string
}

func newExperimenting(e *Env) experimenting {
	x := experimenting{training: *newTraining(e)}
	x.in.format = formAuto
	return x
}

// checkShared looks at the flags that both commands have.
func (x *experimenting) checkShared(formats ...string) (err error) {
	switch {
	case x.sentences < 0 || x.runner.Parallel < 1:
		return fmt.Errorf("%w: --sentences %d and --parallel %d, at least 0 and 1", errUsage, x.sentences, x.runner.Parallel)
	case !slices.Contains(formats, x.format):
		return fmt.Errorf("%w: the table's format is one of %s, not %q", errUsage, strings.Join(formats, ", "), x.format)
	}
	x.seeds, err = parseList("seeds", x.seedList, func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) })
	return err
}

// parseList reads a list with commas, of which no two entries may be equal.
func parseList[T comparable](flag, text string, parse func(string) (T, error)) ([]T, error) {
	var list []T
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		v, err := parse(part)
		var number *strconv.NumError
		switch {
		case part == "":
			return nil, fmt.Errorf("%w: --%s %q: an entry is empty", errUsage, flag, text)
		case errors.As(err, &number):
			return nil, fmt.Errorf("%w: --%s: %q: %w", errUsage, flag, part, number.Err)
		case err != nil:
			return nil, fmt.Errorf("%w: --%s: %w", errUsage, flag, err)
		case slices.Contains(list, v):
			return nil, fmt.Errorf("%w: --%s: %s stands there twice", errUsage, flag, part)
		}
		list = append(list, v)
	}
	return list, nil
}

func parseFloat(s string) (float64, error) { return strconv.ParseFloat(s, 64) }

// cut leaves as much of train as is asked for, and says what it is.
func (x *experimenting) cut(train *bankFile) experiment.Source {
	s := experiment.Source{Name: train.name, Sentences: train.data.Len(), Of: train.data.Len()}
	if 0 < x.sentences && x.sentences < train.data.Len() {
		s.Sentences = x.sentences
		train.cut(x.sentences)
	}
	return s
}

// carryOut carries out runs until an interrupt, showing how they go: a line per run,
// which says what came of it, and, on a terminal, a bar of all epochs below it. An error
// that over returns ends all runs.
func (x *experimenting) carryOut(ctx context.Context, runs []*experiment.Run, known *experiment.Results, over func(*experiment.Run) (text string, err error)) error {
	defer saveMemory(x.env)()
	show := &runProgress{bar: bar{w: x.notes()}}
	for _, r := range known.Missing(runs) {
		show.width = max(show.width, utf8.RuneCountInString(r.Name()))
	}
	defer show.clear()
	if !x.quiet && isTerminal(x.env.Stderr) {
		x.runner.Epoch = func(done, total int) { show.set(done, total, "epochs") }
	}
	x.runner.Over = func(r *experiment.Run, done, total int) error {
		text, err := over(r)
		if text != "" {
			show.line(r, done, total, text)
		}
		return err
	}
	return x.runner.Run(ctx, runs, known)
}

// interruptible returns a context that ends with the first interrupt; the second one
// finds nobody listening.
func interruptible(ctx context.Context) (context.Context, func()) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// interruptedAfter says how far an experiment came if an interrupt ended it.
func interruptedAfter(err error, done, asked int) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w after %d of %s", errInterrupted, done, layout.Count(asked, "run"))
	}
	return err
}

// runProgress shows how runs go.
type runProgress struct {
	bar
	width int // of the longest name
}

// line prints the line of a run that is over.
func (p *runProgress) line(r *experiment.Run, done, total int, text string) {
	p.clear()
	fmt.Fprintf(p.w, "run %*d/%d  %-*s  seed %d %s\n", len(fmt.Sprint(total)), done, total, p.width, r.Name(), r.Options.Seed, text)
}
