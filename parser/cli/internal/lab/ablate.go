package lab

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/oracle"
	"parser/parser/cli/internal/experiment"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

type ablating struct {
	experimenting
	grid experiment.Grid
}

// Ablate is the command that trains with all combinations of systems, oracles and exploration.
func Ablate(e *frame.Env) *urfave.Command { return newAblating(e).command() }

func newAblating(e *frame.Env) *ablating {
	a := &ablating{newExperimenting(e), experiment.Grid{
		Systems: []string{"arc-hybrid", "arc-eager"}, Oracles: []string{"static", "dynamic", "fsa", "pd"}, Explore: []float64{0, 0.9},
	}}
	a.runner.Strict, a.Lang = true, "en"
	return a
}

func (a *ablating) command() *urfave.Command {
	return &urfave.Command{
		Description: `Trains a parser for every combination of --systems, --oracles and --explore, once
with every seed, as "parser train" would, though with --scorer linear unless another
is named, and prints one table: the scores on dev; the time that the oracle alone
takes for a sentence; and how often it was wrong, measured by an exact oracle where
there is one: in how many of the configurations that the last epoch visited one of
its best moves was not one of the best. No model is saved.

The treebank is found as by "parser train"; it needs a dev. Its trees are those that
the systems build, so that one table has dependencies or constituents. Combinations
that do not exist are left out and listed below the table. An interrupt (Ctrl-C)
prints the table of what is done.`,
		Flags: slices.Concat(a.sharedFlags(), frame.Under(inRuns,
			frame.ListFlag("systems", "`LIST` of transition systems: "+strings.Join(frame.TreeSystems(), ", "), &a.grid.Systems, a.parseSystem),
			frame.ListFlag("oracles", "`LIST` of oracles: "+strings.Join(oracle.Names(), ", "), &a.grid.Oracles,
				func(name string) (string, error) { return name, nil }),
			frame.ListFlag("explore", "algorithm explore: `LIST` of probabilities of following the model into its mistakes", &a.grid.Explore, parseFloat),
		), []urfave.Flag{
			frame.Word(&a.Lang, "lang", "`NAME` of the language: where the treebank is looked for"),
			frame.Words(&a.Train, "train", "`FILE` to learn from, folder or pattern, as in train (needs --dev too)"),
			frame.Words(&a.Dev, "dev", "`FILE` to choose the best epoch on, and to score; a folder or a pattern"),
		}, a.chartsFlag(), frame.OptionFlags(&a.Options, inGrid...)),
		Action: a.run,
	}
}

// inGrid names the options of train that have lists here.
var inGrid = []string{"system", "oracle", "explore", "seed"}

func (a *ablating) run(c *urfave.Context) error {
	if err := a.complete(c); err != nil {
		return err
	}
	variants, omitted, err := a.grid.Variants()
	if err != nil {
		return err
	}
	if len(variants) == 0 {
		return fmt.Errorf("%w: none of the combinations exists; %s: %s", frame.ErrUsage, omitted[0].Setting, omitted[0].Reason)
	}
	if err := cmp.Or(a.checkTreebank(), frame.CanWriteCharts(a.SVG)); err != nil {
		return err
	}
	ctx, stop := frame.Interruptible(c.Context)
	defer stop()
	train, dev, err := a.Read(ctx)
	if err != nil {
		return err
	}
	if dev.Data.Len() == 0 {
		return fmt.Errorf("%w: %s has no trees, and the table has the scores on it", frame.ErrUsage, dev.Name)
	}
	report := &experiment.Ablation{
		Command: frame.RecordedCommand(c), Trees: a.Builds.Name(), Epochs: a.Options.Epochs, Seeds: a.seeds,
		Train: a.source(train, true), Dev: a.source(dev, false), Omitted: append([]experiment.Omission{}, omitted...),
	}
	banks := []*experiment.Treebank{experiment.NewTreebank("", train.Data, dev.Data, treebank.Data{})}
	return a.carryOut(ctx, variants, banks, report, func() error {
		return errors.Join(experiment.Write(a.Env.Stdout, a.Env.Stderr, a.format, report), frame.WriteCharts(a.SVG, report.Charts))
	})
}

// complete derives what the flags leave open.
func (a *ablating) complete(c *urfave.Context) error {
	if len(a.Train.Value()) > 0 && len(a.Dev.Value()) == 0 {
		return fmt.Errorf("%w: --train needs --dev, which the table has the scores of", frame.ErrUsage)
	}
	g, o := &a.grid, &a.grid.Options
	o.System = g.Systems[0] // the defaults are the same for all systems of a kind
	builds, err := structure.OfSystem(o.System)
	if err := cmp.Or(err, frame.CheckMeaning("systems", g.Systems, frame.GivenFlags(c, "format")),
		frame.SetOptions(c, o, experiment.DefaultsFor(o.System), nil, inGrid...)); err != nil {
		return err
	}
	if o.Algorithm != "explore" && !c.IsSet("explore") {
		g.Explore = []float64{o.Explore} // other algorithms do not use it
	}
	o.Lang, a.From.Base = a.Lang, frame.UsualBase(a.Lang)
	a.Options, a.Builds = *o, builds
	return nil
}

// parseSystem refuses a system that builds other trees than those before it in the list.
func (a *ablating) parseSystem(system string) (string, error) {
	builds, err := structure.OfSystem(system)
	if err == nil && len(a.grid.Systems) > 0 {
		first := a.grid.Systems[0]
		if other, _ := structure.OfSystem(first); builds != other {
			err = fmt.Errorf("%s and %s build different structures; make one table for each", first, system)
		}
	}
	return system, err
}

// checkTreebank looks for the treebank and into its files, which must be of the kind that the systems build.
func (a *ablating) checkTreebank() error {
	train, dev, err := a.Env.Places().Treebank(a.Builds, a.Lang, a.Train.Value(), a.Dev.Value())
	if err != nil {
		return err
	}
	if len(dev) == 0 {
		return fmt.Errorf("%w: %s has no dev, which the table has the scores of", frame.ErrUsage, train)
	}
	for _, p := range slices.Concat(train, dev) {
		if info, err := os.Stat(p.Name); p.Sample || err != nil || !info.Mode().IsRegular() {
			continue // reading it says what is wrong; and a pipe can be read only once
		}
		f, err := textfile.Open(p.Name, nil)
		if err != nil {
			return err
		}
		err = pipe.Must(f, a.Builds, fmt.Sprintf("--systems %s build %s", strings.Join(a.grid.Systems, ","), a.Builds.Name()))
		if f.Close(); err != nil {
			return err
		}
	}
	return nil
}
