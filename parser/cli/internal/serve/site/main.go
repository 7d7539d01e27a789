//go:build !js

// Command site writes the files of the page of package serve into a folder that exists: site DIR. For .ci/site, which
// also builds this package for browsers: there it is the program that answers the page.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"parser/parser/cli/internal/serve"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: site DIR")
		os.Exit(2)
	}
	for name, text := range serve.Files() {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), text, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
