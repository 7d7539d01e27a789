// Command parser trains and runs parsers of dependencies, constituents and graphs of meaning; see README.md.
package main

import (
	"context"
	"math"
	"os"
	"runtime"
	"runtime/debug"

	"parser/parser/cli"
	"parser/testdata"
)

func main() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		collectLater()
	}
	os.Exit(cli.Run(context.Background(), os.Args, cli.Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Samples: testdata.Samples,
	}))
}

// collectLater puts off the first collection of garbage until the program has as much memory as it takes to load a model
// and to parse some sentences, nearly all of which stays in use. After that garbage is collected as usual.
func collectLater() {
	const enough = 96 << 20
	debug.SetMemoryLimit(enough)
	percent := debug.SetGCPercent(-1)
	first := new([64]byte) // garbage that the first collection finds
	runtime.AddCleanup(first, func(percent int) {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	}, percent)
}
