package frame

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/model/option"
	"parser/parser/internal/engine"
	"parser/parser/internal/features"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/ptb"
)

// ValuesOf returns the values of options by the names of their flags, except those of other learners and of networks
// that are not trained.
func ValuesOf(o engine.Options) map[string]string {
	values := map[string]string{}
	for _, own := range o.List() {
		learners := engine.Needed(own, "learner")
		if own.Group == engine.InNeural && o.Lacks(own) || len(learners) > 0 && !slices.Contains(learners, o.Learner.Name()) {
			continue
		}
		values[own.Name] = fmt.Sprint(own.Value())
	}
	delete(values, "seed")
	return values
}

// Given has the names of the flags of a command that were given. Where many flags are asked for, it takes far less time
// than to ask the context for each.
func Given(c *urfave.Context) map[string]bool {
	given := map[string]bool{}
	for _, name := range c.LocalFlagNames() {
		given[name] = true
	}
	return given
}

// SetFlags sets the options that were given, except those with these names, of a training that begins with resources of
// some names. It returns the names of those that mean nothing with the learner or the scorer.
func SetFlags(c *urfave.Context, o *engine.Options, resources []string, but ...string) (lacking []string, err error) {
	given, values := Given(c), map[string]any{}
	for _, own := range o.List() {
		if given[own.Name] && !slices.Contains(but, own.Name) {
			values[own.Name] = c.Value(own.Name)
		}
	}
	return o.Set(values, resources...)
}

// Needing adds to a engine.UselessError which scorer its options need, if another one reads one of them.
func Needing(o *engine.Options, err error) error {
	var useless *engine.UselessError
	if !errors.As(err, &useless) {
		return err
	}
	for _, own := range declared(o) {
		if scorers := engine.Needed(own, "scorer"); slices.Contains(useless.Names, own.Name) && len(scorers) > 0 && !slices.Contains(scorers, o.Scorer) {
			return fmt.Errorf("%w (needs --scorer %s)", err, scorers[0])
		}
	}
	return err
}

// declared returns all options and resources of training, and the flags that say which trees it learns from.
func declared(o *engine.Options) option.List {
	all := o.List()
	for _, k := range training.ResourceKinds() {
		all = append(all, k.Option)
	}
	files := structure.SystemsWhere(func(s *structure.Structure) bool { return s.Form == textfile.CoNLL })
	all = append(all, option.Option{Name: "format"}.Needing("system", files...))
	for _, name := range []string{"base", "trees", "dev-trees"} {
		all = append(all, option.Option{Name: name}.Needing("system", structure.SystemsWith(name)...))
	}
	return all
}

// SetOptions sets all options to the usual ones, and then those that were given, except those with these names, of a
// training that begins with resources.
func SetOptions(c *urfave.Context, o *engine.Options, usual engine.Options, resources training.Resources, but ...string) error {
	options := usual
	options.EncoderVectors = o.EncoderVectors
	lacking, err := SetFlags(c, &options, resources.Names(), but...)
	if len(lacking) > 0 {
		err = Needing(&options, fmt.Errorf("%w: %w", engine.ErrOptions, options.RefuseUseless(resources.Options(), lacking...)))
	}
	if err != nil {
		return err
	}
	*o = options
	if !c.IsSet("explore") {
		o.StayOnPath()
	}
	if _, err := ptb.ParseSteps(o.Steps); err != nil {
		return fmt.Errorf("%w: --steps: %w", ErrUsage, err)
	}
	o.Command = RecordedCommand(c)
	if !strings.Contains(o.Templates, "\n") { // not the text that the model to go on from has
		o.Templates, err = ReadTemplates(o.Templates)
	}
	return err
}

// CheckMeaning refuses flags that have no meaning for any of the systems, which systemFlag named.
func CheckMeaning(systemFlag string, systems, given []string) error {
	usual := engine.DefaultOptions()
	for _, own := range declared(&usual) {
		wanted := engine.Needed(own, "system")
		if slices.Contains(given, own.Name) && len(wanted) > 0 && !slices.ContainsFunc(systems, func(s string) bool { return slices.Contains(wanted, s) }) {
			return fmt.Errorf("%w: --%s cannot be used with --%s %s, but with %s",
				ErrUsage, own.Name, systemFlag, strings.Join(systems, ","), strings.Join(wanted, ", "))
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
	but = append(but, "model", "workers", "parallel", "quiet", "svg", "examples")
	switch c.Command.Name {
	case "train": // a training that goes on is the same
		but = append(but, "resume")
	case "pretrain":
		but = append(but, "resume", "out", "vectors-out")
	}
	given := Given(c)
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; given[name] && !slices.Contains(but, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// TreeSystems lists the systems that build trees.
func TreeSystems() []string {
	return structure.SystemsWhere(func(s *structure.Structure) bool { return s.Stage() == "trees" })
}
