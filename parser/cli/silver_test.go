package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/silver"
	"parser/parser/treebank"
)

// small is the smaller of the models of English.
const small = "../models/en-small/en-small.npz"

// numbered is an endless text of different sentences, which calls enough once it has given this number of them.
type numbered struct {
	given, number int
	enough        func()
	rest          string
}

func (n *numbered) Read(p []byte) (int, error) {
	if n.rest == "" {
		if n.given++; n.given == n.number {
			n.enough()
		}
		n.rest = fmt.Sprintf("The dog of house %d barked.\n", n.given)
	}
	k := copy(p, n.rest)
	n.rest = n.rest[k:]
	return k, nil
}

// TestInterruptedSilver: an interrupt keeps the trees that were made, in a file that is whole.
func TestInterruptedSilver(t *testing.T) {
	for _, name := range []string{"out.conllu", "out.conllu.gz"} {
		ctx, cancel := context.WithCancel(t.Context())
		file := filepath.Join(t.TempDir(), name)
		var stderr bytes.Buffer
		args := []string{frame.ProgramName, "silver", "--model", small, "--text", "-", "--least-confidence", "0.1", "--threads", "2", "--out", file}
		require.Equal(t, statusInterrupted, Run(ctx, args, testEnv(t, &numbered{number: 1200, enough: cancel}, io.Discard, &stderr)))
		sentences, err := conll.ReadFile(file)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(sentences), 200)
		require.Contains(t, stderr.String(), fmt.Sprintf("parser: interrupted: %d sentences kept\n", len(sentences)))
		require.Regexp(t, regexp.MustCompile(fmt.Sprintf(`(?m)^kept +%d `, len(sentences))), stderr.String())
	}
}

// TestSilverOfWords: --words ends with a text that does not.
func TestSilverOfWords(t *testing.T) {
	r := &numbered{}
	var stdout, stderr bytes.Buffer
	args := []string{frame.ProgramName, "silver", "--model", small, "--text", "-", "--least-confidence", "0", "--words", "70"}
	require.Equal(t, statusDone, Run(t.Context(), args, testEnv(t, r, &stdout, &stderr)))
	require.Equal(t, 10, bytes.Count(stdout.Bytes(), []byte("# text = The dog of house")), stderr.String())
}

// TestSilverSaysHowFarItIs: where no bar shows it, lines do, with what is left of --words or of the text.
func TestSilverSaysHowFarItIs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "text.txt")
	require.NoError(t, os.WriteFile(file, bytes.Repeat([]byte("The dog barked at the cat.\n"), 3000), 0o666))
	var stderr bytes.Buffer
	e := testEnv(t, nil, io.Discard, &stderr)
	labelled := &labelling{rawText: newRawText((*frame.Env)(&e)), every: 1}
	m, err := engine.Load(small)
	require.NoError(t, err)
	for _, words := range []int{0, 100} {
		stderr.Reset()
		labelled.Words = words
		size, err := labelled.size([]string{file})
		require.NoError(t, err)
		l, err := silver.New([]*engine.Parser{m}, silver.Options{Shortest: 1, Longest: 100, Words: words, Size: size, Workers: 2})
		require.NoError(t, err)
		_ = labelled.label(t.Context(), l, labelled.Cut(t.Context(), m, pipe.Reading{}, []string{file}), none{})
		require.Regexp(t, `(?m)^7 words kept of \d+ read; about \w+ left$`, stderr.String())
	}
}

// none is a writer of nothing.
type none struct{}

func (none) Write(*treebank.Item) error { return nil }
func (none) Flush() error               { return nil }
