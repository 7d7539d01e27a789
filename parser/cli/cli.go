// Package cli is the command line of the parser: one file per subcommand.
//
//	status := cli.Run(ctx, []string{"parser", "stats", "da.conllu"}, cli.Env{
//		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Samples: samples,
//	})
//
// Results go to Stdout, messages to Stderr, and the exit status is returned:
// nothing here ends the process or touches the process's own streams. Control characters
// of messages, and of all that is shown on a terminal, become escapes.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	urfave "github.com/urfave/cli/v2"

	"parser/model/npz"
	"parser/oracle"
	"parser/parser/cli/internal/extract"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/lab"
	"parser/parser/cli/internal/parsing"
	"parser/parser/cli/internal/search"
	"parser/parser/cli/internal/terminal"
	"parser/parser/cli/internal/version"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
)

const description = `Start with "parser parse --text" for raw English text, or train a parser of your own:
"parser train --lang en", then "parser parse < input.conllu".

Exit status: 0 done; 1 bad data or a failed check; 2 a crash of the program;
3 unusable model file; 64 wrong usage; 130 interrupted.

Environment: PARSER_DATA is a folder of treebanks, <lang>/train.conllu and
dev.conllu, or train.mrg and dev.mrg for constituents, .amr for graphs (also
.conll, and all of them with .gz), which "parser get" fills; PARSER_MODELS is where trained
models are kept and "parser get model" puts others: a folder or, as in PATH, several, and new models
go into the first. Without them both are in parser/ in the user's data folder. PARSER_MODEL_SOURCE
is where "parser get model" finds them: an address or a folder.`

// Env is what the commands see of the world around them. Every field is needed.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	// Samples holds embedded treebanks as <lang>/train.conllu and dev.conllu.
	Samples fs.FS
}

// entry is a subcommand: its name, its arguments, its description in one line, and the function that makes it with all
// its flags.
type entry struct {
	name, args, usage string
	make              func(e *frame.Env) *urfave.Command
}

// noArguments are the args of a command that takes none but flags.
const noArguments = "[flags]"

// command makes the subcommand of a command.
func (c entry) command(e *frame.Env, of string) *urfave.Command {
	made := c.make(e)
	made.Name, made.Usage, made.UsageText, made.ArgsUsage = c.name, c.usage, of+" "+c.name+" "+c.args, c.args
	return made
}

// below makes the subcommands of a subcommand.
func below(e *frame.Env, of string, entries ...entry) (all []*urfave.Command) {
	for _, c := range entries {
		all = append(all, c.command(e, frame.ProgramName+" "+of))
	}
	return all
}

