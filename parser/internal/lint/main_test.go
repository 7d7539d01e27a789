// Package lint_test holds the plan of the project: which room may know which, who asks what is built, what users see of packages,
// and how it is written. A change that breaks one of these tests needs another plan, or says there why it is right.
package lint_test

import (
	"fmt"
	"os"
	"testing"
)

// TestMain lets the tests see the project from its top folder.
func TestMain(m *testing.M) {
	if err := os.Chdir("../../.."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
