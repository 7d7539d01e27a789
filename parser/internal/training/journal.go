package training

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"sync"
)

// Journal is a file that tells of trainings as they go, by a JSON object a line: the time, the level, what happened
// ("msg"), and its figures. No failure here ends a training, and only the last line may be incomplete.
type Journal struct {
	*slog.Logger
	io.Closer // the file
}

// OpenJournal opens a file to add to; what a line that was cut short has left is taken off.
func OpenJournal(name string) (*Journal, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	w := &lineFile{file: f}
	if w.end, err = endOfLines(f); err == nil {
		err = f.Truncate(w.end)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Journal{slog.New(slog.NewJSONHandler(w, nil)), f}, nil
}

// Watch returns an observer that writes what it is told and then tells another.
func (j *Journal) Watch(o Observer) Observer {
	own := o
	own.Epoch = func(e Epoch) {
		if !e.Past {
			j.Info("epoch", "number", e.Number, "loss", e.Loss, "scores", e.Scores, "best", e.Best, "seconds", e.Took.Seconds(), "words_per_second", e.WordsPerS, "search", e.Search)
		}
		if o.Epoch != nil {
			o.Epoch(e)
		}
	}
	own.Segmenter = func() {
		j.Info("segmenter")
		if o.Segmenter != nil {
			o.Segmenter()
		}
	}
	own.Tagger = func(field string, done, folds int) {
		j.Info("tagger", "field", field, "folds_done", done, "folds", folds)
		if o.Tagger != nil {
			o.Tagger(field, done, folds)
		}
	}
	own.Scorer = func(kind string, n, of int) {
		j.Info("scorer", "kind", kind, "number", n, "of", of)
		if o.Scorer != nil {
			o.Scorer(kind, n, of)
		}
	}
	own.Sum = func(s Sum) {
		j.Info("sum", "linear_share", s.Share, "scores", s.Scores, "best", s.Best)
		if o.Sum != nil {
			o.Sum(s)
		}
	}
	return own
}

// lineFile writes whole lines or, where there is no room for one, nothing of it.
type lineFile struct {
	mutex sync.Mutex
	file  *os.File
	end   int64
}

func (w *lineFile) Write(line []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	n, err := w.file.WriteAt(line, w.end)
	if err != nil {
		return n, errors.Join(err, w.file.Truncate(w.end))
	}
	w.end += int64(n)
	return n, nil
}

// endOfLines returns where the last whole line of a file ends.
func endOfLines(f *os.File) (int64, error) {
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	block := make([]byte, 1<<12)
	for end > 0 {
		start := max(0, end-int64(len(block)))
		part := block[:end-start]
		if _, err := f.ReadAt(part, start); err != nil {
			return 0, err
		}
		if at := bytes.LastIndexByte(part, '\n'); at >= 0 {
			return start + int64(at) + 1, nil
		}
		end = start
	}
	return 0, nil
}
