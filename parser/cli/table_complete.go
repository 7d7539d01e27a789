package cli

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/oracle"
	"parser/parser"
	"parser/parser/experiment"
	"parser/transition"
)

// explorationTable is the table that has curves and not one figure for a run.
const explorationTable = "exploration"

// complete derives what the flags leave open.
func (t *tabling) complete(c *urfave.Context) error {
	if t.format == "md" {
		t.format = formatMarkdown
	}
	t.name = c.Args().First()
	switch {
	case c.NArg() != 1:
		return fmt.Errorf("%w: table needs one name, of %s, but got %d", errUsage, strings.Join(experiment.TableNames(), ", "), c.NArg())
	case !slices.Contains(experiment.TableNames(), t.name):
		return fmt.Errorf("%w: no table %q; there are %s", errUsage, t.name, strings.Join(experiment.TableNames(), ", "))
	case t.sentences < 0 || t.parallel < 1:
		return fmt.Errorf("%w: --sentences %d and --parallel %d, at least 0 and 1", errUsage, t.sentences, t.parallel)
	case !slices.Contains(t.formats(), t.format):
		return fmt.Errorf("%w: the table's format is one of %s, not %q", errUsage, strings.Join(t.formats(), ", "), t.format)
	}
	for _, name := range []string{"targets", "focuses", "near", "svg"} {
		if c.IsSet(name) && t.name != explorationTable {
			return fmt.Errorf("%w: --%s is for the table %s", errUsage, name, explorationTable)
		}
	}
	if err := t.parseLists(); err != nil {
		return err
	}
	return t.completeVariants(c)
}

// parseLists reads the lists.
func (t *tabling) parseLists() (err error) {
	if t.seeds, err = parseList("seeds", t.lists.seeds, func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) }); err != nil {
		return err
	}
	if t.grid.Targets, err = parseList("targets", t.lists.targets, func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }); err != nil {
		return err
	}
	if t.grid.Focuses, err = parseList("focuses", t.lists.focuses, parseFocus); err != nil {
		return err
	}
	if err = t.parseParts(); err != nil {
		return err
	}
	if t.lists.langs == "" {
		t.langs, err = t.allLanguages()
		return err
	}
	t.langs, err = parseList("langs", t.lists.langs, func(s string) (string, error) { return s, checkLanguage(s) })
	return err
}

