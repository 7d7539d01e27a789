//go:build unix

package cli

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Signals end what waits for data that do not come, and nothing is written.
func TestInterruptedWhileReading(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.npz")
	for _, args := range []string{"train --train - --scorer linear --model " + model, "ablate --train - --dev - --epochs 1", "tag --jackknife 2 --field upos -"} {
		for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
			in, out := io.Pipe()
			asked := make(chan bool)
			var stdout, stderr bytes.Buffer
			e := testEnv(t, io.MultiReader(strings.NewReader("# waits"), announced{in, asked}), &stdout, &stderr)
			ended := make(chan int, 1)
			go func() { ended <- Run(t.Context(), append([]string{programName}, strings.Fields(args)...), e) }()
			<-asked
			require.NoError(t, syscall.Kill(syscall.Getpid(), signal))
			select {
			case status := <-ended:
				require.Equal(t, statusInterrupted, status, args)
				require.Contains(t, stderr.String(), "interrupted while reading", args)
				require.Empty(t, stdout.String(), args)
			case <-time.After(10 * time.Second):
				require.Fail(t, "the signal is not heard", args)
			}
			out.Close()
		}
	}
	require.NoFileExists(t, model)
}

// announced says once that it is read.
type announced struct {
	io.Reader
	asked chan bool
}

func (a announced) Read(p []byte) (int, error) {
	select {
	case a.asked <- true:
	default:
	}
	return a.Reader.Read(p)
}
