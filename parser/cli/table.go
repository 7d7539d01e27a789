package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/eval/layout"
	"parser/model"
	"parser/oracle"
	"parser/parser"
	"parser/parser/experiment"
	"parser/parser/train"
	"parser/transition"
)

// tabling is the table command with its flags.
type tabling struct {
	experimenting
	name        string
	lists       struct{ langs, evaluate, targets, focuses string }
	langs       []string
	parts       []string // scored
	grid        experiment.TableGrid
	variants    []experiment.Variant
	data        string // folder of treebanks
	punctuation bool
	out, resume string // files; "" for none
	svg         string // folder; "" for none
}

func tableCommand(e *Env) *urfave.Command { return newTabling(e).command() }

func newTabling(e *Env) *tabling {
	return &tabling{experimenting: newExperimenting(e), grid: experiment.DefaultTableGrid()}
}

func (t *tabling) command() *urfave.Command {
	return &urfave.Command{
		Name:      "table",
		Usage:     "reproduce a table of the literature on learning to search",
		UsageText: "parser table [flags] NAME",
		Description: `Trains all parsers that a published table compares and prints the table. NAME is
one of:

  languages    Chang, He, Daumé III & Langford (2015), Table 3: parsers × languages
  learners     their Table 4: learners under the settings of the parser L2S
  templates    their Table 5: unigrams, and bigrams, and all features
  imitation    Goodman, Vlachos & Naradowsky (2016), Tables 2 and 3: imitation learning
               algorithms × learners × α-bound
  exploration  their Figures 2 to 4: targeted exploration and focused costing, score
               against rounds, roll-outs and time

Where the paper has the same language, its figures stand beside ours. The treebanks
are DIR/<lang>/train.conllu, dev.conllu and test.conllu (also .conll, .mrg for systems
of constituents, and all of them with .gz). Options of train hold for all runs, but
for those in which the rows of the table differ. With --resume, what was finished
before is not done again. An interrupt (Ctrl-C) prints the table of what is done.`,
		Flags:  append(t.flags(), optionFlags(&t.options, "seed")...),
		Action: t.run,
	}
}

// tableFormats lists what --format may be; md is another name of markdown.
func tableFormats() []string {
	return []string{experiment.Text, experiment.Markdown, experiment.LaTeX, experiment.CSV, experiment.JSON}
}

func (t *tabling) flags() []urfave.Flag {
	const runs, shown = "Runs", "Table"
	return []urfave.Flag{
		&urfave.StringFlag{Category: runs, Name: "data", Destination: &t.data, DefaultText: "PARSER_DATA, or the embedded sample", Usage: "`DIR` of treebanks"},
		&urfave.StringFlag{Category: runs, Name: "langs", Destination: &t.lists.langs, DefaultText: "en; languages: all that DIR has", Usage: "`LIST` of languages"},
		&urfave.StringFlag{Category: runs, Name: "seeds", Value: "1,2,3", Destination: &t.seedList,
			Usage: "`LIST` of numbers that all chance comes from, one for each run of a row"},
		&urfave.IntFlag{Category: runs, Name: "sentences", Destination: &t.sentences, DefaultText: "all", Usage: "learn from the first `N` sentences only"},
		&urfave.StringFlag{Category: runs, Name: "targets", Value: listOf(t.grid.Targets), Destination: &t.lists.targets,
			Usage: "exploration: `LIST` of thresholds of targeted exploration; 0 explores all actions"},
		&urfave.StringFlag{Category: runs, Name: "focuses", Value: listOf(t.grid.Focuses), Destination: &t.lists.focuses,
			Usage: "exploration: `LIST` of settings n/m of focused costing: n learned actions, m more in each round; 0/0 is without it"},
		&urfave.Float64Flag{Category: runs, Name: "near", Value: t.grid.Near, Destination: &t.grid.Near,
			Usage: "exploration: threshold `TAU` that goes with focused costing"},
		&urfave.IntFlag{Category: runs, Name: "parallel", Value: 1, Destination: &t.runner.Parallel,
			Usage: "`N` runs at a time, of different languages if there are some; the table does not depend on it, but for times"},
		&urfave.StringFlag{Category: runs, Name: "resume", Destination: &t.resume,
			Usage: "`FILE` of results: those in it are taken, and new ones added as soon as a run is over"},
		&urfave.StringFlag{Category: shown, Name: "evaluate", Destination: &t.lists.evaluate, DefaultText: "dev; learners, templates: and test if there is one",
			Usage: "`LIST` of the parts of the treebank that are scored: dev, test"},
		&urfave.BoolFlag{Category: shown, Name: "punctuation", Aliases: []string{"with-punct", "p"}, Destination: &t.punctuation, Usage: "score punctuation too"},
		&urfave.StringFlag{Category: shown, Name: "format", Value: experiment.Text, Destination: &t.format, Usage: "`FORMAT` of the table: " + strings.Join(tableFormats(), ", ")},
		&urfave.StringFlag{Category: shown, Name: "out", Destination: &t.out, DefaultText: "standard output", Usage: "`FILE` for the table"},
		&urfave.StringFlag{Category: shown, Name: "svg", Destination: &t.svg, Usage: "exploration: `DIR` for plots"},
		&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Destination: &t.quiet, Usage: "only the table, warnings and errors"},
		t.in.skipFlag(), t.in.latin1Flag(category(transition.Dependencies)),
	}
}

