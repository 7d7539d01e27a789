// Package cli is the command line of the parser: one file per subcommand.
//
//	status := cli.Run(ctx, []string{"parser", "stats", "da.conllu"}, cli.Env{
//		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Samples: samples,
//	})
//
// Results go to Stdout, messages to Stderr, and the exit status is returned:
// nothing here ends the process or touches the process's own streams.
package cli

import (
	"context"
	"fmt"
	"io"
	"io/fs"

	urfave "github.com/urfave/cli/v2"
)

// Env is what the commands see of the world around them. Every field is needed.
type Env struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	// Samples holds embedded treebanks as <lang>/train.conllu and dev.conllu.
	Samples fs.FS
}

// commands lists the subcommands; a new one is a file and a line here.
func commands(e *Env) []*urfave.Command {
	return []*urfave.Command{
		trainCommand(e),
		parseCommand(e),
		tagCommand(e),
		evalCommand(e),
		compareCommand(e),
		validateCommand(e),
		statsCommand(e),
		convertCommand(e),
		oracleCommand(e),
		ablateCommand(e),
		tableCommand(e),
		helpCommand(),
	}
}

// Run runs the command line args, args[0] being the program's name, and returns
// its exit status. When ctx ends, training keeps what it has learned so far.
func Run(ctx context.Context, args []string, e Env) int {
	app := newApp(&e)
	err := app.RunContext(ctx, flagsFirst(app.Commands, args))
	status := statusOf(err)
	if message := messageOf(err); message != "" {
		fmt.Fprintln(e.Stderr, message)
	}
	return status
}
