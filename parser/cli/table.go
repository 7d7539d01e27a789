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

	"parser/parser"
	"parser/parser/experiment"
	"parser/transition"
)

// tabling is the table command with its flags. It reads treebanks as train does.
type tabling struct {
	training
	name     string
	lists    struct{ langs, seeds, evaluate, targets, focuses string }
	langs    []string
	seeds    []uint64
	parts    []string // scored, of evaluated
	grid     experiment.TableGrid
	variants []experiment.Variant
	data     string // folder of treebanks

	sentences   int // to learn from; 0 for all
	parallel    int
	punctuation bool
	format      string
	out, resume string // files; "" for none
	svg         string // folder; "" for none
}

// The parts of a treebank.
const (
	trainPart = "train"
	devPart   = "dev"
	testPart  = "test"
)

func tableCommand(e *Env) *urfave.Command { return newTabling(e).command() }

func newTabling(e *Env) *tabling {
	t := &tabling{training: *newTraining(e), grid: experiment.DefaultTableGrid()}
	t.in.format = formAuto
	return t
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
		Flags:  append(t.flags(), t.optionFlags(&t.options)...),
		Action: t.run,
	}
}

// formats lists what --format may be; md is another name of markdown.
func (t *tabling) formats() []string {
	return []string{formatText, formatMarkdown, formatLaTeX, formatCSV, formatJSON}
}

func (t *tabling) flags() []urfave.Flag {
	const runs, shown = "Runs", "Table"
	latin1 := t.in.latin1Flag()
	latin1.Category = category(transition.Dependencies)
	return []urfave.Flag{
		&urfave.StringFlag{Category: runs, Name: "data", Destination: &t.data, DefaultText: "PARSER_DATA, or the embedded sample", Usage: "`DIR` of treebanks"},
		&urfave.StringFlag{Category: runs, Name: "langs", Destination: &t.lists.langs, DefaultText: "en; languages: all that DIR has", Usage: "`LIST` of languages"},
		&urfave.StringFlag{Category: runs, Name: "seeds", Value: "1,2,3", Destination: &t.lists.seeds,
			Usage: "`LIST` of numbers that all chance comes from, one for each run of a row"},
		&urfave.IntFlag{Category: runs, Name: "sentences", Destination: &t.sentences, DefaultText: "all", Usage: "learn from the first `N` sentences only"},
		&urfave.StringFlag{Category: runs, Name: "targets", Value: targetList(t.grid.Targets), Destination: &t.lists.targets,
			Usage: "exploration: `LIST` of thresholds of targeted exploration; 0 explores all actions"},
		&urfave.StringFlag{Category: runs, Name: "focuses", Value: focusList(t.grid.Focuses), Destination: &t.lists.focuses,
			Usage: "exploration: `LIST` of settings n/m of focused costing: n learned actions, m more in each round; 0/0 is without it"},
		&urfave.Float64Flag{Category: runs, Name: "near", Value: t.grid.Near, Destination: &t.grid.Near,
			Usage: "exploration: threshold `TAU` that goes with focused costing"},
		&urfave.IntFlag{Category: runs, Name: "parallel", Value: 1, Destination: &t.parallel,
			Usage: "`N` runs at a time, of different languages if there are some; the table does not depend on it, but for times"},
		&urfave.StringFlag{Category: runs, Name: "resume", Destination: &t.resume,
			Usage: "`FILE` of results: those in it are taken, and new ones added as soon as a run is over"},
		&urfave.StringFlag{Category: shown, Name: "evaluate", Destination: &t.lists.evaluate, DefaultText: "dev; learners, templates: and test if there is one",
			Usage: "`LIST` of the parts of the treebank that are scored: dev, test"},
		&urfave.BoolFlag{Category: shown, Name: "punctuation", Aliases: []string{"with-punct", "p"}, Destination: &t.punctuation, Usage: "score punctuation too"},
		&urfave.StringFlag{Category: shown, Name: "format", Value: formatText, Destination: &t.format, Usage: "`FORMAT` of the table: " + strings.Join(t.formats(), ", ")},
		&urfave.StringFlag{Category: shown, Name: "out", Destination: &t.out, DefaultText: "standard output", Usage: "`FILE` for the table"},
		&urfave.StringFlag{Category: shown, Name: "svg", Destination: &t.svg, Usage: "exploration: `DIR` for plots"},
		&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Destination: &t.quiet, Usage: "only the table, warnings and errors"},
		t.in.skipFlag(), latin1,
	}
}

// optionFlags returns the flags of the options of runs.
func (t *tabling) optionFlags(o *parser.Options) []urfave.Flag {
	return slices.DeleteFunc(optionFlags(o), func(f urfave.Flag) bool { return f.Names()[0] == "seed" })
}

// run fills and prints the table. Everything that can be wrong is looked at before.
func (t *tabling) run(c *urfave.Context) error {
	if err := t.complete(c); err != nil {
		return err
	}
	banks, err := t.findBanks()
	if err != nil {
		return err
	}
	if err := t.checkOutput(); err != nil {
		return err
	}
	known, err := openResults(t.resume)
	if err != nil {
		return err
	}
	defer known.Close()
	ctx, stop := signal.NotifyContext(c.Context, os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // the second signal finds nobody listening
	if err := t.readBanks(banks); err != nil {
		return err
	}
	runs, err := t.plan(banks)
	if err != nil {
		return err
	}
	defer saveMemory(t.env)()
	failed, err := t.carryOut(ctx, runs, known)
	report := t.report(recordedCommand(c), banks, runs, failed)
	ended := t.end(report, err)
	if report.Done > 0 {
		return errors.Join(t.print(report), ended)
	}
	return ended
}

// end says how it ended.
func (t *tabling) end(r *tableReport, err error) error {
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%w after %d of %s", errInterrupted, r.Done, count(r.Asked, "run"))
	case err == nil && len(r.Failures) > 0:
		return fmt.Errorf("%d of %s failed", len(r.Failures), count(r.Asked, "run"))
	}
	return err
}
