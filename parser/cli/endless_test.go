package cli

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/testdata/testkit"
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
	long := strings.Repeat("x", 1000)
	model := trained(t, "arc-hybrid")
	const mostRead = 1 << 27 // the largest tree, of all that is read
	for _, c := range []struct {
		args string
		text testkit.Endless
	}{
		{"parse --model MODEL -", testkit.Endless{Piece: long}},
		{"convert -", testkit.Endless{Piece: "(S "}},
		{"align -", testkit.Endless{Head: "# ", Piece: long}},
	} {
		args := strings.Fields(strings.Replace(c.args, "MODEL", model, 1))
		var stdout, stderr bytes.Buffer
		require.Equal(t, statusFailed, Run(t.Context(), append([]string{frame.ProgramName}, args...), testEnv(t, &c.text, &stdout, &stderr)), c.args)
		require.Contains(t, stderr.String(), "too long", c.args)
		require.LessOrEqual(t, c.text.Given, mostRead+3*textfile.BufferSize, c.args)
	}
}

// Binary input is refused by its first bytes: a stream of zeros would never end. UTF-16 without its mark is
// binary, too.
func TestBinaryInput(t *testing.T) {
	model := trained(t, "arc-hybrid")
	for _, text := range []testkit.Endless{{Piece: "\x00"}, {Piece: "1\x00"}, {Piece: "\x001"}} {
		for _, args := range []string{
			"parse --model " + model, "parse --quiet --text", "tag --field upos --jackknife 2", "stats", "validate", "convert", "draw",
			"trace",
		} {
			text.Given = 0
			var stdout, stderr bytes.Buffer
			require.Equal(t, statusFailed, Run(t.Context(), append(append([]string{
				frame.ProgramName,
			}, strings.Fields(args)...), "-"), testEnv(t, &text, &stdout, &stderr)), args)
			require.Equal(t, "parser: stdin: it begins as a binary file or UTF-16 does, not as text in UTF-8 (--encoding utf-16le or utf-16be)\n", stderr.String(), args)
			require.Empty(t, stdout.String())
			require.LessOrEqual(t, text.Given, textfile.BufferSize, args)
		}
	}
}

// A check goes on after a line that is too long, and reports it without waiting for its end.
func TestValidateSpeaksOfEndlessLines(t *testing.T) {
	for _, piece := range []string{"x", "a b ", "(S "} {
		text := &ending{text: testkit.Endless{Piece: piece}}
		answer, reply := io.Pipe()
		done := make(chan int, 1)
		go func() {
			done <- Run(t.Context(), []string{frame.ProgramName, "validate", "-"}, testEnv(t, text, reply, io.Discard))
			reply.Close()
		}()
		lines := bufio.NewReader(answer)
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		require.Regexp(t, `^\[File stdin Line 1\]: \[format too-long\] .* too long: `, line)
		text.over.Store(true)
		rest, err := io.ReadAll(lines)
		require.NoError(t, err)
		require.Contains(t, string(rest), "*** FAILED *** with ")
		require.Equal(t, statusFailed, <-done, piece)
	}
}

// ending is a text that ends when it is told to.
type ending struct {
	text testkit.Endless
	over atomic.Bool
}

func (e *ending) Read(p []byte) (int, error) {
	if e.over.Load() {
		return 0, io.EOF
	}
	return e.text.Read(p)
}
