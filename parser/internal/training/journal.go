package training

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
)

// Journal is a file that records trainings as they go, as a JSON object a line: the time, the level, what happened
// ("msg"), and its figures. No failure here ends a training, and only the last line may be incomplete.
type Journal struct {
	*slog.Logger
	io.Closer // the file
}

// OpenJournal opens a file to add to, and removes the last line if it is incomplete.
func OpenJournal(name string) (*Journal, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	w := &lineFile{f, int64(bytes.LastIndexByte(text, '\n') + 1)}
	if err == nil {
		err = f.Truncate(w.end)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Journal{slog.New(slog.NewJSONHandler(w, nil)), f}, nil
}

// Watch returns an observer that writes what it is told to the journal and then tells o.
func (j *Journal) Watch(o Observer) Observer {
	return Together(Observer{
		Epoch: func(e Epoch) {
			if !e.Past {
				j.Info("epoch", "number", e.Number, "loss", e.Loss, "scores", e.Scores, "best", e.Best,
					"seconds", e.Took.Seconds(), "words_per_second", e.WordsPerS, "search", e.Search)
			}
		},
		Segmenter: func(joined int) { j.Info("segmenter", "blanks_left_out", joined) },
		Tagger: func(field string, done, folds int) {
			j.Info("tagger", "field", field, "folds_done", done, "folds", folds)
		},
		Scorer: func(kind string, n, of int) { j.Info("scorer", "kind", kind, "number", n, "of", of) },
		Sum:    func(s Sum) { j.Info("sum", "linear_share", s.Share, "scores", s.Scores, "best", s.Best) },
	}, o)
}

// lineFile writes a line as a whole or, if there is no room, not at all. The handler of slog writes one at a time.
type lineFile struct {
	file *os.File
	end  int64
}

func (w *lineFile) Write(line []byte) (int, error) {
	n, err := w.file.WriteAt(line, w.end)
	if err != nil {
		return n, errors.Join(err, w.file.Truncate(w.end))
	}
	w.end += int64(n)
	return n, nil
}
