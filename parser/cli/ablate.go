package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	urfave "github.com/urfave/cli/v2"

	"parser/oracle"
	"parser/parser"
	"parser/parser/experiment"
	"parser/transition"
)

// ablating is the ablate command with its flags. It reads a treebank as train does.
type ablating struct {
	training
	grid      experiment.Grid
	lists     struct{ systems, oracles, explore, seeds string }
	sentences int // to learn from; 0 for all
	format    string
}

func ablateCommand(e *Env) *urfave.Command { return newAblating(e).command() }

func newAblating(e *Env) *ablating {
	a := &ablating{training: *newTraining(e)}
	a.in.format = formAuto
	return a
}

func (a *ablating) command() *urfave.Command {
	return &urfave.Command{
		Name:      "ablate",
		Usage:     "train with all combinations of systems, oracles and exploration, and compare",
		UsageText: "parser ablate [flags]",
		Description: `Trains a parser for every combination of --systems, --oracles and --explore, once
with every seed, as "parser train" would, and prints one table: the scores on dev;
the time that the oracle alone takes for a sentence; and how often it was wrong,
measured by an exact oracle where there is one: in how many of the configurations
that the last epoch visited one of its best moves was not one of the best. No model
is saved.

The treebank is found as by "parser train"; it needs a dev. Its trees are those that
the systems build, so that one table has dependencies or constituents. Combinations
that do not exist are left out and listed below the table. An interrupt (Ctrl-C)
prints the table of what is done.`,
		Flags:  append(a.flags(), a.optionFlags(&a.options)...),
		Action: a.run,
	}
}

func (a *ablating) flags() []urfave.Flag {
	const grid = "Combinations"
	latin1 := a.in.latin1Flag()
	latin1.Category = category(transition.Dependencies)
	return []urfave.Flag{
		&urfave.StringFlag{Category: grid, Name: "systems", Value: "arc-hybrid,arc-eager", Destination: &a.lists.systems,
			Usage: "`LIST` of transition systems: " + strings.Join(treeSystems(), ", ")},
		&urfave.StringFlag{Category: grid, Name: "oracles", Value: "static,dynamic,fsa,pd", Destination: &a.lists.oracles,
			Usage: "`LIST` of oracles: " + strings.Join(oracle.Names(), ", ")},
		&urfave.StringFlag{Category: grid, Name: "explore", Value: "0,0.9", Destination: &a.lists.explore,
			Usage: "algorithm explore: `LIST` of probabilities of following the model into its mistakes"},
		&urfave.StringFlag{Category: grid, Name: "seeds", Value: "1,2,3", Destination: &a.lists.seeds,
			Usage: "`LIST` of numbers that all chance comes from, one for each run of a combination"},
		&urfave.IntFlag{Category: grid, Name: "parallel", Value: 1, Destination: &a.grid.Parallel,
			Usage: "`N` runs at a time; the table does not depend on it, except that times are less exact"},
		&urfave.StringFlag{Name: "lang", Value: "en", Destination: &a.lang, Usage: "`NAME` of the language: where the treebank is looked for"},
		&urfave.StringFlag{Name: "train", Destination: &a.train, Usage: "`FILE` to learn from (needs --dev too)"},
		&urfave.StringFlag{Name: "dev", Destination: &a.dev, Usage: "`FILE` to choose the best epoch on, and to score"},
		&urfave.IntFlag{Name: "sentences", Destination: &a.sentences, DefaultText: "all", Usage: "learn from the first `N` sentences only"},
		&urfave.StringFlag{Name: "format", Value: formatText, Destination: &a.format, Usage: "`FORMAT` of the table: " + strings.Join(tableFormats(), ", ")},
		&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Destination: &a.quiet, Usage: "only the table, warnings and errors"},
		a.in.skipFlag(), latin1,
	}
}

// optionFlags returns the flags of the options that all runs have in common.
func (a *ablating) optionFlags(o *parser.Options) []urfave.Flag {
	return slices.DeleteFunc(optionFlags(o), func(f urfave.Flag) bool {
		return slices.Contains([]string{"system", "oracle", "explore", "seed"}, f.Names()[0])
	})
}

// run fills and prints the table.
func (a *ablating) run(c *urfave.Context) error {
	if err := a.complete(c); err != nil {
		return err
	}
	settings, omitted, err := a.grid.Settings()
	if err != nil {
		return err
	}
	if len(settings) == 0 {
		return fmt.Errorf("%w: none of the combinations exists; %s: %w", errUsage, omitted[0].Setting, omitted[0].Reason)
	}
	if err := a.checkTreebank(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(c.Context, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // the second signal finds nobody listening
	report := &ablationReport{
		Command: recordedCommand(c), Trees: treesName(a.kind), Epochs: a.options.Epochs,
		Seeds: a.grid.Seeds, Asked: len(settings) * len(a.grid.Seeds),
		Omitted: []ablationOmission{},
	}
	report.omit(omitted)
	train, dev, err := a.readParts(report)
	if err != nil {
		return err
	}
	defer saveMemory(a.env)()
	show := newGridProgress(a, settings)
	runs, err := a.learn(ctx, train, dev, show.observer())
	show.clear()
	report.add(runs)
	return a.end(report, err)
}

// learn carries out the runs.
func (a *ablating) learn(ctx context.Context, train, dev *treebank, watch experiment.GridObserver) ([]experiment.Run, error) {
	if a.kind == transition.Constituents {
		return a.grid.TrainTrees(ctx, train.trees, dev.trees, watch)
	}
	return a.grid.Train(ctx, train.sentences, dev.sentences, watch)
}

// end prints the table of what was done, unless this is nothing.
func (a *ablating) end(r *ablationReport, err error) error {
	if r.Done > 0 {
		if err := writeReport(a.env.Stdout, a.env.Stderr, a.format, r); err != nil {
			return err
		}
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w after %d of %s", errInterrupted, r.Done, count(r.Asked, "run"))
	}
	return err
}
