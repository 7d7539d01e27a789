package cli

import (
	"io"
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
