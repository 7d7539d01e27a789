package experiment

import (
	"context"
	"fmt"
	"sync"

	"parser/parser/train"
)

// Runner carries out runs.
type Runner struct {
	Parallel int    // runs at a time, at least one; only times depend on it
	Table    string // that the runs are for, and …
	Program  string // … the version of this program: recorded with results

	// Epoch and Over are called in one call at a time, unless they are nil: after each
	// epoch with the number of all epochs, and after each run, be it done or failed. An
	// error that Over returns ends all runs.
	Epoch func(done, total int)
	Over  func(r *Run, done, total int) error
}

// Run carries out those runs that there are no results of, begun in their order, each
// only once if several are the same; adds what comes of them to the results; and
// completes all runs from these. A run that fails ends no other. If ctx ends before all
// runs are over, Run returns the cause; otherwise the first error of Over, or of results
// that could not be added.
func (x *Runner) Run(ctx context.Context, runs []*Run, results *Results) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	missing := results.Missing(runs)
	count := tally{runner: x, results: results, end: end, runs: len(missing), causes: map[string]error{}}
	for _, r := range missing {
		count.epochs += r.Options.Epochs
	}
	slots := make(chan struct{}, max(1, x.Parallel))
	var group sync.WaitGroup
	for _, r := range missing {
		if slots <- struct{}{}; ctx.Err() != nil {
			break
		}
		group.Go(func() {
			defer func() { <-slots }()
			epochs := 0
			outcome, err := r.Trial.Run(ctx, train.Observer{Epoch: func(train.Epoch) {
				epochs++
				count.epoch()
			}})
			if err == nil || ctx.Err() == nil { // else it did not fail
				count.over(r, outcome, err, epochs)
			}
		})
	}
	group.Wait()
	for _, r := range runs {
		if one := results.known[r.Key]; one != nil {
			r.Outcome, r.Program = one.Outcome, one.Program
		}
		r.Err = count.causes[r.Key]
	}
	if count.err == nil && count.runsDone < count.runs {
		return context.Cause(ctx)
	}
	return count.err
}

// tally counts what several runs at a time report.
type tally struct {
	runner               *Runner
	results              *Results
	end                  func(error)
	runs, epochs         int // in all
	runsDone, epochsDone int
	causes               map[string]error // why runs failed, by key
	err                  error            // the first that ended all

	mutex sync.Mutex
}

// epoch is called after each epoch of a run.
func (t *tally) epoch() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.epochsDone++
	if t.runner.Epoch != nil {
		t.runner.Epoch(t.epochsDone, t.epochs)
	}
}

// over is called after each run with the number of its epochs; those that patience saved
// count as done.
func (t *tally) over(r *Run, outcome *Outcome, err error, epochs int) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.runsDone++
	t.epochsDone += r.Options.Epochs - epochs
	r.Outcome, r.Err, r.Program, t.causes[r.Key] = outcome, err, t.runner.Program, err
	var lost error
	if t.runner.Over != nil {
		lost = t.runner.Over(r, t.runsDone, t.runs)
	}
	if err == nil {
		if err := t.results.add(r, t.runner.Table); err != nil && lost == nil {
			lost = fmt.Errorf("results: %w", err)
		}
	}
	if lost != nil && t.err == nil {
		t.err = lost
		t.end(lost)
	}
}
