package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/parser/cli/internal/frame"
	"parser/testdata/testkit"
)

// A treebank that cannot be read from some byte on trains nothing, and touches nothing.
func TestTreebankThatBreaks(t *testing.T) {
	t.Chdir(t.TempDir())
	files(t, map[string]string{"m.npz": "an older model"})
	args := []string{frame.ProgramName, "train", "--quiet", "--scorer", "linear", "--epochs", "1", "--train", "-", "--model", "m.npz"}
	for n := 0; n <= len(sentence); n += 1 + len(sentence)/40 {
		var stderr bytes.Buffer
		in := io.MultiReader(strings.NewReader(sentence[:n]), iotest.ErrReader(errBroken))
		require.Equal(t, statusFailed, Run(t.Context(), args, testEnv(t, in, io.Discard, &stderr)), "%d bytes", n)
		require.Regexp(t, `^parser: stdin(:\d+)*: .*`+errBroken.Error()+`\n$`, stderr.String(), "%d bytes", n)
		entries, err := os.ReadDir(".")
		require.NoError(t, err)
		require.Len(t, entries, 1)
	}
	kept, err := os.ReadFile("m.npz")
	require.NoError(t, err)
	require.Equal(t, "an older model", string(kept))
}

// spoiling calls spoil when some text is written.
type spoiling struct {
	bytes.Buffer
	text  string
	spoil func()
}

func (s *spoiling) Write(p []byte) (int, error) {
	if s.spoil != nil && bytes.Contains(p, []byte(s.text)) {
		s.spoil()
		s.spoil = nil
	}
	return s.Buffer.Write(p)
}

// Whatever gets in the way of training's files, nothing is lost: the training says so and goes on as
// far as it can, and --resume does the rest.
func TestFilesThatAreSpoiledWhileTraining(t *testing.T) {
	model := filepath.Join(t.TempDir(), "m.npz")
	bank := testkit.Sample(t, "en/dev.conllu")
	args := []string{frame.ProgramName, "train", "--train", bank, "--dev", bank, "--scorer", "linear", "--epochs", "3", "--resume", "--model", model}
	var said bytes.Buffer
	require.Equal(t, statusDone, Run(t.Context(), args, testEnv(t, nil, io.Discard, &said)), said.String())
	want, err := os.ReadFile(model)
	require.NoError(t, err)
	inTheWay := func(name string) func() {
		return func() { require.NoError(t, os.MkdirAll(filepath.Join(name, "in the way"), 0o777)) }
	}
	for _, c := range []struct {
		name   string
		spoil  func()
		status int
		says   string
		mend   []string
	}{
		{
			"the model is a folder", inTheWay(model), statusModel,
			"parser: the model cannot be written: read " + model + ": is a directory; what was learned is in " + model +
				".checkpoint: make room, and add --resume to go on from there\n",
			[]string{model},
		},
		{"the state is a folder", inTheWay(model + ".checkpoint/state.npz"), statusDone, "warning: checkpoint: ", nil},
		{"the checkpoint is gone", func() { require.NoError(t, os.RemoveAll(model+".checkpoint")) }, statusDone, "model: " + model + " (epoch", nil},
		{"the journal is gone", func() { require.NoError(t, os.Remove(model+".jsonl")) }, statusDone, "model: " + model + " (epoch", nil},
	} {
		require.NoError(t, os.RemoveAll(model), c.name)
		stderr := &spoiling{text: "    1  ", spoil: c.spoil}
		require.Equal(t, c.status, Run(t.Context(), args, testEnv(t, nil, io.Discard, stderr)), "%s: %s", c.name, stderr)
		require.Contains(t, stderr.String(), c.says, c.name)
		if c.status != statusDone {
			for _, name := range c.mend {
				require.NoError(t, os.RemoveAll(name))
			}
			require.Equal(t, statusDone, Run(t.Context(), args, testEnv(t, nil, io.Discard, io.Discard)), c.name)
		}
		got, err := os.ReadFile(model)
		require.NoError(t, err)
		require.True(t, bytes.Equal(want, got), c.name)
		require.NoDirExists(t, model+".checkpoint", c.name)
	}
}

// An interrupt saves the best model also where no checkpoint could be kept.
func TestInterruptedTrainingWithoutCheckpoint(t *testing.T) {
	for _, older := range []bool{false, true} {
		model := filepath.Join(t.TempDir(), "m.npz")
		place := model
		if older {
			files(t, map[string]string{model: "an older model"})
			place = filepath.Join(model+".checkpoint", "best.npz")
		}
		ctx, cancel := context.WithCancel(t.Context())
		stderr := &spoiling{text: "    2  ", spoil: func() {
			require.NoError(t, os.RemoveAll(model+".checkpoint"))
			if older {
				require.NoError(t, os.MkdirAll(model+".checkpoint/state.npz/in the way", 0o777))
			} else {
				files(t, map[string]string{model + ".checkpoint": "in the way of a folder"})
			}
			cancel()
		}}
		args := []string{frame.ProgramName, "train", "--scorer", "linear", "--epochs", "1000", "--model", model}
		require.Equal(t, statusInterrupted, Run(ctx, args, testEnv(t, nil, io.Discard, stderr)), stderr)
		require.Contains(t, stderr.String(), "parser: interrupted: the best model so far, of epoch 2, is saved in "+place+"; add --resume to go on\n")
		require.Equal(t, statusDone, run(t, sentence, "parse", "--model", place).status)
	}
}
