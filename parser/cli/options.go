package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/model"
	"parser/model/option"
	"parser/oracle"
	"parser/parser"
	"parser/parser/internal/features"
	"parser/parser/internal/imitation"
	"parser/parser/structure"
	"parser/ptb"
	"parser/transition"
)

// The headings of flags in help; those of systems are made by category.
const (
	inDesign    = "System and features"
	inTaggers   = "Taggers in the model"
	inLearner   = "Linear scorer"
	inNeural    = "Neural scorer"
	inTraining  = "Training"
	inImitation = "Imitation learning"
	inRollOuts  = "Imitation learning: roll-outs and examples"
)

// What help says of defaults that the tables below it show.
const (
	bySystem  = "by system"
	byLearner = "by learner"
)

// setting is an option of training as its flag shows it.
type setting struct {
	option.Option
	category string   // heading in help
	usual    string   // what help says of the default; "" for the value
	aliases  []string // other names of the flag
}

// category is the heading in help of the flags for some structure only.
func category(s *structure.Structure) string {
	return s.Title + " (" + strings.Join(s.Systems(), ", ") + ")"
}

// inForm is the heading of the flags for files of a form.
func inForm(form string) string { return category(structure.OfForm(form)) }

// inStructure is the heading of an option that concerns one structure only.
func inStructure(option string) string {
	for _, s := range structure.All() {
		if slices.Contains(s.Options, option) {
			return category(s)
		}
	}
	return ""
}

// settings returns all options that are not the learner's own; their fields are o's, but
// for the name of the learner, which UseLearner sets. The defaults are what o has.
func settings(o *parser.Options) []setting {
	const asNeeded = "as many as the trees need"
	fields, learner := strings.Join(structure.Fields(), ", "), o.Learner.Name()
	_, scorerUsage := scorers()
	all := []setting{
		{of("system", &o.System, "transition `SYSTEM`: "+strings.Join(oracle.Systems(), ", ")), inDesign, "", nil},
		{of("oracle", &o.Oracle, "`ORACLE`: "+strings.Join(oracle.Names(), ", ")), inDesign, "", nil},
		{of("pipeline", &o.Pipeline, "train all that it takes to parse raw text: what cuts it into sentences and words, predicted tags, lemmas, and the parser"), inDesign, "", nil},
		{of("two-step", &o.TwoStep, "decide on the move first and then on its label, not on both at once"), inDesign, "", nil},
		{of("templates", &o.Templates, "feature templates of a linear scorer: `NAME` ("+strings.Join(features.Names(), ", ")+"; constituents, tagging, graphs: default) or a file"), inDesign, "", nil},

		{of("roots", &o.Roots, "`MODE`: single for exactly one word under the root, multi for any number"), inStructure("roots"), "what the trees show", []string{"root"}},
		{of("nonprojective", &o.NonProjective, "pseudo-projective `SCHEME` (head, path, head+path), skip to leave non-projective trees out, or keep to learn them as they are (oracle pd; parses are projective)"), inStructure("nonprojective"), "", nil},
		{of("steps", &o.Steps, "`LIST` of changes made to the trees first: "+strings.Join(ptb.StepNames(), ",")+", or all, none; the root always becomes TOP"), inStructure("steps"), "", nil},
		{of("max-opens", &o.MaxOpens, "bracket: at most `N` brackets opened in a row"), inStructure("max-opens"), asNeeded, nil},
		{of("unary", &o.Unary, "bracket: `MODE` of constituents with a single child: any, no-chain (over a word only), strict (none)"), inStructure("unary"), "", nil},
		{of("max-unary", &o.MaxUnary, "in-order: at most `N` constituents over the same words"), inStructure("max-unary"), asNeeded, nil},
		{of("reentrance", &o.Reentrance, "learn arcs to nodes that have one already, when the tree is built"), inStructure("reentrance"), "", nil},
		{of("wikify", &o.Wikify, "learn links of names to Wikipedia"), inStructure("wikify"), "", nil},
		{of("field", &o.Field, "column to fill: `FIELD` ("+fields+")"), inStructure("field"), structure.Fields()[0], nil},
		{of("columns", &o.Columns, "`LIST` of columns that the tagger may read beside the form, now and later: lemma, "+fields), inStructure("columns"), "", nil},
		{of("backwards", &o.Backwards, "tag from the last word to the first; a first pass goes the other way"), inStructure("field"), "", nil},

		{of("tag", &o.Tag, "`LIST` of fields to train taggers of, which the model keeps: a parser for words without tags, a tagger for its first pass"), inTaggers, "", nil},
		{of("jackknife", &o.Jackknife, "learn from predicted tags: tag the treebank in `N` folds, each by taggers that have not seen it; 0 learns from its own tags"), inTaggers, bySystem, nil},

		{of("epochs", &o.Epochs, "`N` passes over the training data, rounds of the algorithm; 0 for as many as the scorer needs"), inTraining, bySystem, nil},
		{of("patience", &o.Patience, "stop after `N` epochs without a better score on dev; 0 never stops"), inTraining, "", nil},
		{of("seed", &o.Seed, "`N`, the seed of all random choices"), inTraining, "", nil},
		{of("workers", &o.Workers, "`N` threads parse dev; the model is the same with any number"), inTraining, "", []string{"threads"}},

		{of("scorer", &o.Scorer, scorerUsage), inDesign, bySystem, nil},
		{of("learner", &learner, "`LEARNER`: "+strings.Join(model.Names(), ", ")), inLearner, bySystem, nil},
		{of("exact", &o.Exact, "keep weights in single precision, not as small integers: larger and slower models, no more accurate"), inLearner, "", nil},
		{of("dropout", &o.Dropout, "`PROBABILITY` with which learning does not see a feature"), inLearner, bySystem, nil},

		{of("algorithm", &o.Algorithm, "imitation learning `ALGORITHM`: "+strings.Join(imitation.Names(), ", ")), inImitation, "", nil},
	}
	all = append(all, setting{of("ensemble", &o.Ensemble, "add up `N` neural scorers, trained with the seeds --seed, --seed + 1, …"), inNeural, "1", nil})
	for _, own := range o.Neural.Options() {
		all = append(all, setting{own, inNeural, fmt.Sprint(own.Usual), nil})
	}
	for _, own := range o.Teaching() {
		heading := inRollOuts
		if slices.Contains([]string{"explore", "explore-after", "decay", "share"}, own.Name) {
			heading = inImitation
		}
		all = append(all, setting{own, heading, "", nil})
	}
	return all
}

