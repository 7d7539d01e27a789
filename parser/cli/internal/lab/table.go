package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/experiment"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/cli/internal/version"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

type tabling struct {
	experimenting
	report      experiment.Table // some of its fields are the destinations of flags
	grid        experiment.TableGrid
	variants    []experiment.Variant
	data        string // folder of treebanks, "" for the embedded samples
	out, resume string // files; "" for none
	code        string // folder of the source whose lines are counted
}

// Table is the command that reproduces published tables.
func Table(e *frame.Env) *urfave.Command {
	t := &tabling{experimenting: newExperimenting(e), grid: experiment.DefaultTableGrid()}
	part := func(s string) (string, error) {
		if s != experiment.Dev && s != experiment.Test {
			return s, fmt.Errorf("%q is neither %s nor %s", s, experiment.Dev, experiment.Test)
		}
		return s, nil
	}
	return &urfave.Command{
		Description: `Trains all parsers that a published table compares and prints the table. NAME is
one of:

  languages    Chang, He, Daumé III & Langford (2015), Table 3: parsers × languages
  learners     their Table 4: learners under the settings of the parser L2S
  templates    their Table 5: unigrams, and bigrams, and all features
  imitation    Goodman, Vlachos & Naradowsky (2016), Tables 2 and 3: imitation learning
               algorithms × learners × α-bound
  costs        the same algorithms with graded costs and with 0 or 1 × learners that
               read the size of costs or do not: score, roll-outs, time
  exploration  their Figures 2 to 4: targeted exploration and focused costing, score
               against rounds, roll-outs and time
  corpora      their Table 5: exact imitation, DAgger, V-DAgger × corpora
  code         Tables 6 and 7 of Chang et al.: lines of code, of --source

Where the paper has the same language, its figures stand beside ours; those of Goodman
et al. are of graphs (--system amr). The treebanks are DIR/<lang>/train.conllu,
dev.conllu and test.conllu, or DIR/<lang>.train.conllu and so on (also .conll, .mrg
for systems of constituents, .amr for graphs, and all of them with .gz). Options of
train hold for all runs, except those in which the rows of the table differ; the
scorer is linear, as in the papers. With --as-published, rows have the settings that
the paper states, each shows the run that is best on dev, significance is tested, and
what is not the paper's is said below the table. With --resume, what was finished before is not
done again. An interrupt (Ctrl-C) prints the table of what is done.`,
		Flags: slices.Concat(t.sharedFlags(), frame.Under(inRuns,
			frame.Usually("PARSER_DATA, or the embedded sample", frame.Word(&t.data, "data", "`DIR` of treebanks")),
			frame.Usually("en; languages: all that DIR has",
				frame.ListFlag("langs", "`LIST` of languages", &t.report.Langs, func(s string) (string, error) { return s, places.CheckLanguage(s) })),
			frame.ListFlag("targets", "exploration: `LIST` of thresholds of targeted exploration; 0 explores all actions", &t.grid.Targets, parseFloat),
			frame.ListFlag("focuses", "exploration: `LIST` of settings n/m of focused costing: n learned actions, m more in each round; 0/0 is without it",
				&t.grid.Focuses, parseFocus),
			frame.Switch(&t.report.AsPublished, "as-published", "languages, learners, templates, imitation: train with the "+
				"settings of the paper, and beside them with ours, by default with the seeds 1 to 5"),
			&urfave.Float64Flag{Name: "near", Value: t.grid.Near, Destination: &t.grid.Near,
				Usage: "exploration: threshold `TAU` that goes with focused costing"},
			frame.Word(&t.code, "source", "code: `DIR` of this program's source"),
			frame.Word(&t.resume, "resume", "`FILE` of results: those in it are taken, and new ones added as soon as a run is over"),
		), frame.Under(inTable,
			frame.Usually("dev; learners, templates: and test if there is one",
				frame.ListFlag("evaluate", "`LIST` of the parts of the treebank that are scored: dev, test", &t.report.Parts, part)),
			frame.Switch(&t.report.Punctuation, "punctuation", "score punctuation too", "with-punct", "p"),
			frame.Usually("standard output", frame.Word(&t.out, "out", "`FILE` for the table")),
		), t.chartsFlag(), frame.OptionFlags(&t.Options, "seed")),
		Action: t.run,
	}
}

