package experiment

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// record is a line of a file of results: what came of a run, and which one this was.
type record struct {
	Key     string   `json:"key"` // Trial.Key
	Table   string   `json:"table"`
	Variant string   `json:"variant"`
	Lang    string   `json:"lang"`
	Seed    uint64   `json:"seed"`
	Program string   `json:"program"` // version that made it
	Outcome *Outcome `json:"outcome"`
}

// Results are the outcomes of runs that are over, also in a file if there is one, so
// that an experiment can be gone on with.
type Results struct {
	known map[string]*record // by key
	file  *os.File
}

// ErrResults is the cause when a file of results has something else in it.
var ErrResults = errors.New("not a result of parser table")

// OpenResults reads a file of results and gets ready to add more. A last line that was
// not written to its end is cut off. Several programs can add to the same file, for every
// line is appended at once. No name is no file.
func OpenResults(name string) (*Results, error) {
	r := &Results{known: map[string]*record{}}
	if name == "" {
		return r, nil
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file to add results to", name)
	}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	end := bytes.LastIndexByte(text, '\n') + 1
	if err := r.read(name, text[:end], text[end:]); err != nil {
		return nil, err
	}
	if r.file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666); err != nil {
		return nil, err
	}
	if end == len(text) {
		return r, nil // what others have added since stays
	}
	if err := r.file.Truncate(int64(end)); err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	return r, nil
}

// read reads whole lines. What is behind the last of them is about to be lost, so that
// it must be the beginning of a result.
func (r *Results) read(name string, whole, rest []byte) error {
	n := 0
	for line := range bytes.Lines(whole) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		one := &record{}
		if err := json.Unmarshal(line, one); err != nil || !one.valid() {
			return fmt.Errorf("%s:%d: %w", name, n, ErrResults)
		}
		r.known[one.Key] = one
	}
	const begin = `{"key":"`
	if k := min(len(rest), len(begin)); string(rest[:k]) != begin[:k] {
		return fmt.Errorf("%s:%d: %w", name, n+1, ErrResults)
	}
	return nil
}

// valid reports whether tables can show the record: its best round is one of its rounds.
func (r *record) valid() bool {
	return r.Key != "" && r.Outcome != nil && 1 <= r.Outcome.Best && r.Outcome.Best <= len(r.Outcome.Rounds)
}

// Missing returns the runs that there are no results of, each only once if several are
// the same.
func (r *Results) Missing(runs []*Run) []*Run {
	var missing []*Run
	planned := map[string]bool{}
	for _, one := range runs {
		if r.known[one.Key] == nil && !planned[one.Key] {
			planned[one.Key] = true
			missing = append(missing, one)
		}
	}
	return missing
}

// add adds the outcome of a run for a table, in one write.
func (r *Results) add(run *Run, table string) error {
	one := &record{run.Key, table, run.Variant.Name, run.Lang, run.Options.Seed, run.Program, run.Outcome}
	r.known[one.Key] = one
	if r.file == nil {
		return nil
	}
	line, err := json.Marshal(one)
	if err != nil {
		return err
	}
	_, err = r.file.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (r *Results) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
