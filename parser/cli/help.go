package cli

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"parser/model"
	"parser/oracle"
	"parser/parser"
	"parser/transition"
)

// The flags for help, and for all of it, of every command.
const (
	helpName    = "help"
	helpAllName = "help-all"
)

func helpFlag() urfave.Flag {
	return &urfave.BoolFlag{Name: helpName, Aliases: []string{"h"}, Usage: "show help"}
}

// firstFlags names, of the commands with many flags, those that help begins with; nil stands
// for all. The others are in the help that --help-all shows.
func firstFlags(command string) []string {
	switch command {
	case "train":
		return []string{"lang", "train", "dev", "model", "skip-bad", "quiet", "system", "oracle", "templates", "tag", "learner", "epochs", "seed"}
	case "tag":
		return []string{"lang", "model", "field", "output", "threads", "skip-bad", "quiet", "verbose", "jackknife", "epochs", "seed"}
	case "ablate":
		return []string{"lang", "train", "dev", "sentences", "systems", "oracles", "explore", "seeds", "parallel", "format", "skip-bad", "quiet", "templates", "learner", "epochs"}
	case "table":
		return []string{"data", "langs", "sentences", "seeds", "parallel", "resume", "evaluate", "punctuation", "format", "out", "svg", "skip-bad", "quiet", "system", "epochs"}
	}
	return nil
}

// helpCommand replaces the one of urfave/cli, which is a shared variable. All requests for
// help come to it, see flagsFirst.
func helpCommand() *urfave.Command {
	return &urfave.Command{
		Name:      helpName,
		Usage:     "say more about a command",
		UsageText: "parser help [--all] [command]",
		Flags:     []urfave.Flag{&urfave.BoolFlag{Name: "all", Usage: "show all flags, and all defaults"}},
		Action: func(c *urfave.Context) error {
			name := c.Args().First()
			if name == "" {
				return urfave.ShowAppHelp(c)
			}
			about := c.App.Command(name)
			if about == nil {
				return unknownCommand(c, name)
			}
			flags, rest := about.Flags, ""
			switch first := firstFlags(about.Name); {
			case first == nil:
			case c.Bool("all"):
				rest = defaults()
			default:
				first = append(first, helpName, helpAllName)
				flags = slices.DeleteFunc(slices.Clone(flags), func(f urfave.Flag) bool { return !slices.Contains(first, f.Names()[0]) })
				rest = fmt.Sprintf("\"parser %s --%s\" shows %d more flags and all defaults.\n", about.Name, helpAllName, len(about.Flags)-len(flags))
			}
			urfave.HelpPrinter(c.App.Writer, urfave.CommandHelpTemplate, &urfave.Command{
				HelpName: about.HelpName, Usage: about.Usage, UsageText: about.UsageText, Description: about.Description, Flags: flags,
			})
			_, err := fmt.Fprint(c.App.Writer, rest)
			return err
		},
	}
}

// defaults says which defaults depend on the system or the learner, and what the oracles
// are.
func defaults() string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	systemDefaults(w)
	fmt.Fprint(w, "\nDEFAULTS BY LEARNER (0, off or none unless named):\n")
	for _, name := range model.Names() {
		o := parser.DefaultOptions()
		_ = o.UseLearner(name) // which there is
		fmt.Fprintf(w, "   %s\t", name)
		var texts []string
		for _, own := range o.Learner.Options() {
			if value := own.Value(); !reflect.ValueOf(value).IsZero() && own.Name != "seed" {
				texts = append(texts, fmt.Sprint(own.Name, " ", value))
			}
		}
		fmt.Fprintln(w, strings.Join(texts, ", "))
	}
	fmt.Fprint(w, "\nORACLES:\n")
	for _, d := range oracle.Descriptions() {
		fmt.Fprintf(w, "   %s\t%s\n", d.Name, d.Text)
	}
	w.Flush()
	return text.String()
}

// systemDefaults writes the defaults in which the kinds of systems differ.
func systemDefaults(w io.Writer) {
	var columns []parser.Options
	fmt.Fprint(w, "DEFAULTS BY SYSTEM:\n   ")
	for _, kind := range []transition.Kind{transition.Dependencies, transition.Constituents, transition.Tags} {
		columns = append(columns, parser.DefaultsFor(oracle.Systems(kind)[0]))
		fmt.Fprintf(w, "\t%s", strings.Join(oracle.Systems(kind), ", "))
	}
	row := func(flag string, value func(o *parser.Options) any) {
		var cells []string
		for i := range columns {
			cells = append(cells, cmp.Or(fmt.Sprint(value(&columns[i])), "-"))
		}
		if len(slices.Compact(slices.Clone(cells))) > 1 {
			fmt.Fprintf(w, "\n   --%s\t%s", flag, strings.Join(cells, "\t"))
		}
	}
	for i, s := range settings(&columns[0]) {
		if s.Name != "system" {
			row(s.Name, func(o *parser.Options) any { return settings(o)[i].Value() })
		}
	}
	for _, own := range learnerOptions() {
		if !slices.ContainsFunc(columns, func(o parser.Options) bool { return o.Learner.Get(own.Name) == nil }) {
			row(own.Name, func(o *parser.Options) any { return o.Learner.Get(own.Name) })
		}
	}
	fmt.Fprintln(w)
}
