package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode"
	"unsafe"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/terminal"
)

// hostile is a sentence with all that terminals obey, in its name, a form and a label.
const hostile = "# sent_id = a\x1b[31m\rb\n" +
	"1\tWe\x1b]0;title\x07\twe\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n" +
	"2\tleft\u009b2J\tleave\tVERB\tVBD\t_\t0\troot\x1b[0m\t_\tA=\u202eb\n\n"

// pseudoTerminal returns a terminal, and where what is written to it can be read.
func pseudoTerminal(t *testing.T) (tty, other *os.File) {
	other, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	control := func(request uintptr, n *int32) {
		_, _, failure := syscall.Syscall(syscall.SYS_IOCTL, other.Fd(), request, uintptr(unsafe.Pointer(n)))
		require.Zero(t, failure)
	}
	var unlock, number int32
	control(syscall.TIOCSPTLCK, &unlock)
	control(syscall.TIOCGPTN, &number)
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { tty.Close(); other.Close() })
	return tty, other
}

// No control character of input reaches a terminal, on whichever stream and by whichever
// command; what goes to files and pipes stays as it is.
func TestTerminalsGetNoControlCharacters(t *testing.T) {
	name := filepath.Join(t.TempDir(), "\x1b[5m.conllu")
	require.NoError(t, os.WriteFile(name, []byte(hostile), 0o666))
	model := trained(t, "arc-hybrid")
	for _, args := range [][]string{
		{"parse", "--model", model, name},
		{"parse", "--model", model, "--output-format", "json", name},
		{"stats", name},
		{"validate", name},
		{"draw", "--format", "text", name},
		{"trace", "--model", model, name},
		{"eval", name, name},
		{"compare", name, name},
		{"convert", "--to", "text", name},
		{"validate", name + "\x1b[0m"},
		{"parse", "--model", name, name},
	} {
		tty, other := pseudoTerminal(t)
		require.True(t, terminal.Is(tty))
		read := make(chan string)
		go func() {
			text, _ := io.ReadAll(other) // until the terminal is closed, which is an error
			read <- string(text)
		}()
		var piped, notes bytes.Buffer
		status := Run(t.Context(), append([]string{frame.ProgramName}, args...), testEnv(t, nil, tty, tty))
		require.NoError(t, tty.Close())
		shown := strings.ReplaceAll(<-read, "\r\n", "\n")
		require.NotEmpty(t, shown)
		at := strings.IndexFunc(shown, func(r rune) bool {
			return r != '\n' && r != '\t' && unicode.IsControl(r) || '\u202a' <= r && r <= '\u202e'
		})
		require.Equal(t, -1, at, "%q shows %q", args, shown)
		require.Equal(t, status, Run(t.Context(), append([]string{frame.ProgramName}, args...), testEnv(t, nil, &piped, &notes)), args)
		require.NotContains(t, notes.String(), "\x1b", args)
		if args[0] == "parse" && status == statusDone && len(args) == 4 {
			require.Contains(t, piped.String(), "We\x1b]0;title\x07\twe")
			require.Contains(t, shown, `We\x1b]0;title\x07`+"\twe")
		}
	}
}

// A terminal shows how many of the files are done, and how fast; the bar is gone before a message, and at the end.
func TestProgressOverFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.txt": "We left .\n", "b.txt": "We\xff left .\nThey left .\n", "c.txt": "We left .\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	args := []string{frame.ProgramName, "parse", "--lang", "english", "--format", "horizontal", "--skip-bad", "--out", t.TempDir(), dir}
	tty, other := pseudoTerminal(t)
	read := make(chan string)
	go func() {
		text, _ := io.ReadAll(other) // until the terminal is closed, which is an error
		read <- string(text)
	}()
	require.Equal(t, statusDone, Run(t.Context(), args, testEnv(t, nil, io.Discard, tty)))
	require.NoError(t, tty.Close())
	shown := <-read
	require.Regexp(t, `[0-9,]+ words?/s +[0-9]+% \|.*\| \(1/3\)`, shown)
	require.Regexp(t, ` \rparser: skipped: \S+b\.txt:1:3: bad character encoding`, shown)
	require.Regexp(t, ` \rparser: shard 0/1: 3 files: 3 parsed`, shown)

	var notes bytes.Buffer
	args[len(args)-2] = t.TempDir()
	require.Equal(t, statusDone, Run(t.Context(), args, testEnv(t, nil, io.Discard, &notes)))
	require.NotContains(t, notes.String(), "%")
}
