package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/cli/internal/frame"
)

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
		args := []string{frame.ProgramName, "silver", "--model", "english", "--text", "-", "--least-confidence", "0.1", "--threads", "2", "--out", file}
		require.Equal(t, statusInterrupted, Run(ctx, args, testEnv(t, &numbered{number: 5000, enough: cancel}, io.Discard, &stderr)))
		sentences, err := conll.ReadFile(file)
		require.NoError(t, err)
		require.GreaterOrEqual(t, len(sentences), 1000)
		require.Contains(t, stderr.String(), fmt.Sprintf("parser: interrupted: %d sentences kept\n", len(sentences)))
		require.Regexp(t, regexp.MustCompile(fmt.Sprintf(`(?m)^kept +%d `, len(sentences))), stderr.String())
	}
}

// TestSilverOfWords: --words ends with a text that does not.
func TestSilverOfWords(t *testing.T) {
	r := &numbered{}
	var stdout, stderr bytes.Buffer
	args := []string{frame.ProgramName, "silver", "--model", "english", "--text", "-", "--least-confidence", "0", "--words", "70"}
	require.Equal(t, statusDone, Run(t.Context(), args, testEnv(t, r, &stdout, &stderr)))
	require.Equal(t, 10, bytes.Count(stdout.Bytes(), []byte("# text = The dog of house")), stderr.String())
}
