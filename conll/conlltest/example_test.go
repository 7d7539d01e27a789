package conlltest_test

import (
	"fmt"
	"testing"

	"parser/conll/conlltest"
)

// skipped is a test that says why it is skipped.
type skipped struct{ testing.TB }

func (skipped) Helper() {}

func (skipped) Skipf(format string, args ...any) { fmt.Printf("skipped: "+format+"\n", args...) }

// A test that needs a treebank is skipped where there is none.
func ExampleShared() {
	conlltest.Shared(skipped{}, "ud/tlh/dev.conllu.gz")
	// Output: skipped: no shared/data/ud/tlh/dev.conllu.gz beside the project
}