// table lists the subcommands; a new one is a file and a line here.
func table() []entry {
	train := func(e *frame.Env) *urfave.Command { return newTraining(e).command() }
	return []entry{
		{"train", noArguments, "learn a parser from a treebank", train},
		{"pretrain", noArguments, "learn the words of a language from raw text, for train --pretrained", pretrainCommand},
		{"silver", noArguments, "label raw text, and keep the trees that are probably right, to learn from", silverCommand},
		{"parse", "[flags] [files]", "parse words or raw text into dependencies, constituents or graphs", parsing.Parse},
		{"serve", noArguments, "answer requests to parse over HTTP, and show a page for it", serveCommand},
		{"tag", "[flags] [files]", "set tags, features or lemmas", parsing.Tag},
		{"tokenize", "[flags] [files]", "cut raw text into sentences and words", parsing.Tokenize},
		{"bench", "[flags] [files]", "measure how fast a model is on this machine, and where time goes", parsing.Bench},
		{"eval", "[flags] GOLD SYSTEM", "compare a parse with the gold trees", evalCommand},
		{"compare", "[flags] GOLD SYSTEM…", "tell whether systems differ, how surely, and where", compareCommand},
		{"validate", "[flags] [files]", "list everything that is wrong with a treebank", validateCommand},
		{"stats", "[flags] [files]", "count what is in a treebank", statsCommand},
		{"search", "[flags] PATTERN [files]", "find a pattern in dependencies or constituents", search.Command},
		{"extract", "[flags] SET [files]", "find noun phrases, who does what to whom, clauses, quotations", extract.Command},
		{"identify", "[flags] [files]", "tell which language a text is in, line by line", identifyCommand},
		{"get", "[flags] [treebank]", "download a treebank of Universal Dependencies, a model or an encoder", getCommand},
		{"convert", "[flags] [files]",
			"turn Penn brackets into dependencies, or normalise them; turn CoNLL-U into raw text", convertCommand},
		{"draw", "[flags] [files]", "draw trees and graphs: as SVG, as a page, as text, for LaTeX or Graphviz", drawCommand},
		{"align", "[flags] [files]", "show which node of a graph of meaning each word stands for", alignCommand},
		{"trace", "[flags] [file]", "show a parse step by step, with scores and costs of all moves", lab.Trace},
		{"ablate", noArguments, "train with all combinations of systems, oracles and exploration, and compare", lab.Ablate},
		{"table", "[flags] NAME", "reproduce a table of the literature on learning to search", lab.Table},
		{"model", "command [flags] [files]", "say what is in a model file, list models, or make one smaller", modelCommand},
		{"completion", "bash|zsh|fish", "print what completes commands and flags in bash, zsh or fish", completionCommand},
		{"man", "DIR", "write manual pages into a folder", manCommand},
		{helpName, "[--all] [command]", "say more about a command", helpCommand},
	}
}

// commands makes the subcommand that the arguments name, and only lists the names of the others: training alone has a
// hundred flags. It makes all subcommands if the arguments name none, or one that shows the others.
func commands(e *frame.Env, args ...string) (all []*urfave.Command) {
	asked := ""
	if len(args) > 1 {
		asked = args[1]
	}
	if asked == lab.OracleName {
		asked = "trace"
	}
	entries, showing := table(), []string{"completion", "man", helpName}
	one := strings.TrimLeft(asked, "-") == versionName ||
		!slices.Contains(showing, asked) && slices.ContainsFunc(entries, func(c entry) bool { return c.name == asked })
	for _, entry := range entries {
		if one && entry.name != asked && entry.name != helpName { // which any command may turn into
			entry.make = func(*frame.Env) *urfave.Command { return &urfave.Command{} }
		}
		all = append(all, entry.command(e, frame.ProgramName))
	}
	return all
}

// Run runs the command line args, args[0] being the program's name, and returns
// its exit status. When ctx ends, training keeps what it has learned so far.
func Run(ctx context.Context, args []string, world Env) int {
	e := frame.Env(world)
	notes := terminal.NewWriter(e.Stderr)
	defer notes.Flush()
	e.Stderr = notes
	if terminal.Is(e.Stdout) {
		shown := terminal.NewWriter(e.Stdout)
		defer shown.Flush()
		e.Stdout = shown
	}
	app := newApp(&e, args...)
	err := app.RunContext(ctx, flagsFirst(app.Commands, args))
	if errors.Is(err, pipe.ErrForm) && !errors.Is(err, frame.ErrUsage) {
		err = fmt.Errorf("%w: %w", frame.ErrUsage, err)
	}
	command := ""
	if len(args) > 1 && app.Command(args[1]) != nil {
		command = app.Command(args[1]).Name
	}
	if message := messageOf(err, command); message != "" {
		fmt.Fprintln(e.Stderr, message)
	}
	return statusOf(err)
}

const versionName = "version"

// errFailed stands for a check that failed and has said so.
var errFailed = errors.New("failed")

// The exit statuses.
const (
	statusDone        = 0
	statusFailed      = 1  // bad data or a failed check
	statusUsage       = 64 // EX_USAGE of sysexits.h: 2 is what the Go runtime ends a crashed program with
	statusModel       = 3  // the model file cannot be used
	statusInterrupted = 130
)

