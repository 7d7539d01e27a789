//go:build unix

package cli

import (
	"bytes"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/training"
)

// Signals end what waits for data that do not come, and nothing is written.
func TestInterruptedWhileReading(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.npz")
	for _, args := range []string{"train --train - --scorer linear --model " + model, "ablate --train - --dev - --epochs 1", "tag --jackknife 2 --field upos -",
		"pretrain --segmenter rule --text - --out " + model, "silver --model english --text - --out " + model} {
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
				require.Contains(t, stderr.String(), "parser: interrupted", args)
				require.Empty(t, stdout.String(), args)
			case <-time.After(10 * time.Second):
				require.Fail(t, "the signal is not heard", args)
			}
			out.Close()
		}
	}
	require.NoFileExists(t, model)
}

// TestBusy: what another program makes at the same time is left to it, with or without --resume.
func TestBusy(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.npz")
	lock, err := training.LockFolder(out + ".checkpoint")
	require.NoError(t, err)
	file, err := atomicfile.Create(out)
	require.NoError(t, err)
	defer file.Close()
	text := filepath.Join(t.TempDir(), "text.txt")
	require.NoError(t, os.WriteFile(text, []byte(strings.Repeat("The dog barked at the cat.\n", 40)), 0o666))
	pretrain, train := "pretrain --segmenter rule --size small --epochs 1 --text "+text+" --out "+out, "train --scorer linear --epochs 1 --model "+out
	for _, args := range []string{pretrain, pretrain + " --resume", train, train + " --resume"} {
		r := run(t, "", strings.Fields(args)...)
		require.Equal(t, result{statusModel, "", "parser: the model cannot be written: another training is at work: " + out + ".checkpoint\n"}, r, args)
	}
	silver := "silver -q --model english --least-confidence 0 --text " + text + " -o " + out
	require.Equal(t, result{statusFailed, "", "parser: another program is writing " + out + "\n"}, run(t, "", strings.Fields(silver)...))
	require.NoError(t, lock.Close())
	file.Close()
	require.Equal(t, result{}, run(t, "", strings.Fields(silver)...))
	for _, args := range []string{pretrain, pretrain + " --resume"} { // nothing was begun in the folder
		require.Equal(t, statusDone, run(t, "", strings.Fields(args)...).status)
	}
	require.NoDirExists(t, out+".checkpoint")
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
