package cli_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing/fstest"

	"parser/parser/cli"
)

// The environment stands for the process, so that commands can be run from a program.
func Example() {
	const text = "# sent_id = s1\n# text = Birds sing\n1\tBirds\tbird\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tsing\tsing\tVERB\t_\t_\t0\troot\t_\t_\n\n"
	status := cli.Run(context.Background(), []string{"parser", "validate", "-"}, cli.Env{
		Stdin: strings.NewReader(text), Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, Samples: fstest.MapFS{},
	})
	fmt.Println("status", status)
	// Output:
	// *** PASSED *** 1 sentence, 2 words
	// status 0
}
