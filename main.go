// Command parser trains and runs parsers of dependencies, constituents and graphs of meaning; see README.md.
package main

import (
	"context"
	"embed"
	"io/fs"
	"os"

	"parser/parser/cli"
)

//go:embed testdata/en/*.conllu testdata/en/*.mrg testdata/en/*.amr
var testdata embed.FS

func main() {
	samples, _ := fs.Sub(testdata, "testdata") // the path is valid, which is all that can be wrong
	os.Exit(cli.Run(context.Background(), os.Args, cli.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Samples: samples,
	}))
}
