package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/conlltest"
	"parser/conll/textfile"
	"parser/ptb"
)

// What is read whole may not be of any length.
func TestFilesOfSettingsAreBounded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "large")
	require.NoError(t, os.WriteFile(file, []byte(strings.Repeat("# comment\n", 1+textfile.MaxSettings/10)), 0o600))
	trees := filepath.Join("..", "..", "testdata", "en", "dev.mrg")
	for _, args := range [][]string{
		{"train", "--scorer", "linear", "--templates", file},
		{"eval", "--bracket", "--param", file, trees, trees},
		{"compare", "--param", file, trees, trees},
		{"convert", "--heads", file, trees},
		{"get", "--list", file},
		{"serve", "--token-file", file},
	} {
		r := run(t, "", args...)
		require.NotEqual(t, statusDone, r.status, args)
		require.Contains(t, r.stderr, file+": file too large: more than 1048576 bytes", args)
	}
}

// No command waits for the end of a line or a bracket that has none, nor keeps all of it.
func TestEndlessInput(t *testing.T) {
	zeros := strings.Repeat("\x00", 1000)
	model := trained(t, "arc-hybrid")
	for _, c := range []struct {
		args string
		text conlltest.Endless
	}{
		{"parse --model MODEL -", conlltest.Endless{Piece: zeros}},
		{"convert -", conlltest.Endless{Piece: "(S "}},
		{"align -", conlltest.Endless{Head: "# ", Piece: zeros}},
	} {
		args := strings.Fields(strings.Replace(c.args, "MODEL", model, 1))
		var stdout, stderr bytes.Buffer
		require.Equal(t, statusFailed, Run(t.Context(), append([]string{programName}, args...), testEnv(t, &c.text, &stdout, &stderr)), c.args)
		require.Contains(t, stderr.String(), "too long", c.args)
		require.LessOrEqual(t, c.text.Given, ptb.MaxSize+3*textfile.BufferSize, c.args)
	}
}
