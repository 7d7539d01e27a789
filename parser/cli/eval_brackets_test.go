package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
)

// treeFile writes a file of trees.
func treeFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "trees.mrg")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	return name
}

// EVALB fails at 200 brackets or words.
func TestEvalBracketsWithoutLimits(t *testing.T) {
	const many = 5000
	deep := strings.Repeat("(A ", many) + "(X w)" + strings.Repeat(")", many) + "\n"
	long := "(S " + strings.Repeat("(X w) ", many) + ")\n"
	file := treeFile(t, deep+long)
	r := run(t, "", "eval", "--bracket", file, file)
	require.Equal(t, statusDone, r.status)
	require.Empty(t, r.stderr)
	require.Contains(t, r.stdout, fmt.Sprintf("\n   1    1    0  100.00 100.00   %d    %d  %d      0      1     1   100.00\n", many, many, many))
	require.Contains(t, r.stdout, fmt.Sprintf("\n   2  %d    0  100.00 100.00     1      1    1      0   %d  %d   100.00\n", many, many, many))
}

func TestEvalBracketsFullDisk(t *testing.T) {
	file := treeFile(t, "(TOP (S (X w)))\n")
	for _, flag := range []string{"--quiet", "--json", "--labels", "--keep-root"} {
		var stderr bytes.Buffer
		e := testEnv(t, nil, failing{syscall.ENOSPC}, &stderr)
		require.Equal(t, statusFailed, Run(t.Context(), []string{frame.ProgramName, "eval", "--bracket", flag, file, file}, e))
		require.Equal(t, "parser: "+syscall.ENOSPC.Error()+"\n", stderr.String(), flag)
	}
}
