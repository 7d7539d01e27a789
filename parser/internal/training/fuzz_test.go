package training

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model/npz"
	"parser/parser/internal/engine"
	"parser/parser/treebank"
	"parser/testdata/testkit"
)

// FuzzCheckpoint changes the state of interrupted trainings without its checksums noticing: training
// refuses to go on, or comes to an end with a model that can be read.
func FuzzCheckpoint(f *testing.F) {
	type started struct {
		lesson
		folder     string
		state      []testkit.Part
		train, dev treebank.Data
	}
	var all []started
	for _, l := range []lesson{
		{name: "linear", system: "arc-hybrid", scorer: "linear", sentences: 4},
		{name: "network", system: "arc-eager", scorer: "neural", sentences: 4},
		{name: "examples", system: "arc-hybrid", scorer: "linear", sentences: 4,
			change: func(_ *testing.T, o *engine.Options) { o.Algorithm, o.Passes = "searn", 2 }},
	} {
		s := started{lesson: l, folder: f.TempDir()}
		f.Add(uint8(len(all)), []byte{})
		for operation := range byte(7) {
			f.Add(uint8(len(all)), []byte{operation, 0, operation, 0, 3 * operation, 0, 1, 0})
		}
		all = append(all, s)
	}
	f.Fuzz(func(t *testing.T, which uint8, program []byte) {
		s := &all[int(which)%len(all)]
		if s.state == nil {
			s.train, s.dev = s.data(t)
		}
		o, given := s.options(t)
		o.Epochs = 2
		run := func(open func(string, map[string]string, func(error)) (*Checkpoint, error), folder string, end int64) error {
			c, err := open(folder, map[string]string{"of": s.name}, func(err error) { t.Errorf("not kept: %v", err) })
			require.NoError(t, err)
			defer c.Close()
			inner, cancel := context.WithCancel(t.Context())
			defer cancel()
			ctx := &countdown{Context: inner, end: cancel}
			ctx.left.Store(end)
			p, err := Run(ctx, s.train, s.dev, o, Observer{Checkpoint: c}, given...)
			if err == nil {
				_, err = engine.Read(bytes.NewReader(savedBytes(t, p)), int64(len(savedBytes(t, p))))
				require.NoError(t, err)
			}
			return err
		}
		for end := int64(30); s.state == nil; end-- { // interrupted as late as can be
			require.NoError(t, os.RemoveAll(s.folder))
			if run(NewCheckpoint, s.folder, end) != nil {
				kept, err := os.ReadFile(filepath.Join(s.folder, stateFile))
				require.NoError(t, err)
				s.state = testkit.Unpack(t, kept)
			}
		}
		folder := filepath.Join(t.TempDir(), "checkpoint")
		require.NoError(t, os.CopyFS(folder, os.DirFS(s.folder)))
		damaged := testkit.Repack(t, testkit.Operate(program, s.state))
		require.NoError(t, os.WriteFile(filepath.Join(folder, stateFile), damaged, 0o600))
		const soon = 10_000
		err := run(ResumeCheckpoint, folder, soon)
		require.NotErrorIs(t, err, context.Canceled, "it goes on for ever")
		require.True(t, err == nil || errors.Is(err, npz.ErrFile) || errors.Is(err, os.ErrNotExist), err)
		if len(program) == 0 {
			require.NoError(t, err)
		}
	})
}

// FuzzJournal adds a line to any file: what stood there in whole lines stays, and the last line is
// the one that was added.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("{\"msg\":\"a\"}\n{\"ms"))
	f.Add(bytes.Repeat([]byte("x"), 5000))
	f.Add(append([]byte("\n"), bytes.Repeat([]byte("x"), 4096)...))
	f.Fuzz(func(t *testing.T, before []byte) {
		name := filepath.Join(t.TempDir(), "m.jsonl")
		require.NoError(t, os.WriteFile(name, before, 0o600))
		j, err := OpenJournal(name)
		require.NoError(t, err)
		j.Info("epoch", "number", 1)
		require.NoError(t, j.Close())
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		kept := before[:bytes.LastIndexByte(before, '\n')+1]
		require.True(t, bytes.HasPrefix(after, kept))
		require.True(t, json.Valid(after[len(kept):]))
		require.Equal(t, 1, bytes.Count(after[len(kept):], []byte("\n")))
	})
}
