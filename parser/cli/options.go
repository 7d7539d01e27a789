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

// systemsOf returns the systems for which a flag of train has a meaning; none
// stands for all.
func systemsOf(flag string) []string {
	switch flag {
	case "roots", "nonprojective", "latin1", "format":
		return transition.Names(transition.Dependencies)
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
	for _, name := range givenFlags(c) {
		if systems := systemsOf(name); len(systems) > 0 && !slices.Contains(systems, o.System) {
			return kind, fmt.Errorf("%w: --%s has no meaning with --system %s, but with %s", errUsage, name, o.System, strings.Join(systems, ", "))
		}
	}
	if *o, err = withDefaults(c, parser.DefaultsFor(o.System)); err != nil {
		return kind, err
	}
	if o.Oracle == staticOracle && !c.IsSet("explore") {
		o.Explore = 0
	}
	o.Command = recordedCommand(c)
	if slices.Contains(features.Names(), o.Templates) {
		return kind, nil
	}
	o.Templates, err = readTemplates(o.Templates)
	return kind, err
}

// withDefaults returns the options of the flags that were given, and for all others
// the defaults, which may be different ones for each system.
func withDefaults(c *urfave.Context, defaults parser.Options) (parser.Options, error) {
	set := flag.NewFlagSet(c.Command.Name, flag.ContinueOnError)
	for _, f := range optionFlags(&defaults) {
		if err := f.Apply(set); err != nil {
			return defaults, err
		}
		name := f.Names()[0]
		if !c.IsSet(name) {
			continue
		}
		if err := set.Set(name, fmt.Sprint(c.Value(name))); err != nil {
			return defaults, err
		}
	}
	return defaults, nil
}

// readTemplates returns the text of a template file in the form of
// parser.Options.Templates, after checking it.
func readTemplates(name string) (string, error) {
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
		if c.IsSet(name) && !slices.Contains([]string{"model", "workers", "quiet"}, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
