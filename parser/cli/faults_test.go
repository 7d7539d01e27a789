package cli

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
	"parser/testdata/testkit"
	"parser/transition"
)

// errBroken is the fault that is injected.
var errBroken = errors.New("the disk is on fire")

// breaking is a writer that has room for this many bytes.
type breaking struct {
	bytes.Buffer
	room int
}

func (b *breaking) Write(p []byte) (int, error) {
	n, _ := b.Buffer.Write(p[:min(len(p), b.room-b.Len())])
	if n < len(p) {
		return n, errBroken
	}
	return n, nil
}

// streams are commands that read the standard input and write the standard output, what they read, and what
// their outputs are made of, so that it can be seen that each is whole.
func streams(t *testing.T) []struct{ args, text, end string } {
	const short = "1\tA\t_\tX\tX\t_\t_\t_\t_\t_\n\n"
	tagger := trained(t, transition.Tag{}.Name())
	return []struct{ args, text, end string }{
		{"parse --model " + trained(t, "arc-hybrid"), strings.Repeat(short, 2), "\n\n"},
		{"parse --immediate --model " + trained(t, "arc-hybrid"), strings.Repeat(short, 2), "\n\n"},
		{"parse --model " + trained(t, "in-order"), "We/PRP left/VBD\nA/DT\n", "\n"},
		{"tag --model " + tagger, strings.Repeat(short, 2), "\n\n"},
	}
}

// Input that cannot be read from some byte on is an error with a place, after all earlier sentences.
func TestInputThatBreaks(t *testing.T) {
	for _, c := range streams(t) {
		args := append([]string{frame.ProgramName}, strings.Fields(c.args)...)
		want := run(t, c.text, args[1:]...)
		require.Equal(t, statusDone, want.status, want.stderr)
		for n := range len(c.text) + 1 {
			if n%3 > 0 && n < len(c.text)-1 && !testkit.Deep() {
				continue
			}
			var stdout, stderr bytes.Buffer
			in := io.MultiReader(strings.NewReader(c.text[:n]), iotest.ErrReader(errBroken))
			status := Run(t.Context(), args, testEnv(t, in, &stdout, &stderr))
			require.Equal(t, statusFailed, status, "%s: %d bytes", c.args, n)
			require.Regexp(t, `(?m)^parser: stdin(:\d+)*: .*`+errBroken.Error()+`$`, stderr.String(), "%s: %d bytes", c.args, n)
			require.True(t, strings.HasPrefix(want.stdout, stdout.String()), "%s: %d bytes", c.args, n)
			require.True(t, stdout.Len() == 0 || strings.HasSuffix(stdout.String(), c.end), "%s: %d bytes: half a sentence: %q", c.args, n, stdout.String())
		}
	}
}

// An output that takes no more is an error, whatever has been written before.
func TestOutputThatBreaks(t *testing.T) {
	for _, c := range streams(t) {
		args := append([]string{frame.ProgramName}, strings.Fields(c.args)...)
		want := run(t, c.text, args[1:]...).stdout
		for room := range len(want) + 1 {
			if room%3 > 0 && room < len(want)-1 && !testkit.Deep() {
				continue
			}
			stdout := &breaking{room: room}
			var stderr bytes.Buffer
			status := Run(t.Context(), args, testEnv(t, strings.NewReader(c.text), stdout, &stderr))
			require.Equal(t, want[:room], stdout.String())
			if room == len(want) {
				require.Equal(t, statusDone, status, stderr.String())
				continue
			}
			require.Equal(t, statusFailed, status, "%s: %d bytes", c.args, room)
			require.Equal(t, "parser: "+errBroken.Error()+"\n", stderr.String(), "%s: %d bytes", c.args, room)
		}
	}
}

// A full disk is an error that names the file.
func TestFullDevice(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		return // this system does not have it
	}
	for _, c := range streams(t) {
		r := run(t, c.text, append(strings.Fields(c.args), "-o", full)...)
		require.Equal(t, result{statusFailed, "", "parser: write /dev/full: no space left on device\n"}, r, c.args)
	}
}

// files makes files in a folder.
func files(t *testing.T, texts map[string]string) {
	for name, text := range texts {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
	}
}

// A compressed file that ends at any byte too early fails, and leaves the older output as it was.
func TestFilesThatEndTooEarly(t *testing.T) {
	model := trained(t, "arc-hybrid")
	t.Chdir(t.TempDir())
	var compressed bytes.Buffer
	z := gzip.NewWriter(&compressed)
	_, err := io.WriteString(z, sentence)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	whole := compressed.String()
	files(t, map[string]string{"in/a.conllu.gz": whole, "in/b.conllu": sentence})
	args := []string{"parse", "--model", model, "--out", "out", "--keep-going", "--quiet", "in"}
	require.Equal(t, result{}, run(t, "", args...))
	want, err := os.ReadFile("out/a.conllu.gz")
	require.NoError(t, err)
	later := time.Now().Add(time.Hour)
	for n := 1; n < len(whole); n++ {
		if n%4 > 0 && n < len(whole)-1 && !testkit.Deep() {
			continue
		}
		files(t, map[string]string{"in/a.conllu.gz": whole[:n]})
		require.NoError(t, os.Chtimes("in/a.conllu.gz", later, later))
		r := run(t, "", args...)
		require.Equal(t, statusFailed, r.status, "%d bytes", n)
		require.Regexp(t, `\Aparser: failed: in/a\.conllu\.gz:.*\nparser: 1 of 2 files failed\n\z`, filepath.ToSlash(r.stderr), "%d bytes", n)
		got, err := os.ReadFile("out/a.conllu.gz")
		require.NoError(t, err)
		require.Equal(t, want, got, "%d bytes", n)
		entries, err := os.ReadDir("out")
		require.NoError(t, err)
		require.Len(t, entries, 3, "%d bytes", n)
	}
}

// Outputs are the same whatever the threads, and all that goes wrong with a sentence names its file.
func TestErrorsNameTheirFile(t *testing.T) {
	model := trained(t, "arc-hybrid")
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"columns": "1\tWe\n\n",
		"tags":    strings.NewReplacer("PRON", "_", "PRP", "_").Replace(sentence),
		"latin1":  strings.Replace(sentence, "We", "W\xe9", 1),
		"heads2":  strings.Replace(sentence, "PRP\t_\t_", "PRP\t_\t9", 1),
		"graph":   "(w / want-01)\n",
		"text":    "We left.\n",
		"heads":   strings.Replace(sentence, "PRP\t_\t_", "PRP\t_\t1", 1),
	} {
		file := filepath.Join("in", name+".conllu")
		files(t, map[string]string{file: sentence + text})
		if name == "graph" {
			files(t, map[string]string{file: text})
		}
		for _, threads := range []string{"1", "3"} {
			r := run(t, "", "parse", "--model", model, "--keep-heads", "--threads", threads, "--keep-going", "-q", "--out", "out", file)
			require.Equal(t, statusFailed, r.status, name)
			require.Regexp(t, `\Aparser: failed: (wrong usage: )?`+file+`[ :].*\nparser: 1 of 1 file failed\n\z`, r.stderr, name)
		}
	}
}
