package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"parser/conll/textfile"
)

// Runner carries out runs.
type Runner struct {
	Parallel int      // runs at a time, at least one; only times depend on it
	Strict   bool     // the first failure ends all runs; otherwise only its own
	Results  *Results // of earlier runs, to which new ones are added
	Table    string   // recorded with results
	Program  string   // the version of this program, also recorded with results

	// Epoch and Over, unless nil, are called one call at a time: Epoch after each epoch, and Over after each run except
	// the failure that ends all.
	Epoch func(done, total int)
	Over  func(r *Run, done, total int)
}

// Run carries out the runs without results, in their order and equal ones only once, adds their outcomes to the
// results, and completes all runs from these. If ctx ends before all runs are over, Run returns the cause; otherwise
// the failure that ended all, or the error in adding results.
func (x *Runner) Run(ctx context.Context, runs []*Run) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	missing, failures := x.Results.Missing(runs), map[string]error{} // by key
	allEpochs, epochs, over := 0, 0, 0
	for _, r := range missing {
		allEpochs += r.epochs()
	}
	var fatal error // the first that ended all
	var mutex sync.Mutex
	carryOut := func(r *Run) {
		rest := r.epochs()
		outcome, err := r.Train(ctx, func() {
			mutex.Lock()
			defer mutex.Unlock()
			rest--
			if epochs++; x.Epoch != nil {
				x.Epoch(epochs, allEpochs)
			}
		})
		if err != nil && ctx.Err() != nil {
			return // it was interrupted
		}
		mutex.Lock()
		defer mutex.Unlock()
		over++
		epochs += rest // that patience saved
		r.Outcome, r.Program, r.Err = outcome, x.Program, err
		failures[r.Key] = err
		var lost error
		if err != nil && x.Strict {
			lost = r.Failure()
		} else if x.Over != nil {
			x.Over(r, over, len(missing))
		}
		if err == nil {
			lost = x.Results.add(r, x.Table)
		}
		if lost != nil && fatal == nil {
			fatal = lost
			end(lost)
		}
	}
	slots := make(chan struct{}, max(1, x.Parallel))
	var group sync.WaitGroup
	for _, r := range missing {
		if slots <- struct{}{}; ctx.Err() != nil {
			break
		}
		group.Go(func() {
			carryOut(r)
			<-slots
		})
	}
	group.Wait()
	for _, r := range runs {
		if one := x.Results.known[r.Key]; one != nil {
			r.Outcome, r.Program = one.Outcome, one.Program
		}
		r.Err = failures[r.Key]
	}
	if fatal == nil && over < len(missing) {
		return context.Cause(ctx)
	}
	return fatal
}

// record is a line of a file of results.
type record struct {
	Key     string   `json:"key"` // Run.Key
	Table   string   `json:"table"`
	Variant string   `json:"variant"`
	Lang    string   `json:"lang"`
	Seed    uint64   `json:"seed"`
	Program string   `json:"program"` // version that made it
	Outcome *Outcome `json:"outcome"`
}

// Results are the outcomes of runs that are over. They may also be in a file, so that an experiment can be continued.
type Results struct {
	known map[string]*record // by key
	file  *os.File
}

// ErrResults is the cause if a file of results holds anything else.
var ErrResults = errors.New("not a result of parser table")

// OpenResults reads a file of results and opens it to add more; "" means no file. It cuts off an incomplete last line.
// Several programs can add to the same file, since every line is appended in one write.
func OpenResults(name string) (*Results, error) {
	r := &Results{known: map[string]*record{}}
	if name == "" {
		return r, nil
	}
	switch info, err := os.Stat(name); {
	case err == nil && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file to add results to", name)
	case err == nil && info.Size() > textfile.MaxWhole:
		return nil, fmt.Errorf("%s: %w: more than %d bytes", name, textfile.ErrTooLarge, textfile.MaxWhole)
	}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	n, end := 0, bytes.LastIndexByte(text, '\n')+1
	for line := range bytes.Lines(text[:end]) {
		n++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		one := &record{}
		err := json.Unmarshal(line, one)
		if o := one.Outcome; err != nil || one.Key == "" || o == nil || o.Best < 1 || o.Best > len(o.Rounds) {
			return nil, fmt.Errorf("%s:%d: %w", name, n, ErrResults)
		}
		r.known[one.Key] = one
	}
	const begin = `{"key":"` // only results may be cut off
	if k := min(len(text)-end, len(begin)); string(text[end:end+k]) != begin[:k] {
		return nil, fmt.Errorf("%s:%d: %w", name, n+1, ErrResults)
	}
	if r.file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666); err != nil {
		return nil, err
	}
	if end == len(text) {
		return r, nil // without cutting off what others have added since
	}
	if err := r.file.Truncate(int64(end)); err != nil {
		return nil, errors.Join(err, r.file.Close())
	}
	return r, nil
}

// Missing returns the runs without results, and equal ones only once.
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
	one := &record{run.Key, table, run.Variant.Name, run.Treebank.Lang, run.Options.Seed, run.Program, run.Outcome}
	r.known[one.Key] = one
	if r.file == nil {
		return nil
	}
	line, err := json.Marshal(one)
	if err == nil {
		_, err = r.file.Write(append(line, '\n'))
	}
	if err != nil {
		err = fmt.Errorf("results: %w", err)
	}
	return err
}

// Close closes the file.
func (r *Results) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}
