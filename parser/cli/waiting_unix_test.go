//go:build unix

package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// patience is in which everything ends; what hangs does not end at all.
const patience = 2 * time.Minute

// TestHabitsHold: every command that waits for data that never come, from a pipe whose writer says nothing or that has
// none, is ended by SIGTERM and by SIGINT, at the latest when the second one comes; and leaves nothing if it ends by itself
// then. Two that write the same file at the same time leave it as one does: the second waits, is refused or does the same
// again. Neither leaves anything else, and what one that was killed has left is removed.
func TestHabitsHold(t *testing.T) {
	from := desk(t)
	for name, h := range habits() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for i, args := range h.reads {
				turn := (i + len(name)) % 2 // since each takes a while; in deep tests the first by both
				if i == 0 && testkit.Deep() {
					requireEnds(t, from, args, []syscall.Signal{syscall.SIGTERM, syscall.SIGINT}[1-turn])
				}
				requireEnds(t, from, args, []syscall.Signal{syscall.SIGTERM, syscall.SIGINT}[turn])
			}
			for _, args := range h.passes {
				requireEnds(t, from, args, 0)
			}
			for _, args := range h.writes {
				requireTwo(t, from, args)
			}
		})
	}
}

// requireEnds runs a command until it waits for its pipe, and sends it a signal, twice if need be. Without a signal it
// must end by itself.
func requireEnds(t *testing.T, from, args string, signal syscall.Signal) {
	t.Helper()
	byItself := signal == 0
	dir := copyOf(t, from)
	pipe := filepath.Join(dir, "pipe.npz")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	c := program(t, dir, placed(args))
	before := namesIn(t, dir)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	if !byItself && !strings.Contains(args, "PIPE") { // it reads the standard input
		in, out, err := os.Pipe()
		require.NoError(t, err)
		defer in.Close()
		defer out.Close()
		c.Stdin = in
	}
	require.NoError(t, c.Start())
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	if signal == syscall.SIGTERM && strings.Contains(args, "PIPE") {
		writer := opened(t, pipe, args, ended, &said)
		defer writer.Close()
	}
	const moment = 200 * time.Millisecond // to begin to wait in: a signal that comes sooner ends it, too
	for sent := 0; ; sent++ {
		wait := moment
		if byItself || sent == 2 {
			wait = patience
		}
		select {
		case err := <-ended:
			if killed := requireStatus(t, args, err, signal, byItself, said.String()); !killed {
				require.Equal(t, before, namesIn(t, dir), args)
			}
			return
		case <-time.After(wait):
			if byItself || sent == 2 {
				_ = c.Process.Kill()
				require.Fail(t, "it does not end", "%s: after %d times %v", args, sent, signal)
				return
			}
			_ = c.Process.Signal(signal)
		}
	}
}

// requireStatus checks how a command ended, and reports whether it was killed by the signal: one that it does not catch,
// or the second one, which may come while it tidies up.
func requireStatus(t *testing.T, args string, err error, signal syscall.Signal, byItself bool, said string) (killed bool) {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case byItself && err == nil: // it passed over the pipe
	case !errors.As(err, &exit):
		require.Fail(t, "it did not end by a signal", "%s: %v: %s", args, err, said)
	case byItself:
		require.Contains(t, said, "is a device or a pipe, no file", args)
	case exit.ExitCode() != statusInterrupted:
		killed = true
		require.Equal(t, signal, exit.Sys().(syscall.WaitStatus).Signal(), "%s: %v: %s", args, err, said)
	}
	return killed
}

// opened returns the other end of a pipe once a program reads it.
func opened(t *testing.T, pipe, args string, ended chan error, said *bytes.Buffer) *os.File {
	t.Helper()
	for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		fd, err := syscall.Open(pipe, syscall.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err == nil {
			return os.NewFile(uintptr(fd), pipe)
		}
		select {
		case err := <-ended:
			require.FailNow(t, "it does not read", "%s: %v: %s", args, err, said.String())
		default:
		}
	}
	require.FailNow(t, "it does not read", args)
	return nil
}

// requireTwo runs a command alone, and then two of it at the same time, with what a killed one has left.
func requireTwo(t *testing.T, from, args string) {
	t.Helper()
	dir := copyOf(t, from)
	said, err := program(t, dir, placed(args)).CombinedOutput()
	require.NoError(t, err, "%s: %s", args, said)
	alone := contents(t, dir)

	dir = copyOf(t, from)
	if strings.Contains(args, "OUT") {
		require.NoError(t, os.WriteFile(filepath.Join(dir, ".out.npz.123.part"), []byte("half"), 0o600))
	}
	var both sync.WaitGroup
	done := make([]error, 2)
	texts := make([][]byte, 2)
	for i := range done {
		both.Go(func() { texts[i], done[i] = program(t, dir, placed(args)).CombinedOutput() })
	}
	both.Wait()
	require.True(t, done[0] == nil || done[1] == nil, "%s: %s: %s", args, texts[0], texts[1])
	for i, err := range done {
		if err != nil {
			require.Regexp(t, "another training is at work|another program is writing|is there already", string(texts[i]), args)
		}
	}
	require.Equal(t, alone, contents(t, dir), args)
}

// placed fills in the names of files.
func placed(args string) string {
	return strings.NewReplacer("PIPE", "pipe.npz", "OUT", "out.npz").Replace(args)
}

// copyOf returns a folder with links to the files of another one.
func copyOf(t *testing.T, from string) string {
	t.Helper()
	dir := t.TempDir()
	entries, err := os.ReadDir(from)
	require.NoError(t, err)
	for _, e := range entries {
		require.NoError(t, os.Symlink(filepath.Join(from, e.Name()), filepath.Join(dir, e.Name())))
	}
	return dir
}

// namesIn returns the names in a folder but those of journals, which tell what happened to models, and of the folder of
// parse --out, which keeps its record.
func namesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".jsonl") && e.Name() != "folder" {
			names = append(names, e.Name())
		}
	}
	return names
}

// contents returns the texts of all files in a folder but journals, whose times differ.
func contents(t *testing.T, dir string) (all []string) {
	t.Helper()
	for _, name := range namesIn(t, dir) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if errors.Is(err, syscall.EISDIR) {
			text = []byte(strings.Join(namesIn(t, filepath.Join(dir, name)), " "))
		}
		all = append(all, name, string(text))
	}
	return slices.Clip(all)
}
