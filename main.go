// Command parser trains and runs parsers of dependencies, constituents and graphs of meaning; see README.md.
package main

import (
	"context"
	"os"

	"parser/parser/cli"
	"parser/testdata"
)

func main() {
	os.Exit(cli.Run(context.Background(), os.Args, cli.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Samples: testdata.Samples,
	}))
}