// of declares an option whose default is the value of its field.
func of[T bool | int | uint64 | float64 | string](name string, field *T, usage string) option.Option {
	return option.Of(name, field, *field, usage)
}

// learnerOptions returns the options of all learners that have a flag of their own; the seed
// is that of all chance.
func learnerOptions() option.List {
	return slices.DeleteFunc(model.Options(), func(o option.Option) bool { return o.Name == "seed" })
}

// optionFlags returns a flag for every field of parser.Options and every option of a
// learner, except those with these names.
func optionFlags(o *parser.Options, but ...string) (flags []urfave.Flag) {
	all := settings(o)
	for _, own := range learnerOptions() {
		all = append(all, setting{own, inLearner, byLearner, nil})
	}
	for _, s := range all {
		if !slices.Contains(but, s.Name) {
			flags = append(flags, s.flag())
		}
	}
	return flags
}

// someFlags returns those of optionFlags that have these names.
func someFlags(o *parser.Options, names ...string) []urfave.Flag {
	return slices.DeleteFunc(optionFlags(o), func(f urfave.Flag) bool { return !slices.Contains(names, f.Names()[0]) })
}

// flag returns the flag of a setting, which sets its field.
func (s setting) flag() urfave.Flag {
	switch field := s.Field.(type) {
	case *bool:
		return &urfave.BoolFlag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
	case *int:
		return &urfave.IntFlag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
	case *int64:
		return &urfave.Int64Flag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
	case *uint64:
		return &urfave.Uint64Flag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
	case *float64:
		return &urfave.Float64Flag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
	}
	field := s.Field.(*string) // all that is left of what option.Of takes
	return &urfave.StringFlag{Category: s.category, Name: s.Name, Aliases: s.aliases, Value: *field, Destination: field, DefaultText: s.usual, Usage: s.Usage}
}