// run fills and prints the table. It checks everything before.
func (t *tabling) run(c *urfave.Context) error {
	if c.Args().First() == experiment.Code {
		return t.count(c)
	}
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
	if t.runner.Results, err = experiment.OpenResults(t.resume); err != nil {
		return err
	}
	defer t.runner.Results.Close()
	ctx, stop := frame.Interruptible(c.Context)
	defer stop()
	r := &t.report
	r.Command, r.Trees, r.Epochs, r.Seeds = frame.RecordedCommand(c)+" "+r.Table, t.Builds.Name(), t.Options.Epochs, t.seeds
	banks, err := t.readBanks(ctx, places)
	if err != nil {
		return err
	}
	t.runner.Table, t.runner.Program = t.report.Table, version.Text()
	return t.carryOut(ctx, t.variants, banks, r, t.print)
}

// Tables lists the names that the command takes.
func Tables() []string { return append(experiment.TableNames(), experiment.Code) }

// count prints the table of lines of code, which takes a source, a format and a file only.
func (t *tabling) count(c *urfave.Context) error {
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; c.IsSet(name) && !slices.Contains([]string{"source", "format", "out", "quiet"}, name) {
			return fmt.Errorf("%w: --%s cannot be used with the table %s", frame.ErrUsage, name, experiment.Code)
		}
	}
	switch {
	case c.NArg() > 1:
		return fmt.Errorf("%w: table needs one name, but got %d", frame.ErrUsage, c.NArg())
	case t.code == "":
		return fmt.Errorf("%w: the table %s needs --source DIR, the folder of this program's source", frame.ErrUsage, experiment.Code)
	}
	lines, err := experiment.CountLines(t.code)
	if err != nil {
		return err
	}
	lines.Command = frame.RecordedCommand(c) + " " + experiment.Code
	return t.write(func(w io.Writer) error { return experiment.Write(w, t.Notes(), t.format, lines) })
}

// print prints the report where the flags say or, if that fails, on the standard output, so that no training is lost.
func (t *tabling) print() error {
	err := t.write(func(w io.Writer) error { return experiment.Write(w, t.Notes(), t.format, &t.report) })
	return errors.Join(err, frame.WriteCharts(t.SVG, t.report.Charts))
}

func (t *tabling) write(write func(io.Writer) error) (err error) {
	if t.out != "" {
		err = atomicfile.WriteFile(t.out, write)
	}
	if t.out == "" || err != nil {
		err = errors.Join(err, write(t.Env.Stdout))
	}
	return err
}

// complete derives what the flags leave open.
func (t *tabling) complete(c *urfave.Context) error {
	t.report.Table, t.data = c.Args().First(), cmp.Or(t.data, t.Env.Getenv("PARSER_DATA"))
	switch {
	case c.NArg() != 1:
		return fmt.Errorf("%w: table needs one name, of %s, but got %d", frame.ErrUsage, strings.Join(Tables(), ", "), c.NArg())
	case !slices.Contains(experiment.TableNames(), t.report.Table):
		return fmt.Errorf("%w: no table %q; there are %s", frame.ErrUsage, t.report.Table, strings.Join(Tables(), ", "))
	}
	if c.IsSet("source") {
		return fmt.Errorf("%w: --source is for the table %s", frame.ErrUsage, experiment.Code)
	}
	for _, name := range []string{"targets", "focuses", "near"} {
		if c.IsSet(name) && t.report.Table != experiment.Exploration {
			return fmt.Errorf("%w: --%s is for the table %s", frame.ErrUsage, name, experiment.Exploration)
		}
	}
	rounds := t.report.Table == experiment.Exploration || t.report.Table == experiment.Costs
	if rounds && c.IsSet("evaluate") && !slices.Equal(t.report.Parts, []string{experiment.Dev}) {
		return fmt.Errorf("%w: --evaluate: the table %s has the scores on dev after each round", frame.ErrUsage, t.report.Table)
	}
	if t.grid.AsPublished = t.report.AsPublished; t.grid.AsPublished && !c.IsSet("seeds") {
		t.seeds = []uint64{1, 2, 3, 4, 5} // the best of five, as Chang et al. (2015) have it
	}
	err := t.setLanguages()
	if err == nil {
		err = t.SetBuilds(c, "format")
	}
	if err == nil {
		t.variants, err = experiment.TableVariants(t.report.Table, experiment.DefaultsFor(t.Options.System), t.grid)
	}
	if err == nil {
		err = t.override(c)
	}
	if err != nil {
		return err
	}
	for _, v := range t.variants {
		if err := experiment.Check(v.Options); err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	t.Options = t.variants[0].Options
	return nil
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
		err = fmt.Errorf("%s: n and m are 0 or more, and m is 0 if n is", text)
	}
	return f, err
}