// statusOf returns the exit status for what a command returned.
func statusOf(err error) int {
	switch {
	case err == nil:
		return statusDone
	case frame.IsAny(err, frame.ErrInterrupted, context.Canceled):
		return statusInterrupted
	case errors.Is(err, frame.ErrUsage):
		return statusUsage
	case frame.IsAny(err, frame.ErrModel, frame.ErrUnwritable, npz.ErrFile): // even if it names an unknown system or oracle
		return statusModel
	case frame.IsAny(err, engine.ErrOptions, oracle.ErrUnknownSystem, oracle.ErrUnknown, oracle.ErrNoOracle):
		return statusUsage
	}
	return statusFailed
}

// messageOf returns the line to print for an error, "" for a failed check, which has printed its own, and for a closed
// pipe.
func messageOf(err error, command string) string {
	if err == nil || frame.IsAny(err, errFailed, syscall.EPIPE) {
		return ""
	}
	text := frame.OneLine(err.Error())
	if errors.Is(err, frame.ErrUsage) {
		text += fmt.Sprintf(" (see %q)", strings.TrimSpace(frame.ProgramName+" "+helpName+" "+command))
	}
	return frame.ProgramName + ": " + text
}

// newApp puts the commands together so that urfave/cli prints no help that was not asked for, does not end the process
// and keeps nothing between two runs.
func newApp(e *frame.Env, args ...string) *urfave.App {
	app := &urfave.App{
		Name:        frame.ProgramName,
		Usage:       "trains and runs parsers of dependencies, constituents and graphs of meaning",
		UsageText:   "parser command [flags] [files]",
		Description: description,
		Commands:    commands(e, args...),
		Flags: []urfave.Flag{
			helpFlag(),
			&urfave.BoolFlag{Name: versionName, Aliases: []string{"v"}, Usage: "say which program this is", DisableDefaultText: true},
		},
		HideHelp: true, // the flags of urfave/cli are shared variables
		// A flag that may be given several times takes a file's name as it is.
		DisableSliceFlagSeparator: true,
		Writer:                    e.Stdout,
		OnUsageError:              onUsageError,
		ExitErrHandler:            func(*urfave.Context, error) {},
		Action: func(c *urfave.Context) error {
			switch {
			case c.Bool(versionName), slices.Equal(c.Args().Slice(), []string{versionName}):
				_, err := fmt.Fprintln(c.App.Writer, frame.ProgramName, "version", version.Text())
				return err
			case c.Args().Present():
				return unknownCommand(c.App.Commands, c.Args().First())
			}
			return showHelp(c.App.Writer, urfave.AppHelpTemplate, c.App, "")
		},
	}
	complete(e, app.Commands, "")
	return app
}

// readers are the commands whose arguments are files to be read.
var readers = []string{"parse", "tag", "tokenize", "bench", "eval", "compare", "validate", "convert", "draw", "align", "trace", "identify"}

// complete gives commands and their subcommands what all have: a check of flags and files before anything else, and
// help, which does not repeat for each switch that it is off.
func complete(e *frame.Env, commands []*urfave.Command, of string) {
	for _, c := range commands {
		if of != "" { // urfave/cli makes it for the others
			c.HelpName = frame.ProgramName + " " + of + c.Name
		}
		c.OnUsageError, c.HideHelp = onUsageError, true
		c.Before = func(c *urfave.Context) error {
			err := checkFlags(c)
			if err == nil && of != "" && c.Lineage()[1].NumFlags() > 0 {
				err = fmt.Errorf("%w: flags of %s%s stand after it", frame.ErrUsage, of, c.Command.Name)
			}
			if err == nil && c.Command.ArgsUsage == noArguments {
				err = frame.NoArguments(c)
			}
			if err == nil && slices.Contains(readers, c.Command.Name) && !c.IsSet("out") { // with --out they may be folders and patterns
				err = checkFiles(c.Args().Slice(), e.Stdin, e.Stdout)
			}
			return err
		}
		c.Flags = append(c.Flags, helpFlag())
		if firstFlags[c.Name] != nil {
			c.Flags = append(c.Flags, &urfave.BoolFlag{Name: helpAllName, Usage: "show all flags, and all defaults"})
		}
		for _, f := range c.Flags {
			if b, ok := f.(*urfave.BoolFlag); ok {
				b.DisableDefaultText = true
			}
		}
		complete(e, c.Subcommands, of+c.Name+" ")
	}
}

