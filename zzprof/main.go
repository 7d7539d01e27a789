package main

import (
	"context"
	"os"
	"runtime/pprof"
	"testing/fstest"

	"parser/parser/cli"
)

func main() {
	f, _ := os.Create("/tmp/nn/fast/cpu.prof")
	pprof.StartCPUProfile(f)
	cli.Run(context.Background(), os.Args, cli.Env{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Samples: fstest.MapFS{}})
	pprof.StopCPUProfile()
	f.Close()
}
