package testkit_test

import (
	"fmt"
	"io"
	"testing"

	"parser/testdata/testkit"
)

// skipped is a test that says why it is skipped.
type skipped struct{ testing.TB }

func (skipped) Helper() {}

func (skipped) Skipf(format string, args ...any) { fmt.Printf("skipped: "+format+"\n", args...) }

// A test that needs a treebank is skipped if the treebank is missing.
func ExampleShared() {
	testkit.Shared(skipped{}, "ud/tlh/dev.conllu.gz")
	// Output: skipped: no shared/data/ud/tlh/dev.conllu.gz beside the project
}

// The writer takes three bytes.
func ExampleFailing() {
	n, err := io.WriteString(testkit.Failing(3), "four")
	fmt.Println(n, err)
	// Output: 3 file already closed
}