// override sets the given options in all rows. It refuses those in which the rows differ, since the table is about them,
// and those that no row uses.
func (t *tabling) override(c *urfave.Context) error {
	values, lacked := map[string][]string{}, map[string]int{}
	for i := range t.variants {
		o := &t.variants[i].Options
		before := *o
		idle, err := frame.SetFlags(c, o, nil, "seed")
		if err != nil {
			return err
		}
		for _, name := range idle {
			lacked[name]++
		}
		o.Command = frame.RecordedCommand(c)
		if o.Templates, err = frame.ReadTemplates(o.Templates); err != nil {
			return err
		}
		for _, option := range append(o.Learner.Options(), o.Teaching()...) {
			if option.Idle {
				idle = append(idle, option.Name)
			}
		}
		for _, option := range before.List() {
			if name, value := option.Name, fmt.Sprint(option.Value()); c.IsSet(name) && !slices.Contains(idle, name) && !slices.Contains(values[name], value) {
				values[name] = append(values[name], value)
			}
		}
	}
	var useless []string
	for _, f := range frame.OptionFlags(&t.Options, "seed") {
		switch name := f.Names()[0]; {
		case len(values[name]) > 1:
			return fmt.Errorf("%w: --%s is what the rows of the table %s differ in", frame.ErrUsage, name, t.report.Table)
		case lacked[name] == len(t.variants):
			useless = append(useless, name)
		}
	}
	return experiment.ResetUseless(t.variants, useless...)
}

// setLanguages sets the languages of a table where none are given.
func (t *tabling) setLanguages() error {
	if len(t.report.Langs) > 0 {
		return nil
	}
	if t.report.Table != "languages" || t.data == "" {
		t.report.Langs = []string{"en"}
		return nil
	}
	entries, err := os.ReadDir(t.data)
	if err != nil {
		return err
	}
	for _, e := range entries {
		train := t.Env.Places().Part(t.data, e.Name(), experiment.Train, structure.OfTreebank(textfile.CoNLL)) // as all its parsers build
		if train.Name != "" && places.CheckLanguage(e.Name()) == nil {
			t.report.Langs = append(t.report.Langs, e.Name())
		}
	}
	if len(t.report.Langs) == 0 {
		return fmt.Errorf("%w: %s has no folder <lang> with a file train.conllu", frame.ErrUsage, t.data)
	}
	return nil
}

var allParts = []string{experiment.Train, experiment.Dev, experiment.Test}

