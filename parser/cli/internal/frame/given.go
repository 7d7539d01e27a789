package frame

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/model/option"
	"parser/oracle"
	"parser/parser/internal/engine"
	"parser/parser/internal/features"
	"parser/parser/internal/structure"
	"parser/ptb"
	"parser/transition"
)

// ValuesOf returns the values of options by the names of their flags.
func ValuesOf(o engine.Options) map[string]string {
	values, unread := map[string]string{}, o.Unread()
	for _, s := range Settings(&o) {
		if s.category != InNeural || !slices.Contains(unread, s.Name) {
			values[s.Name] = fmt.Sprint(s.Value())
		}
	}
	for _, own := range o.Learner.Options() {
		values[own.Name] = fmt.Sprint(own.Value())
	}
	delete(values, "seed")
	return values
}

// SetGiven sets the options that were given, except those with these names. Another learner has its own defaults.
// It returns the names of those that mean nothing with the learner or the scorer.
func SetGiven(c *urfave.Context, o *engine.Options, but ...string) (lacking []string, err error) {
	if field := c.String("field"); field != o.Field && c.IsSet("field") && !slices.Contains(but, "field") {
		o.UseField(field)
	}
	if c.IsSet("learner") && c.String("learner") != o.Learner.Name() {
		usual := engine.DefaultsFor(o.System)
		if err := usual.UseLearner(c.String("learner")); err != nil {
			return nil, fmt.Errorf("%w: %w", engine.ErrOptions, err)
		}
		o.Learner = usual.Learner
	}
	if c.IsSet("scorer") && c.String("scorer") != o.Scorer {
		o.UseScorer(c.String("scorer"))
	}
	set, unread := map[string]func(any) error{}, o.Unread()
	for _, s := range Settings(o) {
		set[s.Name] = s.Set
	}
	for _, f := range OptionFlags(o, but...) {
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
		return nil, fmt.Errorf("%w: %w", engine.ErrOptions, err)
	}
	// What is usual with a system, as α is with graphs, may mean nothing with the algorithm given.
	for _, useless := range o.Teaching().Useless() {
		if !c.IsSet(useless.Name) {
			option.List{useless}.Reset()
		}
	}
	return lacking, nil
}

// Needing adds to a engine.UselessError which scorer its options need, if another one reads one of them.
func Needing(o *engine.Options, err error) error {
	var useless *engine.UselessError
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

// systems lists the systems that build structures of some kinds.
func systems(kinds func(*structure.Structure) bool) []string {
	return slices.DeleteFunc(oracle.Systems(), func(name string) bool {
		builds, err := structure.OfSystem(name)
		return err != nil || !kinds(builds)
	})
}

// systemsOf returns the systems for which a flag of train has a meaning; none stands for all.
func systemsOf(flag string) []string {
	switch flag {
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

// SetOptions sets all options to the usual ones, and then those that were given, except those with these names.
func SetOptions(c *urfave.Context, o *engine.Options, usual engine.Options, but ...string) error {
	options := usual
	options.EncoderVectors = o.EncoderVectors
	options.Teacher, options.Vectors, options.Pretrained, options.Encoder = o.Teacher, o.Vectors, o.Pretrained, o.Encoder
	lacking, err := SetGiven(c, &options, but...)
	if len(lacking) > 0 {
		err = Needing(&options, fmt.Errorf("%w: %w", engine.ErrOptions, options.RefuseUseless(lacking...)))
	}
	if err != nil {
		return err
	}
	*o = options
	if oracle.Describe(o.Oracle).OnPath && o.Algorithm == Exploring && !c.IsSet("explore") {
		o.Explore = 0
	}
	if _, err := ptb.ParseSteps(o.Steps); err != nil {
		return fmt.Errorf("%w: --steps: %w", ErrUsage, err)
	}
	o.Command = RecordedCommand(c)
	o.Templates, err = ReadTemplates(o.Templates)
	return err
}

// CheckMeaning refuses flags that have no meaning for any of the systems, which systemFlag named.
func CheckMeaning(systemFlag string, systems, given []string) error {
	for _, name := range given {
		wanted := systemsOf(name)
		if len(wanted) > 0 && !slices.ContainsFunc(systems, func(s string) bool { return slices.Contains(wanted, s) }) {
			return fmt.Errorf("%w: --%s cannot be used with --%s %s, but with %s", ErrUsage, name, systemFlag, strings.Join(systems, ","), strings.Join(wanted, ", "))
		}
	}
	return nil
}

// ReadTemplates returns engine.Options.Templates for the name of a set or of a file, which it checks.
func ReadTemplates(name string) (string, error) {
	if slices.Contains(features.Names(), name) {
		return name, nil
	}
	text, err := textfile.Settings(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%w: %q is neither a template set (%s) nor a file", ErrUsage, name, strings.Join(features.Names(), ", "))
	}
	if err != nil {
		return "", err
	}
	if _, err := features.Parse(string(text)); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return string(text) + "\n", nil
}

// RecordedCommand is the command line that the model remembers: the given flags that change it, sorted.
func RecordedCommand(c *urfave.Context) string {
	words := []string{ProgramName, c.Command.Name}
	for _, name := range GivenFlags(c) {
		if _, several := c.Value(name).(urfave.StringSlice); !several {
			words = append(words, fmt.Sprintf("--%s=%v", name, c.Value(name)))
			continue
		}
		for _, value := range c.StringSlice(name) {
			words = append(words, "--"+name+"="+value)
		}
	}
	return strings.Join(words, " ")
}

// GivenFlags returns the main names of the flags that were given, sorted, except those with these names and those that
// change neither a model nor a table. A --format of the output must be excepted for CheckMeaning, which knows another.
func GivenFlags(c *urfave.Context, but ...string) (names []string) {
	but = append(but, "model", "workers", "parallel", "quiet", "svg")
	switch c.Command.Name {
	case "train": // a training that goes on is the same
		but = append(but, "resume")
	case "pretrain":
		but = append(but, "resume", "out", "vectors-out")
	}
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; c.IsSet(name) && !slices.Contains(but, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Exploring is the algorithm that --explore belongs to.
const Exploring = "explore"

// TreeSystems lists the systems that build trees.
func TreeSystems() []string {
	return systems(func(s *structure.Structure) bool { return !s.Tagger && !s.NeedsHeads })
}
