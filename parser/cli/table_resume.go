package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"parser/parser/experiment"
)

// record is a line of a file of results: what came of a run, and which one this was.
type record struct {
	Key     string              `json:"key"` // experiment.Trial.Key
	Table   string              `json:"table"`
	Variant string              `json:"variant"`
	Lang    string              `json:"lang"`
	Seed    uint64              `json:"seed"`
	Program string              `json:"program"` // version that made it
	Outcome *experiment.Outcome `json:"outcome"`
}

// results are those of all runs that are over, also in a file if there is one.
type results struct {
	known map[string]*record // by key
	file  *os.File
}

// errResults is the cause when a file of results has something else in it.
var errResults = errors.New("not a result of parser table")

// recordBegin is how the line of a record begins.
const recordBegin = `{"key":"`

// openResults reads a file of results and gets ready to add more. A last line that was
// not written to its end is cut off. Several programs can add to the same file, for every
// line is appended at once. No name is no file.
func openResults(name string) (*results, error) {
	r := &results{known: map[string]*record{}}
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
func (r *results) read(name string, whole, rest []byte) error {
	lines := bytes.Split(bytes.TrimSuffix(whole, []byte("\n")), []byte("\n"))
	for i, line := range lines {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		one := &record{}
		if err := json.Unmarshal(line, one); err != nil || !one.valid() {
			return fmt.Errorf("%s:%d: %w", name, i+1, errResults)
		}
		r.known[one.Key] = one
	}
	if n := min(len(rest), len(recordBegin)); string(rest[:n]) != recordBegin[:n] {
		return fmt.Errorf("%s:%d: %w", name, bytes.Count(whole, []byte("\n"))+1, errResults)
	}
	return nil
}

// valid reports whether tables can show the record: its best round is one of its rounds.
func (r *record) valid() bool {
	return r.Key != "" && r.Outcome != nil && 1 <= r.Outcome.Best && r.Outcome.Best <= len(r.Outcome.Rounds)
}

// add adds a result, in one write.
func (r *results) add(one *record) error {
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
func (r *results) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
