package experiment

import (
	"context"

	"parser/parser"
)

// Batch is a number of trials.
type Batch struct {
	Trials   []Trial
	Parallel int // trials at a time, at least one; only times depend on it
}

// BatchObserver is told how the trials of a batch go, in one call at a time; nil
// functions are not called.
type BatchObserver struct {
	Epoch func(done, total int) // epochs of all trials
	// Trial is called when trial i is over, with its outcome or else an error.
	Trial func(i int, r *Outcome, err error, done, total int)
}

// Run carries out the trials, begun in their order. A trial that fails ends no other.
// If ctx ends first, Run returns its error.
func (b *Batch) Run(ctx context.Context, watch BatchObserver) error {
	told := &tally{runs: len(b.Trials), epochDone: watch.Epoch}
	for i := range b.Trials {
		told.epochs += b.Trials[i].Options.Epochs
	}
	over := 0
	sideBySide(ctx, len(b.Trials), b.Parallel, func(i int) {
		epochs := 0
		r, err := b.Trials[i].Run(ctx, parser.Observer{Epoch: func(parser.Epoch) {
			epochs++
			told.epoch()
		}})
		if err != nil && ctx.Err() != nil {
			return // it did not fail
		}
		told.run(b.Trials[i].Options.Epochs-epochs, func(done, total int) {
			if over = done; watch.Trial != nil {
				watch.Trial(i, r, err, done, total)
			}
		})
	})
	if over < len(b.Trials) {
		return context.Cause(ctx)
	}
	return nil
}