func unknownCommand(among []*urfave.Command, name string) error {
	var names []string
	for _, c := range among {
		if !c.Hidden {
			names = append(names, c.Names()...)
		}
	}
	near := frame.Nearest(name, names)
	if near == "" {
		return fmt.Errorf("%w: no command %q", frame.ErrUsage, name)
	}
	return fmt.Errorf("%w: no command %q. Did you mean %q?", frame.ErrUsage, name, near)
}

// find returns the command that words name, each of the commands of the one before, and how
// many words that takes; nil and 0 if the first names none.
func find(commands []*urfave.Command, words []string) (found *urfave.Command, n int) {
	for n < len(words) {
		at := slices.IndexFunc(commands, func(c *urfave.Command) bool { return c.HasName(words[n]) })
		if at < 0 {
			break
		}
		found, n = commands[at], n+1
		commands = found.Subcommands
	}
	return found, n
}

// onUsageError stands in for a help page on the standard output.
func onUsageError(c *urfave.Context, err error, isSubcommand bool) error {
	if isSubcommand {
		return fmt.Errorf("%w: %s: %s", frame.ErrUsage, c.Command.Name, spell(err, c.Command.Flags))
	}
	return fmt.Errorf("%w: %s", frame.ErrUsage, spell(err, c.App.Flags))
}

// flagsFirst moves the flags of a command before its other arguments, since urfave/cli does not look for flags after a
// file. What follows "--" stays where it is. A request for help becomes the help command, whatever else there is.
func flagsFirst(commands []*urfave.Command, args []string) []string {
	if len(args) < 2 {
		return args
	}
	about, n := find(commands, args[1:])
	switch name := strings.TrimLeft(args[1], "-"); {
	case about == nil && name != args[1] && slices.Contains(helpFlag().Names(), name):
		return slices.Concat(args[:1], []string{helpName}, args[2:])
	case about == nil:
		return args
	}
	names := args[1 : 1+n]
	values := map[string]bool{}           // the names of flags that the next argument belongs to
	words := map[string]*frame.Optional{} // … if it is one of these
	for _, f := range about.Flags {
		doc, ok := f.(urfave.DocGenerationFlag)
		for _, name := range f.Names() {
			words[name] = frame.OptionalOf(f)
			values[name] = ok && doc.TakesValue() && words[name] == nil
		}
	}
	flags, rest := slices.Clone(args[:1+n]), []string{"--"}
	for left := args[1+n:]; len(left) > 0; left = left[1:] {
		arg := left[0]
		switch name := strings.TrimLeft(arg, "-"); {
		case arg == "--":
			return slices.Concat(flags, rest, left[1:])
		case len(arg) < 2 || arg[0] != '-':
			rest = append(rest, arg)
		case slices.Contains(helpFlag().Names(), name):
			return slices.Concat(args[:1], []string{helpName}, names)
		case name == helpAllName:
			return slices.Concat(args[:1], []string{helpName, "--all"}, names)
		case words[name] != nil && len(left) > 1 && slices.Contains(words[name].Words, left[1]):
			flags, left = append(flags, arg+"="+left[1]), left[1:]
		case values[name] && len(left) == 1:
			return append(flags, arg) // urfave/cli says that the value is missing
		case values[name]:
			flags, left = append(flags, arg, left[1]), left[1:]
		default:
			flags = append(flags, arg)
		}
	}
	return append(flags, rest...)
}
