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
	"parser/parser/cli/internal/experiment"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
)

// The flags for help, and for all of it, of every command.
const (
	helpName    = "help"
	helpAllName = "help-all"
)

func helpFlag() urfave.Flag {
	return &urfave.BoolFlag{Name: helpName, Aliases: []string{"h"}, Usage: "show help", DisableDefaultText: true}
}

// firstFlags names the flags that help shows of commands with many; --help-all shows the others too.
var firstFlags = map[string][]string{
	"train": {
		"lang", "train", "dev", "model", "resume", "skip-bad", "quiet", "system", "oracle", "scorer", "templates", "pipeline", "segmenter",
		"field", "tag", "tagger", "epochs", "seed",
	},
	"parse": {
		"lang", "model", "text", "lines", "offsets", "format", "output", "output-format", "out", "base", "retag", "keep-heads", "spans",
		"valid", "skip-bad", "max-words", "beam", "nbest", "confidence", "unsure", "threads", "quiet", "verbose",
	},
	"pretrain": {
		"text", "lang", "out", "epochs", "minutes", "size", "resume", "seed", "workers", "lines", "paragraphs", "segmenter", "encoder", "encoder-depth", "quiet",
	},
	"tag":    {"lang", "model", "field", "output", "threads", "skip-bad", "quiet", "verbose", "jackknife", "epochs", "seed"},
	"ablate": {"lang", "train", "dev", "sentences", "systems", "oracles", "explore", "seeds", "parallel", "format", "skip-bad", "quiet", "templates", "epochs"},
	"serve":  {"addr", "model", "lang", "token-file", "host", "log-format", "quiet"},
	"trace": {
		"sentence", "model", "lang", "text", "gold", "system", "oracle", "script", "follow", "moves", "automata", "prefix", "best", "width", "format",
		"roots", "unary", "base",
	},
	"table": {
		"data", "langs", "sentences", "seeds", "parallel", "resume", "evaluate", "punctuation", "format", "out", "svg", "skip-bad",
		"quiet", "system", "epochs",
	},
}

// helpCommand replaces the one of urfave/cli, which is a shared variable. flagsFirst turns requests for help into it.
func helpCommand(*frame.Env) *urfave.Command {
	return &urfave.Command{
		Flags: []urfave.Flag{&urfave.BoolFlag{Name: "all", Usage: "show all flags, and all defaults"}},
		Action: func(c *urfave.Context) error {
			words := c.Args().Slice()
			if len(words) == 0 {
				return showHelp(c.App.Writer, urfave.AppHelpTemplate, c.App, "")
			}
			about, n := find(c.App.Commands, words)
			switch {
			case about == nil:
				return unknownCommand(c.App.Commands, words[0])
			case n < len(words) && about.Subcommands != nil:
				return unknownCommand(about.Subcommands, words[n])
			}
			flags, rest := about.Flags, ""
			switch first := firstFlags[about.Name]; {
			case about.Subcommands != nil:
				rest = "COMMANDS:\n"
				for _, s := range about.Subcommands {
					rest += fmt.Sprintf("   %-9s %s\n", s.Name, s.Usage)
				}
			case c.Bool("all"):
				rest = tables(about.Name)
			case first != nil:
				first = append(slices.Clip(first), helpName, helpAllName)
				flags = slices.DeleteFunc(slices.Clone(flags), func(f urfave.Flag) bool { return !slices.Contains(first, f.Names()[0]) })
				rest = fmt.Sprintf("\"parser %s --%s\" shows %d more flags and all defaults.\n", about.Name, helpAllName, len(about.Flags)-len(flags))
			}
			return showHelp(c.App.Writer, urfave.CommandHelpTemplate, &urfave.Command{
				HelpName: about.HelpName, Usage: about.Usage, UsageText: about.UsageText, Description: about.Description, Flags: flags,
			}, rest)
		},
	}
}

// showHelp writes help, and what follows it. HelpPrinter does not return errors, such as of a full disk.
func showHelp(w io.Writer, template string, about any, rest string) error {
	var text strings.Builder
	urfave.HelpPrinter(&text, template, about)
	text.WriteString(rest)
	_, err := io.WriteString(w, text.String())
	return err
}

// tables is what stands below the flags of a command that trains: which defaults depend on the system or on the
// learner, and what the oracles are.
func tables(command string) string {
	usual := map[string]func(system string) engine.Options{
		"train": engine.DefaultsFor, "tag": engine.DefaultsFor,
		"ablate": experiment.DefaultsFor, "table": experiment.DefaultsFor,
	}[command]
	if usual == nil {
		return ""
	}
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	var columns []map[string]string
	fmt.Fprint(w, "DEFAULTS BY SYSTEM:\n   ")
	for _, s := range structure.All() {
		columns = append(columns, frame.ValuesOf(usual(s.Systems()[0])))
		fmt.Fprintf(w, "\t%s", strings.Join(s.Systems(), ", "))
	}
	o := engine.DefaultOptions()
	for _, f := range frame.OptionFlags(&o, "system") {
		name, cells, different := f.Names()[0], []string(nil), map[string]bool{}
		for _, values := range columns {
			value, ok := values[name]
			if cells = append(cells, cmp.Or(value, "-")); ok {
				different[value] = true
			}
		}
		if text := f.(urfave.DocGenerationFlag).GetDefaultText(); text == engine.BySystem || len(different) > 1 {
			fmt.Fprintf(w, "\n   --%s\t%s", name, strings.Join(cells, "\t"))
		}
	}
	fmt.Fprint(w, "\n\nDEFAULTS BY LEARNER (0, off or none unless named):\n")
	for _, name := range model.Names() {
		o := engine.DefaultOptions()
		_ = o.UseLearner(name) // which exists
		var texts []string
		for _, own := range o.Learner.Options() {
			if value := own.Value(); !reflect.ValueOf(value).IsZero() && own.Name != "seed" {
				texts = append(texts, fmt.Sprint(own.Name, " ", value))
			}
		}
		fmt.Fprintf(w, "   %s\t%s\n", name, strings.Join(texts, ", "))
	}
	fmt.Fprint(w, "\nORACLES:\n")
	for _, d := range oracle.Descriptions() {
		fmt.Fprintf(w, "   %s\t%s\n", d.Name, d.Text)
	}
	w.Flush()
	return text.String()
}
