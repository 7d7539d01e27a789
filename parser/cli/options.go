package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/oracle"
	"parser/parser"
	"parser/parser/features"
	"parser/ptb"
	"parser/transition"
)

// exploring is the algorithm that --explore belongs to.
const exploring = "explore"

// systemsOf returns the systems for which a flag of train has a meaning; none
// stands for all.
func systemsOf(flag string) []string {
	switch flag {
	case "roots", "nonprojective":
		return oracle.Systems(transition.Dependencies)
	case "latin1", "format":
		return oracle.Systems(transition.Dependencies, transition.Tags)
	case "field", "columns":
		return oracle.Systems(transition.Tags)
	case "steps":
		return oracle.Systems(transition.Constituents)
	case "max-opens", "unary":
		return systemsWith(func(uses transition.Params) bool { return uses.MaxOpens != 0 })
	case "max-unary":
		return systemsWith(func(uses transition.Params) bool { return uses.MaxUnary != 0 })
	}
	return nil
}

// systemsWith returns the systems that a parameter concerns.
func systemsWith(parameter func(uses transition.Params) bool) []string {
	return slices.DeleteFunc(oracle.Systems(), func(name string) bool {
		s, err := oracle.NewSystem(name, transition.Params{MaxOpens: 1, MaxUnary: 1})
		return err != nil || !parameter(transition.Uses(s))
	})
}

// completeOptions sets what follows from the flags that were given, and returns
// the kind of trees that the system builds.
func completeOptions(c *urfave.Context, o *parser.Options) (transition.Kind, error) {
	kind, err := oracle.KindOf(o.System)
	if err != nil {
		return kind, fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	if err := checkMeaning("system", []string{o.System}, givenFlags(c)); err != nil {
		return kind, err
	}
	return kind, setOptions(c, o)
}

// setOptions sets all options to the defaults for the system, and then those of the flags
// that were given, but for those with these names.
func setOptions(c *urfave.Context, o *parser.Options, but ...string) error {
	options := parser.DefaultsFor(o.System)
	if err := giveOptions(c, &options, but...); err != nil {
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
	templates, err := readTemplates(o.Templates)
	o.Templates = templates
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
