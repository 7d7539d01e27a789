package cli

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/oracle"
	"parser/parser/experiment"
	"parser/parser/treebank"
	"parser/transition"
)

// ablating is the ablate command with its flags.
type ablating struct {
	experimenting
	grid  experiment.Grid
	lists struct{ systems, oracles, explore string }
}

func ablateCommand(e *Env) *urfave.Command { return newAblating(e).command() }

func newAblating(e *Env) *ablating { return &ablating{experimenting: newExperimenting(e)} }

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
		Flags:  append(a.flags(), optionFlags(&a.options, inGrid()...)...),
		Action: a.run,
	}
}

// ablationFormats lists what --format may be.
func ablationFormats() []string {
	return []string{experiment.Text, experiment.Markdown, experiment.CSV, experiment.JSON}
}

// inGrid names the options of train that have lists here.
func inGrid() []string { return []string{"system", "oracle", "explore", "seed"} }

func (a *ablating) flags() []urfave.Flag {
	const grid = "Combinations"
	return []urfave.Flag{
		&urfave.StringFlag{Category: grid, Name: "systems", Value: "arc-hybrid,arc-eager", Destination: &a.lists.systems,
			Usage: "`LIST` of transition systems: " + strings.Join(treeSystems(), ", ")},
		&urfave.StringFlag{Category: grid, Name: "oracles", Value: "static,dynamic,fsa,pd", Destination: &a.lists.oracles,
			Usage: "`LIST` of oracles: " + strings.Join(oracle.Names(), ", ")},
		&urfave.StringFlag{Category: grid, Name: "explore", Value: "0,0.9", Destination: &a.lists.explore,
			Usage: "algorithm explore: `LIST` of probabilities of following the model into its mistakes"},
		&urfave.StringFlag{Category: grid, Name: "seeds", Value: "1,2,3", Destination: &a.seedList,
			Usage: "`LIST` of numbers that all chance comes from, one for each run of a combination"},
		&urfave.IntFlag{Category: grid, Name: "parallel", Value: 1, Destination: &a.runner.Parallel,
			Usage: "`N` runs at a time; the table does not depend on it, except that times are less exact"},
		&urfave.StringFlag{Name: "lang", Value: "en", Destination: &a.lang, Usage: "`NAME` of the language: where the treebank is looked for"},
		&urfave.StringFlag{Name: "train", Destination: &a.train, Usage: "`FILE` to learn from (needs --dev too)"},
		&urfave.StringFlag{Name: "dev", Destination: &a.dev, Usage: "`FILE` to choose the best epoch on, and to score"},
		&urfave.IntFlag{Name: "sentences", Destination: &a.sentences, DefaultText: "all", Usage: "learn from the first `N` sentences only"},
		&urfave.StringFlag{Name: "format", Value: experiment.Text, Destination: &a.format, Usage: "`FORMAT` of the table: " + strings.Join(ablationFormats(), ", ")},
		&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Destination: &a.quiet, Usage: "only the table, warnings and errors"},
		a.in.skipFlag(), a.in.latin1Flag(category(transition.Dependencies)),
	}
}

