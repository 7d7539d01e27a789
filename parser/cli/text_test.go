package cli

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
)

// What has arrived of a text is looked at, and no more is waited for.
func TestHintAtLinesDoesNotWait(t *testing.T) {
	question, ask := io.Pipe()
	answer, reply := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- Run(t.Context(), []string{
			frame.ProgramName, "parse", "--quiet=false", "--text", "--lang", "english", "--immediate",
		}, testEnv(t, question, io.Discard, reply))
		reply.Close()
	}()
	_, err := io.WriteString(ask, strings.Repeat("milk\n", 9))
	require.NoError(t, err)
	text := make([]byte, len("parser: stdin has many short lines"))
	_, err = io.ReadFull(answer, text)
	require.NoError(t, err)
	require.Equal(t, "parser: stdin has many short lines", string(text))
	require.NoError(t, ask.Close())
	_, err = io.ReadAll(answer)
	require.NoError(t, err)
	require.Equal(t, statusDone, <-done)
}

// TestRecordOfSegmenter: what tokenize writes into a folder is recorded with the digest of the model that cuts text, and is
// not mixed with what another one writes.
func TestRecordOfSegmenter(t *testing.T) {
	t.Chdir(t.TempDir())
	const own, tree = "own.npz", "1\tWe\twe\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"
	files(t, map[string]string{"in/a.txt": "The dog sleeps. It is late.", "few.conllu": strings.Repeat(tree, 20)})
	require.Equal(t, result{}, run(t, "", "train", "--quiet", "--scorer", "linear", "--epochs", "1", "--pipeline", "--train", "few.conllu", "--model", own))
	args := []string{"tokenize", "-q", "--out", "out", "in", "--segmenter"}
	require.Equal(t, result{}, run(t, "", append(args, own)...))
	var record struct{ Digest string }
	text, err := os.ReadFile("out/.parser.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &record))
	model, err := os.ReadFile(own)
	require.NoError(t, err)
	require.Equal(t, fmt.Sprintf("%x", sha256.Sum256(model)), record.Digest)
	require.NotZero(t, run(t, "", append(args, "english")...).status)
}
