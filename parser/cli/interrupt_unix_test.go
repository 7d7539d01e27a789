//go:build unix

package cli

import (
	"bytes"
	"io"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
)

// Signals end what waits for data that do not come, and nothing is written.
func TestInterruptedWhileReading(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.npz")
	for _, args := range []string{"train --train - --scorer linear --model " + model, "ablate --train - --dev - --epochs 1", "tag --jackknife 2 --field upos -"} {
		for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
			in, out := io.Pipe()
			asked := make(chan bool)
			var stdout, stderr bytes.Buffer
			e := testEnv(t, io.MultiReader(strings.NewReader("# waits"), announced{in, asked}), &stdout, &stderr)
			ended := make(chan int, 1)
			go func() { ended <- Run(t.Context(), append([]string{frame.ProgramName}, strings.Fields(args)...), e) }()
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

// TestNohup: where SIGHUP is ignored, as nohup has it, training goes on to its end.
func TestNohup(t *testing.T) {
	signal.Ignore(syscall.SIGHUP)
	defer signal.Reset(syscall.SIGHUP)
	in, out := io.Pipe()
	asked := make(chan bool)
	var stderr bytes.Buffer
	e := testEnv(t, io.MultiReader(strings.NewReader("1\tStay\t_\tVERB\tVB\t_\t0\troot\t_\t_\n\n"), announced{in, asked}), io.Discard, &stderr)
	model := filepath.Join(t.TempDir(), "m.npz")
	ended := make(chan int, 1)
	go func() {
		ended <- Run(t.Context(), []string{frame.ProgramName, "train", "--train", "-", "--scorer", "linear", "--epochs", "1", "--model", model}, e)
	}()
	<-asked
	require.NoError(t, syscall.Kill(syscall.Getpid(), syscall.SIGHUP))
	out.Close() // only now the treebank is complete
	require.Zero(t, <-ended, stderr.String())
	require.FileExists(t, model)
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