// valuesOf returns the values of options by the names of their flags.
func valuesOf(o parser.Options) map[string]string {
	values, unread := map[string]string{}, o.Unread()
	for _, s := range settings(&o) {
		if s.category != inNeural || !slices.Contains(unread, s.Name) {
			values[s.Name] = fmt.Sprint(s.Value())
		}
	}
	for _, own := range o.Learner.Options() {
		values[own.Name] = fmt.Sprint(own.Value())
	}
	delete(values, "seed")
	return values
}

// setGiven sets the options that were given, except those with these names. Another
// learner has its own defaults. It returns those that the learner lacks.
func setGiven(c *urfave.Context, o *parser.Options, but ...string) (lacking []string, err error) {
	if c.IsSet("learner") {
		usual := parser.DefaultsFor(o.System)
		if err := usual.UseLearner(c.String("learner")); err != nil {
			return nil, fmt.Errorf("%w: %w", parser.ErrOptions, err)
		}
		o.Learner = usual.Learner
	}
	if c.IsSet("scorer") {
		o.UseScorer(c.String("scorer"))
	}
	set, unread := map[string]func(any) error{}, o.Unread()
	for _, s := range settings(o) {
		set[s.Name] = s.Set
	}
	for _, f := range optionFlags(o, but...) {
		switch name := f.Names()[0]; {
		case !c.IsSet(name):
		case slices.Contains(unread, name):
			lacking = append(lacking, name)
		case set[name] != nil:
			err = cmp.Or(err, set[name](c.Value(name)))
		case o.Learner.Get(name) == nil:
			lacking = append(lacking, name)
		default:
			err = cmp.Or(err, o.Learner.Set(name, c.Value(name)))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	// What is usual with a system, as α is with graphs, may mean nothing with the algorithm given.
	for _, useless := range o.Teaching().Useless() {
		if !c.IsSet(useless.Name) {
			option.List{useless}.Reset()
		}
	}
	return lacking, nil
}

// needing adds to a parser.UselessError which scorer its options need, if another one reads one of them.
func needing(o *parser.Options, err error) error {
	var useless *parser.UselessError
	if !errors.As(err, &useless) {
		return err
	}
	unread, needed := o.Unread(), ""
	for _, kind := range o.ScorerKinds() {
		other := *o
		other.UseScorer(kind.Name())
		if slices.ContainsFunc(useless.Names, func(name string) bool {
			return slices.Contains(unread, name) && !slices.Contains(other.Unread(), name)
		}) {
			needed = kind.Name()
		}
	}
	if needed == "" {
		return err
	}
	return fmt.Errorf("%w (needs --scorer %s)", err, needed)
}

// scorers returns what --scorer can be, the default first, and what help says of it.
func scorers() (names []string, usage string) {
	o := parser.DefaultOptions()
	for _, kind := range o.ScorerKinds() {
		name, text := kind.Name(), kind.Name()+" ("+kind.Traits().Usage+"), "
		if name == o.Scorer {
			names, usage = slices.Insert(names, 0, name), text+usage
		} else {
			names, usage = append(names, name), usage+text
		}
	}
	return append(names, parser.Both), "`SCORER`: " + usage + "or " + parser.Both + ", which adds their scores up"
}

// treeSystems lists the systems that build trees.
func treeSystems() []string {
	return systems(func(s *structure.Structure) bool { return !s.Tagger && !s.NeedsHeads })
}

// exploring is the algorithm that --explore belongs to.
const exploring = "explore"

// systems lists the systems that build structures of some kinds.
func systems(kinds func(*structure.Structure) bool) []string {
	return slices.DeleteFunc(oracle.Systems(), func(name string) bool {
		builds, err := structure.OfSystem(name)
		return err != nil || !kinds(builds)
	})
}

// systemsOf returns the systems for which a flag of train has a meaning; none
// stands for all.
func systemsOf(flag string) []string {
	switch flag {
	case "latin1":
		return systems(func(s *structure.Structure) bool { return s.Form != textfile.Graphs })
	case "format":
		return systems(func(s *structure.Structure) bool { return s.Form == textfile.CoNLL })
	case "base", "trees", "dev-trees":
		return systems(func(s *structure.Structure) bool { return s.NeedsHeads })
	}
	if inStructure(flag) == "" {
		return nil
	}
	bounded := map[string]func(transition.Params) bool{
		"max-opens": func(p transition.Params) bool { return p.MaxOpens != 0 },
		"unary":     func(p transition.Params) bool { return p.MaxOpens != 0 },
		"max-unary": func(p transition.Params) bool { return p.MaxUnary != 0 },
	}[flag]
	return slices.DeleteFunc(systems(func(s *structure.Structure) bool { return slices.Contains(s.Options, flag) }), func(name string) bool {
		s, err := oracle.NewSystem(name, transition.Params{MaxOpens: 1, MaxUnary: 1})
		return err != nil || bounded != nil && !bounded(transition.Uses(s))
	})
}

// setOptions sets all options to the usual ones, and then those of the flags that were given,
// except those with these names.
func setOptions(c *urfave.Context, o *parser.Options, usual parser.Options, but ...string) error {
	options := usual
	options.Teacher, options.Vectors = o.Teacher, o.Vectors
	lacking, err := setGiven(c, &options, but...)
	if len(lacking) > 0 {
		err = needing(&options, fmt.Errorf("%w: %w", parser.ErrOptions, options.RefuseUseless(lacking...)))
	}
	if err != nil {
		return err
	}
	*o = options
	if oracle.Describe(o.Oracle).OnPath && o.Algorithm == exploring && !c.IsSet("explore") {
		o.Explore = 0
	}
	if _, err := ptb.ParseSteps(o.Steps); err != nil {
		return fmt.Errorf("%w: --steps: %w", errUsage, err)
	}
	o.Command = recordedCommand(c)
	o.Templates, err = readTemplates(o.Templates)
	return err
}

// checkMeaning refuses flags that have no meaning for any of the systems, which
// systemFlag named.
func checkMeaning(systemFlag string, systems, given []string) error {
	for _, name := range given {
		wanted := systemsOf(name)
		if len(wanted) > 0 && !slices.ContainsFunc(systems, func(s string) bool { return slices.Contains(wanted, s) }) {
			return fmt.Errorf("%w: --%s has no meaning with --%s %s, but with %s", errUsage, name, systemFlag, strings.Join(systems, ","), strings.Join(wanted, ", "))
		}
	}
	return nil
}

// readTemplates returns parser.Options.Templates for the name of a set or of a
// file, which it checks.
func readTemplates(name string) (string, error) {
	if slices.Contains(features.Names(), name) {
		return name, nil
	}
	text, err := textfile.Settings(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%w: %q is neither a template set (%s) nor a file", errUsage, name, strings.Join(features.Names(), ", "))
	}
	if err != nil {
		return "", err
	}
	if _, err := features.Parse(string(text)); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(text) + "\n", nil
}

// recordedCommand is the command line that the model remembers: the flags that
// were given, sorted, without those that do not change the model.
func recordedCommand(c *urfave.Context) string {
	words := []string{programName, c.Command.Name}
	for _, name := range givenFlags(c) {
		values := []any{c.Value(name)}
		if _, several := values[0].(urfave.StringSlice); several {
			values = nil
			for _, value := range c.StringSlice(name) {
				values = append(values, value)
			}
		}
		for _, value := range values {
			words = append(words, fmt.Sprintf("--%s=%v", name, value))
		}
	}
	return strings.Join(words, " ")
}

// givenFlags returns the main names of the flags that were given, except those with these
// names and those that change neither a model nor a table. Where --format is the format of
// the output, it is not the one that systemsOf knows.
func givenFlags(c *urfave.Context, but ...string) (names []string) {
	but = append(but, "model", "workers", "parallel", "quiet", "svg")
	if c.Command.Name == "train" { // a training that goes on is the same
		but = append(but, "resume")
	}
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; c.IsSet(name) && !slices.Contains(but, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
