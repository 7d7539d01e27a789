package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/model"
	"parser/oracle"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/lab"
	"parser/parser/cli/internal/manual"
	"parser/parser/cli/internal/version"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/features"
	"parser/parser/internal/structure"
	"parser/parser/learn"
	"parser/ptb"
	"parser/ptb/heads"
)

// shells are those that completion knows.
var shells = []string{"bash", "zsh", "fish"}

func completionCommand(*frame.Env) *urfave.Command {
	return &urfave.Command{
		Description: `Prints a script that has the shell complete commands, flags, what flags can be, and
files. To have it in every session:

   bash  echo 'source <(parser completion bash)' >> ~/.bashrc
   zsh   echo 'source <(parser completion zsh)' >> ~/.zshrc     (below compinit)
   fish  parser completion fish > ~/.config/fish/completions/parser.fish`,
		Action: func(c *urfave.Context) error {
			write := map[string]func(*manual.Command, io.Writer) error{
				"bash": (*manual.Command).Bash, "zsh": (*manual.Command).Zsh, "fish": (*manual.Command).Fish,
			}[c.Args().First()]
			if write == nil || c.NArg() != 1 {
				return fmt.Errorf("%w: completion is for one of %s", frame.ErrUsage, strings.Join(shells, ", "))
			}
			return write(reference(c.App), c.App.Writer)
		},
	}
}

// manCommand is for those who package the program.
func manCommand(e *frame.Env) *urfave.Command {
	return &urfave.Command{
		Hidden: true,
		Description: `Writes parser.1, and parser-train.1 and so on for all commands, into the folder. They have the
date that the environment variable SOURCE_DATE_EPOCH says in seconds since 1970, or none.`,
		Action: func(c *urfave.Context) error {
			if c.NArg() != 1 {
				return fmt.Errorf("%w: name one folder", frame.ErrUsage)
			}
			day := ""
			if text := e.Getenv("SOURCE_DATE_EPOCH"); text != "" {
				seconds, err := strconv.ParseInt(text, 10, 64)
				if err != nil {
					return fmt.Errorf("%w: SOURCE_DATE_EPOCH: %w", frame.ErrUsage, err)
				}
				day = time.Unix(seconds, 0).UTC().Format(time.DateOnly)
			}
			for _, page := range reference(c.App).All() {
				file := filepath.Join(c.Args().First(), page.Page()+".1")
				err := atomicfile.WriteFile(file, func(w io.Writer) error { return page.Man(w, version.Release(), day) })
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func reference(app *urfave.App) *manual.Command {
	program := manual.Read(app, choices(app))
	for _, c := range program.All() {
		c.Tables = tables(c.Names()[0])
	}
	return program
}

// choices tells what flags can be. Where commands differ, the command's name stands before that of the flag.
func choices(app *urfave.App) manual.Choices {
	fields, trees := structure.Fields(), frame.TreeSystems()
	o := engine.DefaultOptions()
	known := map[string][]string{
		"completion ": shells, "table ": lab.Tables(),
		"system": oracle.Systems(), "trace system": trees, "systems": trees,
		"oracle": oracle.Names(), "oracles": oracle.Names(),
		"learner": model.Names(), "templates": features.Names(), "algorithm": learn.Names(),
		"roots": {"single", "multi"}, "nonprojective": {"head", "path", "head+path", "skip", "keep"},
		"steps": append(ptb.StepNames(), "all", "none"), "eval steps": {}, "unary": {"any", "no-chain", "strict"},
		"field": fields, "tag": fields, "columns": fields, "multi-task": {"upos", "xpos", "feats"},
		"evaluate": {"dev", "test"}, "param": {"collins", "new", "nk"}, "heads": heads.Names(), "to": {toX, toU, toBrackets, toText},
	}
	for _, c := range app.Commands {
		if !c.Hidden {
			known["help "] = append(known["help "], c.Name)
		}
	}
	for _, own := range o.List() {
		if own.Names() != nil && known[own.Name] == nil {
			known[own.Name] = own.Names()
		}
	}
	return func(command string, f urfave.Flag) []string {
		if f == nil {
			return known[command+" "]
		}
		if words := accepted(f); words != nil {
			return words
		}
		name := f.Names()[0]
		if words := known[command+" "+name]; words != nil {
			return words
		}
		return known[name]
	}
}

// accepted returns the words in the help of a flag that it accepts, if it accepts only some words (frame.OneOf).
func accepted(f urfave.Flag) (words []string) {
	if o := frame.OptionalOf(f); o != nil {
		return o.Words
	}
	text, ok := f.(*urfave.StringFlag)
	if !ok || text.Action == nil || text.Action(nil, "") == nil {
		return nil
	}
	for _, word := range regexp.MustCompile(`[\w+-]+`).FindAllString(text.Usage, -1) {
		if text.Action(nil, word) == nil {
			words = append(words, word)
		}
	}
	return words
}