// findBanks looks for the parts of the treebanks of all languages, and decides which are scored unless a flag says:
// dev, and in the tables that have both in the paper, test if all treebanks have one. The error names all that is
// missing.
func (t *tabling) findBanks() (found []map[string]places.Place, err error) {
	var missing []error
	where := t.data + "/"
	if t.data == "" {
		where = "give --data DIR; among the samples "
	}
	for _, lang := range t.report.Langs {
		parts := map[string]places.Place{}
		for _, part := range allParts {
			parts[part] = t.Env.Places().Part(t.data, lang, part, t.Builds)
		}
		if parts[experiment.Train].Name == "" {
			missing = append(missing, fmt.Errorf("no treebank for %q: %s%s/%s%s is missing", lang, where, lang, experiment.Train, t.Builds.Extensions[0]))
		}
		found = append(found, parts)
	}
	if len(t.report.Parts) == 0 {
		t.report.Parts = []string{experiment.Dev}
		untested := slices.ContainsFunc(found, func(parts map[string]places.Place) bool { return parts[experiment.Test].Name == "" })
		if !untested && (t.report.AsPublished || t.report.Table == "learners" || t.report.Table == "templates") {
			t.report.Parts = append(t.report.Parts, experiment.Test)
		}
	}
	for _, parts := range found {
		for _, part := range t.report.Parts {
			if train := parts[experiment.Train]; train.Name != "" && parts[part].Name == "" && (part != experiment.Dev || !t.holdsOut(parts)) {
				missing = append(missing, fmt.Errorf("%s has no %s, which the table has the scores of", train, part))
			}
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%w: %w", frame.ErrUsage, errors.Join(missing...))
	}
	return found, nil
}

// holdsOut reports whether the last tenth of what there is to learn from becomes dev, as published.
func (t *tabling) holdsOut(parts map[string]places.Place) bool {
	return t.report.AsPublished && parts[experiment.Dev].Name == ""
}

// readBanks reads all parts of the treebanks: results that are kept for one table have what another one shows.
func (t *tabling) readBanks(ctx context.Context, found []map[string]places.Place) ([]*experiment.Treebank, error) {
	var banks []*experiment.Treebank
	for i, lang := range t.report.Langs {
		parts := map[string]treebank.Data{}
		for _, part := range allParts {
			if found[i][part].Name == "" {
				continue
			}
			read, err := t.ReadTreebank(ctx, nil, found[i][part])
			if err != nil {
				return nil, err
			}
			if read.Data.Len() == 0 {
				return nil, fmt.Errorf("%s has no trees", read.Name)
			}
			fmt.Fprintf(t.Notes(), "%s %s: %s\n", lang, part, read)
			if part == experiment.Train && t.holdsOut(found[i]) {
				if parts[experiment.Dev], err = t.holdOut(lang, read); err != nil {
					return nil, err
				}
			}
			t.report.Data = append(t.report.Data, experiment.PartSource{Lang: lang, Part: part, Source: t.source(read, part == experiment.Train)})
			parts[part] = read.Data
		}
		banks = append(banks, experiment.NewTreebank(lang, parts[experiment.Train], parts[experiment.Dev], parts[experiment.Test]))
	}
	return banks, nil
}

// holdOut takes the last tenth off what was read to learn from, and returns it.
func (t *tabling) holdOut(lang string, read *frame.BankFile) (treebank.Data, error) {
	rest, dev := experiment.HoldOut(read.Data)
	if rest.Len() == 0 {
		return dev, fmt.Errorf("%s: one tree cannot be both to learn from and dev", read.Name)
	}
	held := experiment.Source{Name: "the last tenth of " + read.Name, Sentences: dev.Len(), Of: dev.Len()}
	fmt.Fprintf(t.Notes(), "%s %s: %s\n", lang, experiment.Dev, held)
	t.report.Data = append(t.report.Data, experiment.PartSource{Lang: lang, Part: experiment.Dev, Source: held})
	read.Name, read.Data = read.Name+" without it", rest
	return dev, nil
}

// checkOutput finds out whether all can be written in the end.
func (t *tabling) checkOutput() error {
	if t.out != "" {
		if err := places.CanWrite(t.out); err != nil {
			return err
		}
		out, _ := os.Stat(t.out)
		results, _ := os.Stat(t.resume)
		if os.SameFile(out, results) || filepath.Clean(t.out) == filepath.Clean(t.resume) { // whether or not it exists
			return fmt.Errorf("%w: --out and --resume are the same file, so that the table would replace the results", frame.ErrUsage)
		}
	}
	return frame.CanWriteCharts(t.SVG)
}
