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
	"parser/transition"
)

// staticOracle is the oracle that knows no way back from a mistake: exploring
// makes no sense with it.
const staticOracle = "static"

// optionFlags returns a flag for every field of parser.Options but those that
// record where the model comes from.
func optionFlags(o *parser.Options) []urfave.Flag {
	const how, search, learning = "What is learned", "Exploration", "Learning"
	return []urfave.Flag{
		&urfave.StringFlag{Category: how, Name: "system", Value: o.System, Destination: &o.System,
			Usage: "transition `SYSTEM`: " + strings.Join(transition.Names(), ", ")},
		&urfave.StringFlag{Category: how, Name: "roots", Aliases: []string{"root"}, Destination: &o.Roots,
			Usage: "`MODE`: single for exactly one word under the root, multi for any number (default: what the training data shows)"},
		&urfave.StringFlag{Category: how, Name: "oracle", Value: o.Oracle, Destination: &o.Oracle,
			Usage: "`ORACLE`: " + strings.Join(oracle.Names(), ", ")},
		&urfave.BoolFlag{Category: how, Name: "two-step", Value: o.TwoStep, Destination: &o.TwoStep,
			Usage: "decide on the move first and then on its label, not on both at once"},
		&urfave.StringFlag{Category: how, Name: "templates", Value: o.Templates, Destination: &o.Templates,
			Usage: "feature templates: `NAME` (" + strings.Join(features.Names(), ", ") + ") or a file"},
		&urfave.StringFlag{Category: how, Name: "nonprojective", Value: o.NonProjective, Destination: &o.NonProjective,
			Usage: "pseudo-projective `SCHEME` (head, path, head+path), or skip to leave non-projective trees out"},

		&urfave.Float64Flag{Category: learning, Name: "margin", Value: o.Margin, Destination: &o.Margin,
			Usage: "`NUMBER` by which the right action must win, or there is an update"},
		&urfave.IntFlag{Category: learning, Name: "min-updates", Value: o.MinUpdates, Destination: &o.MinUpdates,
			Usage: "`N` updates that a feature needs before it counts"},
		&urfave.IntFlag{Category: learning, Name: "epochs", Value: o.Epochs, Destination: &o.Epochs,
			Usage: "`N` passes over the training data"},
		&urfave.IntFlag{Category: learning, Name: "patience", Value: o.Patience, Destination: &o.Patience,
			Usage: "stop after `N` epochs without a better score on dev; 0 never stops"},
		&urfave.Uint64Flag{Category: learning, Name: "seed", Value: o.Seed, Destination: &o.Seed,
			Usage: "`N` that all chance comes from"},
		&urfave.IntFlag{Category: learning, Name: "workers", Aliases: []string{"threads"}, Value: o.Workers, Destination: &o.Workers,
			Usage: "`N` threads that parse dev; the model does not depend on it"},

		&urfave.Float64Flag{Category: search, Name: "explore", Value: o.Explore, Destination: &o.Explore,
			Usage: "`PROBABILITY` of following the model into its mistakes; with the static oracle 0 unless given"},
		&urfave.IntFlag{Category: search, Name: "explore-after", Value: o.ExploreAfter, Destination: &o.ExploreAfter,
			Usage: "`N` epochs without exploration"},
	}
}

// completeOptions sets what follows from the flags that were given.
func completeOptions(c *urfave.Context, o *parser.Options) error {
	if o.Oracle == staticOracle && !c.IsSet("explore") {
		o.Explore = 0
	}
	o.Command = recordedCommand(c)
	if slices.Contains(features.Names(), o.Templates) {
		return nil
	}
	text, err := readTemplates(o.Templates)
	o.Templates = text
	return err
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
