package main

import (
	"os/exec"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"parser": main})
}

// TestVersion: there is a program, and it says which. All else that it does is tested in parser/cli/e2e.
func TestVersion(t *testing.T) {
	out, err := exec.Command("parser", "--version").CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `^parser .+\n$`, string(out))
}