// parseParts reads which parts are scored; none leaves it to the treebanks.
func (t *tabling) parseParts() (err error) {
	if t.lists.evaluate == "" {
		return nil
	}
	t.parts, err = parseList("evaluate", t.lists.evaluate, func(s string) (string, error) {
		if s != devPart && s != testPart {
			return s, fmt.Errorf("%q is neither %s nor %s", s, devPart, testPart)
		}
		return s, nil
	})
	if err == nil && t.name == explorationTable && !slices.Equal(t.parts, []string{devPart}) {
		return fmt.Errorf("%w: --evaluate: the table %s has the scores on dev after each round", errUsage, explorationTable)
	}
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

func focusList(list []experiment.Focus) string {
	var texts []string
	for _, f := range list {
		texts = append(texts, f.String())
	}
	return strings.Join(texts, ",")
}

func targetList(list []float64) string {
	var texts []string
	for _, x := range list {
		texts = append(texts, fmt.Sprint(x))
	}
	return strings.Join(texts, ",")
}

// folder returns the folder of treebanks, "" if there is none.
func (t *tabling) folder() string {
	if t.data != "" {
		return t.data
	}
	return t.env.Getenv("PARSER_DATA")
}

// allLanguages returns the languages of a table that was not told any.
func (t *tabling) allLanguages() ([]string, error) {
	if t.name != "languages" || t.folder() == "" {
		return []string{"en"}, nil
	}
	entries, err := os.ReadDir(t.folder())
	if err != nil {
		return nil, err
	}
	var langs []string
	for _, e := range entries {
		train := inFolder(t.folder(), e.Name(), trainPart, extensions(transition.Dependencies)) // as all its parsers build
		if train.name != "" && checkLanguage(e.Name()) == nil {
			langs = append(langs, e.Name())
		}
	}
	if len(langs) == 0 {
		return nil, fmt.Errorf("%w: %s has no folder <lang> with a file train.conllu", errUsage, t.folder())
	}
	return langs, nil
}

// completeVariants makes the rows of the table, with the options that were given.
func (t *tabling) completeVariants(c *urfave.Context) error {
	var err error
	if t.kind, err = oracle.KindOf(t.options.System); err != nil {
		return fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	if err := checkMeaning("system", []string{t.options.System}, givenButFormat(c)); err != nil {
		return err
	}
	if t.variants, err = experiment.TableVariants(t.name, parser.DefaultsFor(t.options.System), t.grid); err != nil {
		return err
	}
	if err := t.checkCommon(c); err != nil {
		return err
	}
	var useless []string
	for i := range t.variants {
		lacking, err := t.override(c, &t.variants[i].Options)
		if err != nil {
			return err
		}
		if i == 0 {
			useless = lacking
		}
		useless = slices.DeleteFunc(useless, func(name string) bool { return !slices.Contains(lacking, name) })
	}
	if len(useless) > 0 {
		return fmt.Errorf("%w: of no effect in any row of the table: %s", parser.ErrOptions, strings.Join(useless, ", "))
	}
	if err := experiment.ResetUseless(t.variants); err != nil {
		return err
	}
	for i := range t.variants {
		v := &t.variants[i]
		if err := v.Options.Check(); err != nil {
			return fmt.Errorf("%s: %w", v.Name, err)
		}
	}
	t.options = t.variants[0].Options
	return nil
}

// checkCommon refuses options in which the rows differ that make something of them, since
// the table is about them.
func (t *tabling) checkCommon(c *urfave.Context) error {
	given := givenFlags(c)
	for i, f := range t.optionFlags(&t.options) {
		name := f.Names()[0]
		if !slices.Contains(given, name) {
			continue
		}
		var values []string
		for k := range t.variants {
			value, used, err := t.variantValue(k, i, name, fmt.Sprint(c.Value(name)))
			if err != nil {
				return err
			}
			if used && !slices.Contains(values, value) {
				values = append(values, value)
			}
		}
		if len(values) > 1 {
			return fmt.Errorf("%w: --%s is what the rows of the table %s differ in", errUsage, name, t.name)
		}
	}
	return nil
}

// variantValue returns the value that the i-th option has in a row, and whether the row
// would make anything of the one given.
func (t *tabling) variantValue(row, i int, name, given string) (value string, used bool, err error) {
	o := t.variants[row].Options
	if _, ok := learnerOptions().Find(name); ok {
		value = fmt.Sprint(o.Learner.Get(name))
		if o.Learner.Get(name) == nil {
			return value, false, nil
		}
		err = o.Learner.Set(name, given)
		return value, o.Learner.Has(name), err
	}
	set := flag.NewFlagSet("", flag.ContinueOnError)
	if err := t.optionFlags(&o)[i].Apply(set); err != nil {
		return "", false, err
	}
	value = set.Lookup(name).DefValue
	err = set.Set(name, given)
	return value, !slices.Contains(o.Useless().Names(), name), err
}

// override sets the options that were given; it returns those that the learner lacks.
func (t *tabling) override(c *urfave.Context, o *parser.Options) (lacking []string, err error) {
	if c.IsSet("learner") {
		usual := parser.DefaultsFor(o.System)
		if err := usual.UseLearner(c.String("learner")); err != nil {
			return nil, fmt.Errorf("%w: %w", parser.ErrOptions, err)
		}
		o.Learner = usual.Learner
	}
	if lacking, err = setLearner(c, &o.Learner); err != nil {
		return nil, err
	}
	if err := setFields(c, t.optionFlags(o)); err != nil {
		return nil, err
	}
	o.Command = recordedCommand(c)
	o.Templates, err = readTemplates(o.Templates)
	return lacking, err
}
