package training

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/engine"
	"parser/parser/treebank"
)

// events reads a journal, whose lines must all be objects, and returns what happened.
func events(t *testing.T, name string) (told []string) {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var line struct{ Time, Level, Msg string }
		require.NoError(t, json.Unmarshal(lines.Bytes(), &line), lines.Text())
		require.NotEmpty(t, line.Time)
		told = append(told, line.Msg)
	}
	return told
}

// TestJournalHasWholeLines: the journal goes on after the last whole line, whether a short or a long
// piece of another follows, and passes everything on to the observer that it wraps.
func TestJournalHasWholeLines(t *testing.T) {
	for _, rest := range []string{"", `{"time":"2026`, strings.Repeat("x", 10_000)} {
		for _, before := range []string{"", "{\"time\":\"1\",\"msg\":\"old\"}\n"} {
			name := filepath.Join(t.TempDir(), "m.npz.jsonl")
			require.NoError(t, os.WriteFile(name, []byte(before+rest), 0o666))
			j, err := OpenJournal(name)
			require.NoError(t, err)
			var told []string
			tell := func(what string) { told = append(told, what) }
			watch := j.Watch(Observer{
				Epoch: func(Epoch) { tell("epoch") }, Segmenter: func(int) { tell("segmenter") }, Tagger: func(string, int, int) { tell("tagger") },
				Scorer: func(string, int, int) { tell("scorer") }, Sum: func(Sum) { tell("sum") },
			})
			for _, o := range []Observer{watch, j.Watch(Observer{})} {
				o.Segmenter(0)
				o.Tagger("upos", 1, 2)
				o.Scorer("linear", 1, 2)
				o.Epoch(Epoch{Number: 3, Scores: treebank.Scores{LAS: 80}})
				o.Sum(Sum{Share: 0.5})
			}
			watch.Epoch(Epoch{Number: 2, Past: true})
			require.NoError(t, j.Close())
			all := []string{"segmenter", "tagger", "scorer", "epoch", "sum"}
			require.Equal(t, append(all, "epoch"), told, "past epochs, too")
			want := append(all, all...)
			if before != "" {
				want = append([]string{"old"}, want...)
			}
			require.Equal(t, want, events(t, name), "past epochs stand there already")
		}
	}
}

// TestJournalSurvivesAFullDisk: a line that there is no room for leaves nothing.
func TestJournalSurvivesAFullDisk(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	j, err := OpenJournal(name)
	require.NoError(t, err)
	j.Info("one")
	require.NoError(t, j.Close())
	j.Info("two") // into a file that is closed, which fails as a full disk does
	require.Equal(t, []string{"one"}, events(t, name))
	_, err = OpenJournal(filepath.Join(name, "below"))
	require.Error(t, err)
}

func identityOf(t *testing.T, o engine.Options, train, dev treebank.Data) map[string]string {
	t.Helper()
	trainer, err := New(o)
	require.NoError(t, err)
	identity, err := trainer.Identity(train, dev)
	require.NoError(t, err)
	return identity
}

// TestCheckpointsAreOfOneTraining: neither another one nor a second process can take a checkpoint.
func TestCheckpointsAreOfOneTraining(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "m.checkpoint")
	l := lesson{system: "arc-hybrid", scorer: "linear", sentences: 6}
	watch := func(err error) { t.Error(err) }
	o, _ := l.options(t)
	data, dev := l.data(t)
	identity := identityOf(t, o, data, dev)
	require.False(t, HasCheckpoint(folder))
	c, err := NewCheckpoint(folder, identity, watch)
	require.NoError(t, err)
	_, err = NewCheckpoint(folder, identity, watch)
	require.ErrorIs(t, err, ErrBusy)
	require.False(t, HasCheckpoint(folder), "nothing was learned yet")
	_, err = Run(t.Context(), data, dev, o, Observer{Checkpoint: c})
	require.NoError(t, err)
	require.True(t, HasCheckpoint(folder))
	require.NoError(t, os.WriteFile(filepath.Join(folder, ".state.npz.1.part"), nil, 0o666))
	require.NoError(t, c.Close())

	_, err = NewCheckpoint(folder, identity, watch)
	require.ErrorIs(t, err, ErrUnfinished)
	o.Epochs, o.Seed = 4, 2
	other := identityOf(t, o, dev, dev)
	_, err = ResumeCheckpoint(folder, other, watch)
	require.ErrorIs(t, err, ErrOther)
	require.ErrorContains(t, err, "was of another option Epochs, option Seed, train")
	c, err = ResumeCheckpoint(folder, identity, watch)
	require.NoError(t, err)
	require.NoFileExists(t, filepath.Join(folder, ".state.npz.1.part"), "of one that was killed")
	_, err = ResumeCheckpoint(folder, identity, watch)
	require.ErrorIs(t, err, ErrBusy)
	require.NoError(t, c.Remove())
	require.NoDirExists(t, folder)
}

// TestTrainingGoesOnWithoutCheckpoints: where nothing can be kept, there are warnings, and the
// same model in the end.
func TestTrainingGoesOnWithoutCheckpoints(t *testing.T) {
	for _, l := range lessons() {
		if l.name != "perceptron" && l.name != "sum" && l.name != "second pass" {
			continue
		}
		o, _ := l.options(t)
		data, dev := l.data(t)
		want, err := Run(t.Context(), data, dev, o, Observer{})
		require.NoError(t, err)
		folder, warnings := filepath.Join(t.TempDir(), "m.checkpoint"), 0
		c, err := NewCheckpoint(folder, nil, func(err error) { warnings++ })
		require.NoError(t, err)
		require.NoError(t, os.RemoveAll(folder))
		require.NoError(t, os.WriteFile(folder, nil, 0o666)) // where the folder was
		got, err := Run(t.Context(), data, dev, o, Observer{Checkpoint: c})
		require.NoError(t, err)
		require.Equal(t, savedBytes(t, want), savedBytes(t, got))
		require.NotZero(t, warnings)
	}
}

// TestDamagedCheckpointsAreRefused with the name of the file.
func TestDamagedCheckpointsAreRefused(t *testing.T) {
	l := lesson{system: "arc-hybrid", scorer: "linear", sentences: 6}
	o, _ := l.options(t)
	data, dev := l.data(t)
	folder := filepath.Join(t.TempDir(), "m.checkpoint")
	c, err := NewCheckpoint(folder, nil, func(err error) { t.Error(err) })
	require.NoError(t, err)
	_, err = Run(t.Context(), data, dev, o, Observer{Checkpoint: c})
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(folder, "*.npz"))
	require.NoError(t, err)
	require.Len(t, files, 2, "the state and the best epoch")
	for _, name := range files {
		whole, err := os.ReadFile(name)
		require.NoError(t, err)
		for _, n := range []int{0, 10, len(whole) / 2, len(whole) - 1} {
			require.NoError(t, os.WriteFile(name, whole[:n], 0o666))
			_, err = Run(t.Context(), data, dev, o, Observer{Checkpoint: c})
			require.ErrorContains(t, err, name)
		}
		require.NoError(t, os.WriteFile(name, whole, 0o666))
	}
	require.NoError(t, c.Close())
	require.NoError(t, os.WriteFile(filepath.Join(folder, identityFile), []byte("{"), 0o666))
	_, err = ResumeCheckpoint(folder, nil, nil)
	require.ErrorContains(t, err, identityFile)
}
