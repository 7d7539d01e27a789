package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

const programName = "parser"

const description = `Start with "parser train --lang en", then "parser parse < input.conllu".

Exit status: 0 done; 1 bad data or a failed check; 2 wrong usage;
3 unusable model file; 130 interrupted.

Environment: PARSER_DATA is a folder of treebanks, <lang>/train.conllu and
dev.conllu, or train.mrg and dev.mrg for constituents (also .conll, and all of
them with .gz); PARSER_MODELS is where trained models are kept.`

// newApp puts the commands together so that urfave/cli never prints help that
// was not asked for, ends the process or keeps anything between two runs.
func newApp(e *Env) *urfave.App {
	app := &urfave.App{
		Name:           programName,
		Usage:          "trains and runs dependency and constituency parsers",
		UsageText:      "parser command [flags] [files]",
		Description:    description,
		Commands:       commands(e),
		Flags:          []urfave.Flag{helpFlag(), &urfave.BoolFlag{Name: "version", Aliases: []string{"v"}, Usage: "say which program this is"}},
		HideHelp:       true, // and version: those flags are shared variables
		HideVersion:    true,
		Reader:         e.Stdin,
		Writer:         e.Stdout,
		ErrWriter:      e.Stderr,
		Action:         noCommand,
		OnUsageError:   onUsageError,
		ExitErrHandler: func(*urfave.Context, error) {},
	}
	withoutDefaults(app.Flags)
	for _, c := range app.Commands {
		c.OnUsageError = onUsageError
		c.HideHelp = true
		c.Flags = append(c.Flags, helpFlag())
		if firstFlags(c.Name) != nil {
			c.Flags = append(c.Flags, &urfave.BoolFlag{Name: helpAllName, Usage: "show all flags, and all defaults"})
		}
		withoutDefaults(c.Flags)
	}
	return app
}

// withoutDefaults keeps help from saying that each switch is off by default.
func withoutDefaults(flags []urfave.Flag) {
	for _, f := range flags {
		if b, ok := f.(*urfave.BoolFlag); ok {
			b.DisableDefaultText = true
		}
	}
}

// noCommand answers a command line without a known command.
func noCommand(c *urfave.Context) error {
	switch {
	case c.Bool("version"):
		_, err := fmt.Fprintln(c.App.Writer, programName, "version", version())
		return err
	case c.Args().Present():
		return unknownCommand(c, c.Args().First())
	}
	return urfave.ShowAppHelp(c)
}

func unknownCommand(c *urfave.Context, name string) error {
	hint := strings.TrimSpace(urfave.SuggestCommand(c.App.Commands, name))
	return fmt.Errorf("%w: no command %q. %s", errUsage, name, hint)
}

// onUsageError stands in for a help page on the standard output.
func onUsageError(c *urfave.Context, err error, isSubcommand bool) error {
	if isSubcommand {
		return fmt.Errorf("%w: %s: %w", errUsage, c.Command.Name, err)
	}
	return fmt.Errorf("%w: %w", errUsage, err)
}

// version says which program this is: its version as the go command recorded
// it, and the compiler's.
func version() string {
	text := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		text = info.Main.Version
	}
	return fmt.Sprintf("%s %s %s/%s", text, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