// run fills and prints the table. Everything that can be wrong is looked at before.
func (t *tabling) run(c *urfave.Context) error {
	if err := t.complete(c); err != nil {
		return err
	}
	places, err := t.findBanks()
	if err != nil {
		return err
	}
	if err := t.checkOutput(); err != nil {
		return err
	}
	known, err := experiment.OpenResults(t.resume)
	if err != nil {
		return err
	}
	defer known.Close()
	ctx, stop := interruptible(c.Context)
	defer stop()
	report := &experiment.Table{
		Table: t.name, Command: recordedCommand(c) + " " + t.name, Trees: experiment.TreesName(t.kind), Parts: t.parts,
		Punctuation: t.punctuation, Epochs: t.options.Epochs, Seeds: t.seeds, Langs: t.langs,
	}
	banks, err := t.readBanks(places, report)
	if err != nil {
		return err
	}
	runs, err := experiment.Plan(t.variants, t.seeds, banks)
	if err != nil {
		return err
	}
	if missing := known.Missing(runs); len(missing) < len(runs) {
		fmt.Fprintf(t.notes(), "%d of %s to do\n", len(missing), layout.Count(len(runs), "run"))
	}
	t.runner.Table, t.runner.Program = t.name, version()
	err = t.carryOut(ctx, runs, known, t.over)
	report.Add(t.variants, runs, version())
	if err = interruptedAfter(err, report.Done, report.Asked); err == nil && len(report.Failures) > 0 {
		err = fmt.Errorf("%d of %s failed", len(report.Failures), layout.Count(report.Asked, "run"))
	}
	if report.Done > 0 {
		return errors.Join(t.print(report), err)
	}
	return err
}

// over says what came of a run.
func (t *tabling) over(r *experiment.Run) (text string, err error) {
	if r.Err != nil {
		return " failed: " + r.Err.Error(), nil
	}
	for _, part := range t.parts {
		for _, metric := range experiment.Metrics(experiment.TreesName(t.kind)) {
			if x, ok := r.Score(part, metric, t.punctuation); ok {
				text += fmt.Sprintf(" %s %s %6.2f ", part, metric, x)
			}
		}
	}
	return fmt.Sprintf("%s %.1f s", text, r.Outcome.Seconds), nil
}

// print prints the report where the flags say, and if it cannot be written there, on the
// standard output: hours of training are not to be lost.
func (t *tabling) print(r *experiment.Table) error {
	write := func(w io.Writer) error { return experiment.Write(w, t.notes(), t.format, r) }
	var errs []error
	if t.out != "" {
		errs = append(errs, model.WriteFile(t.out, write))
	}
	if t.out == "" || errs[0] != nil {
		errs = append(errs, write(t.env.Stdout))
	}
	if t.svg != "" {
		for _, c := range r.Charts() {
			if err := model.WriteFile(filepath.Join(t.svg, c.File), c.WriteSVG); err != nil {
				return errors.Join(append(errs, err)...)
			}
		}
	}
	return errors.Join(errs...)
}

// complete derives what the flags leave open.
func (t *tabling) complete(c *urfave.Context) error {
	if t.format == "md" {
		t.format = experiment.Markdown
	}
	t.name = c.Args().First()
	switch {
	case c.NArg() != 1:
		return fmt.Errorf("%w: table needs one name, of %s, but got %d", errUsage, strings.Join(experiment.TableNames(), ", "), c.NArg())
	case !slices.Contains(experiment.TableNames(), t.name):
		return fmt.Errorf("%w: no table %q; there are %s", errUsage, t.name, strings.Join(experiment.TableNames(), ", "))
	}
	if err := t.checkShared(tableFormats()...); err != nil {
		return err
	}
	for _, name := range []string{"targets", "focuses", "near", "svg"} {
		if c.IsSet(name) && t.name != experiment.Exploration {
			return fmt.Errorf("%w: --%s is for the table %s", errUsage, name, experiment.Exploration)
		}
	}
	if err := t.parseLists(); err != nil {
		return err
	}
	return t.completeVariants(c)
}

