package experiment

import (
	"context"
	"sync"
)

// sideBySide calls do for 0, 1, … n−1, begun in this order and so many at a time, and
// returns when all calls are over. It begins none after ctx has ended.
func sideBySide(ctx context.Context, n, parallel int, do func(i int)) {
	slots := make(chan struct{}, max(1, parallel))
	var group sync.WaitGroup
	for i := range n {
		if slots <- struct{}{}; ctx.Err() != nil {
			break
		}
		group.Go(func() {
			defer func() { <-slots }()
			do(i)
		})
	}
	group.Wait()
}

// tally counts what several trainings at a time report, and tells of it in one call
// at a time.
type tally struct {
	runs, epochs int                   // in all
	epochDone    func(done, total int) // may be nil
	mutex        sync.Mutex
	doneRuns     int
	doneEpochs   int
}

// epoch is called after each epoch of a training.
func (t *tally) epoch() {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.doneEpochs++
	if t.epochDone != nil {
		t.epochDone(t.doneEpochs, t.epochs)
	}
}

// run is called after each training with the number of epochs that it did without.
func (t *tally) run(spared int, tell func(done, total int)) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.doneRuns++
	t.doneEpochs += spared
	tell(t.doneRuns, t.runs)
}