// run fills and prints the table.
func (a *ablating) run(c *urfave.Context) error {
	if err := a.complete(c); err != nil {
		return err
	}
	variants, omitted, err := a.grid.Variants()
	if err != nil {
		return err
	}
	if len(variants) == 0 {
		return fmt.Errorf("%w: none of the combinations exists; %s: %s", errUsage, omitted[0].Setting, omitted[0].Reason)
	}
	if err := a.checkTreebank(); err != nil {
		return err
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	train, dev, err := a.read()
	if err != nil {
		return err
	}
	if dev.data.Len() == 0 {
		return fmt.Errorf("%w: %s has no trees, and the table has the scores on it", errUsage, dev.name)
	}
	report := &experiment.Ablation{
		Command: recordedCommand(c), Trees: experiment.TreesName(a.kind), Epochs: a.options.Epochs, Seeds: a.seeds, Train: a.cut(train),
		Dev: experiment.Source{Name: dev.name, Sentences: dev.data.Len(), Of: dev.data.Len()}, Omitted: append([]experiment.Omission{}, omitted...),
	}
	runs, err := experiment.Plan(variants, a.seeds, []experiment.Treebank{{Data: experiment.NewData(train.data, dev.data, treebank.Data{})}})
	if err != nil {
		return err
	}
	for _, r := range runs {
		r.Examine = true
	}
	known, _ := experiment.OpenResults("") // which cannot fail: there is no file
	err = a.carryOut(ctx, runs, known, over)
	if report.Add(runs); report.Done > 0 {
		if err := experiment.Write(a.env.Stdout, a.env.Stderr, a.format, report); err != nil {
			return err
		}
	}
	return interruptedAfter(err, report.Done, report.Asked)
}

// over says what came of a run; one that fails ends the others.
func over(r *experiment.Run) (text string, err error) {
	if r.Err != nil {
		return "", r.Failure()
	}
	best := &r.Outcome.Rounds[r.Outcome.Best-1]
	text = fmt.Sprintf(" LAS %6.2f  UAS %6.2f ", best.LAS, best.UAS)
	if kind, _ := oracle.KindOf(r.Options.System); kind == transition.Constituents {
		text = fmt.Sprintf(" F1 %6.2f ", best.F1)
	}
	return fmt.Sprintf("%s %.1f s", text, r.Outcome.Seconds), nil
}

// complete derives what the flags leave open.
func (a *ablating) complete(c *urfave.Context) error {
	switch {
	case c.Args().Present():
		return fmt.Errorf("%w: ablate takes no arguments but flags, not %q", errUsage, c.Args().First())
	case a.train != "" && a.dev == "":
		return fmt.Errorf("%w: --train needs --dev, which the table has the scores of", errUsage)
	}
	if err := a.checkShared(ablationFormats()...); err != nil {
		return err
	}
	if err := a.parseLists(); err != nil {
		return err
	}
	if err := checkMeaning("systems", a.grid.Systems, givenFlags(c, "format")); err != nil {
		return err
	}
	o := &a.grid.Options
	o.System = a.grid.Systems[0] // the defaults are the same for all systems of a kind
	err := setOptions(c, o, inGrid()...)
	if err != nil {
		return err
	}
	if o.Algorithm != exploring && !c.IsSet("explore") {
		a.grid.Explore = []float64{o.Explore} // other algorithms make nothing of it
	}
	o.Lang = a.lang
	a.options = *o
	return nil
}

// parseLists reads the lists of the grid, and finds out which kind of trees all systems
// build.
func (a *ablating) parseLists() (err error) {
	g, first := &a.grid, ""
	if g.Systems, err = parseList("systems", a.lists.systems, func(s string) (string, error) {
		kind, err := oracle.KindOf(s)
		switch {
		case err != nil:
		case first == "":
			first, a.kind = s, kind
		case kind != a.kind:
			err = fmt.Errorf("%s builds %s and %s %s; one treebank has one kind of trees, so give them a table each",
				first, experiment.TreesName(a.kind), s, experiment.TreesName(kind))
		}
		return s, err
	}); err != nil {
		return err
	}
	g.Oracles, err = parseList("oracles", a.lists.oracles, func(s string) (string, error) { return s, nil })
	if err != nil {
		return err
	}
	g.Explore, err = parseList("explore", a.lists.explore, parseFloat)
	return err
}

// checkTreebank looks for the treebank and into its files, which must be of the kind
// that the systems build.
func (a *ablating) checkTreebank() error {
	train, dev, err := a.env.findTreebank(a.kind, a.lang, a.train, a.dev)
	if err != nil {
		return err
	}
	if dev.name == "" {
		return fmt.Errorf("%w: %s has no dev, which the table has the scores of", errUsage, train)
	}
	for _, p := range []place{train, dev} {
		if info, err := os.Stat(p.name); p.sample || err != nil || !info.Mode().IsRegular() {
			continue // reading it says what is wrong; and a pipe can be read but once
		}
		f, err := a.env.openPlace(p)
		if err != nil {
			return err
		}
		form := f.Detect()
		text, _ := f.Peek(f.Buffered())
		f.Close()
		found := transition.Dependencies
		switch {
		case form == textfile.Brackets:
			found = transition.Constituents
		case form != textfile.CoNLL || !bytes.Contains(text, []byte("\t")):
			continue // reading it says what is wrong, too
		}
		if found != a.kind {
			return fmt.Errorf("%w: %s has %s, but --systems %s build %s", errUsage, p, experiment.TreesName(found), a.lists.systems, experiment.TreesName(a.kind))
		}
	}
	return nil
}