// parseLists reads the lists.
func (t *tabling) parseLists() (err error) {
	if t.grid.Targets, err = parseList("targets", t.lists.targets, parseFloat); err != nil {
		return err
	}
	if t.grid.Focuses, err = parseList("focuses", t.lists.focuses, parseFocus); err != nil {
		return err
	}
	if t.lists.evaluate != "" { // else it is left to the treebanks
		if t.parts, err = parseList("evaluate", t.lists.evaluate, func(s string) (string, error) {
			if s != experiment.Dev && s != experiment.Test {
				return s, fmt.Errorf("%q is neither %s nor %s", s, experiment.Dev, experiment.Test)
			}
			return s, nil
		}); err != nil {
			return err
		}
		if t.name == experiment.Exploration && !slices.Equal(t.parts, []string{experiment.Dev}) {
			return fmt.Errorf("%w: --evaluate: the table %s has the scores on dev after each round", errUsage, experiment.Exploration)
		}
	}
	if t.lists.langs == "" {
		t.langs, err = t.allLanguages()
		return err
	}
	t.langs, err = parseList("langs", t.lists.langs, func(s string) (string, error) { return s, checkLanguage(s) })
	return err
}

// parseFocus reads n/m.
func parseFocus(text string) (f experiment.Focus, err error) {
	n, m, found := strings.Cut(text, "/")
	if !found {
		return f, fmt.Errorf("%q is not of the form n/m", text)
	}
	if f.Steps, err = strconv.Atoi(n); err != nil {
		return f, err
	}
	f.Growth, err = strconv.Atoi(m)
	if err == nil && (f.Steps < 0 || f.Growth < 0 || f.Steps == 0 && f.Growth > 0) {
		return f, fmt.Errorf("%s: n and m are 0 or more, and m is 0 if n is", text)
	}
	return f, err
}

// listOf writes a list with commas.
func listOf[T any](list []T) string {
	var texts []string
	for _, x := range list {
		texts = append(texts, fmt.Sprint(x))
	}
	return strings.Join(texts, ",")
}

// completeVariants makes the rows of the table, with the options that were given.
func (t *tabling) completeVariants(c *urfave.Context) error {
	var err error
	if t.kind, err = oracle.KindOf(t.options.System); err != nil {
		return fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	if err := checkMeaning("system", []string{t.options.System}, givenFlags(c, "format")); err != nil {
		return err
	}
	if t.variants, err = experiment.TableVariants(t.name, parser.DefaultsFor(t.options.System), t.grid); err != nil {
		return err
	}
	if err := t.override(c); err != nil {
		return err
	}
	for i := range t.variants {
		v := &t.variants[i]
		if _, err := train.New(v.Options); err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	t.options = t.variants[0].Options
	return nil
}

// override sets the options that were given in all rows. It refuses those in which the rows
// differ that make something of them, since the table is about them, and those that no row
// makes anything of.
func (t *tabling) override(c *urfave.Context) error {
	values, lacked := map[string][]string{}, map[string]int{}
	given := givenFlags(c)
	for i := range t.variants {
		o := &t.variants[i].Options
		before := valuesOf(*o)
		idle, err := setGiven(c, o, "seed")
		if err != nil {
			return err
		}
		for _, name := range idle {
			lacked[name]++
		}
		o.Command = recordedCommand(c)
		if o.Templates, err = readTemplates(o.Templates); err != nil {
			return err
		}
		for _, option := range append(o.Learner.Options(), o.Teaching()...) {
			if option.Idle {
				idle = append(idle, option.Name)
			}
		}
		for _, name := range given {
			if !slices.Contains(idle, name) && !slices.Contains(values[name], before[name]) {
				values[name] = append(values[name], before[name])
			}
		}
	}
	var useless []string
	for _, f := range optionFlags(&t.options, "seed") {
		switch name := f.Names()[0]; {
		case len(values[name]) > 1:
			return fmt.Errorf("%w: --%s is what the rows of the table %s differ in", errUsage, name, t.name)
		case lacked[name] == len(t.variants):
			useless = append(useless, name)
		}
	}
	return experiment.ResetUseless(t.variants, useless...)
}
