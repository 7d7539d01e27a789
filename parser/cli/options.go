package cli

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/parser"
	"parser/parser/features"
	"parser/transition"
)

// staticOracle is the oracle that knows no way back from a mistake: exploring
// makes no sense with it.
const staticOracle = "static"

// exploring is the algorithm that --explore belongs to.
const exploring = "explore"

// systemsOf returns the systems for which a flag of train has a meaning; none
// stands for all.
func systemsOf(flag string) []string {
	switch flag {
	case "roots", "nonprojective":
		return transition.Names(transition.Dependencies)
	case "latin1", "format":
		return transition.Names(transition.Dependencies, transition.Tags)
	case "field", "columns":
		return transition.Names(transition.Tags)
	case "steps":
		return transition.Names(transition.Constituents)
	case "max-opens", "unary":
		return []string{transition.Bracket{}.Name()}
	case "max-unary":
		return []string{transition.InOrder{}.Name()}
	}
	return nil
}

// completeOptions sets what follows from the flags that were given, and returns
// the kind of trees that the system builds.
func completeOptions(c *urfave.Context, o *parser.Options) (transition.Kind, error) {
	kind, err := transition.KindOf(o.System)
	if err != nil {
		return kind, fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	if err := checkMeaning("system", []string{o.System}, givenFlags(c)); err != nil {
		return kind, err
	}
	options := parser.DefaultsFor(o.System)
	if c.IsSet("learner") {
		if err := options.UseLearner(o.Learner); err != nil {
			return kind, fmt.Errorf("%w: %w", parser.ErrOptions, err)
		}
	}
	if err := setGiven(c, optionFlags(&options)); err != nil {
		return kind, err
	}
	*o = options
	if o.Oracle == staticOracle && o.Algorithm == exploring && !c.IsSet("explore") {
		o.Explore = 0
	}
	o.Command = recordedCommand(c)
	o.Templates, err = readTemplates(o.Templates)
	return kind, err
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

// setGiven sets, of the flags of options that have their defaults, those that were
// given. The defaults may be different ones for each system. The options must not
// be the ones that the command's own flags set, which are read here.
func setGiven(c *urfave.Context, flags []urfave.Flag) error {
	set := flag.NewFlagSet(c.Command.Name, flag.ContinueOnError)
	for _, f := range flags {
		if err := f.Apply(set); err != nil {
			return err
		}
		name := f.Names()[0]
		if !c.IsSet(name) {
			continue
		}
		if err := set.Set(name, fmt.Sprint(c.Value(name))); err != nil {
			return err
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
	text, err := os.ReadFile(name)
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
		words = append(words, fmt.Sprintf("--%s=%v", name, c.Value(name)))
	}
	return strings.Join(words, " ")
}

// givenFlags returns the main names of the flags that were given.
func givenFlags(c *urfave.Context) []string {
	var names []string
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		if c.IsSet(name) && !slices.Contains([]string{"model", "workers", "parallel", "quiet"}, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// givenButFormat is givenFlags for commands where --format is that of what they print;
// the one that systemsOf knows is the treebank's.
func givenButFormat(c *urfave.Context) []string {
	return slices.DeleteFunc(givenFlags(c), func(name string) bool { return name == "format" })
}
