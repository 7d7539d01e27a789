package learn

import (
	"context"
	"math/rand/v2"

	"parser/model/npz"
)

// Session scores decisions. It belongs to one goroutine.
type Session interface {
	// Read shows the inputs, by their numbers in the course, that decisions are of from now on; Decision.Input is the place
	// among them.
	Read(inputs ...int)
	// Score sets the Scores of each decision, one for each class of its stage. The score of a class that is not offered
	// means nothing.
	Score(decisions []*Decision)
}

// Scorer is what a Learner has learned. It does not change.
type Scorer interface {
	NewSession() Session
	// Entries returns it as entries of a model file, names starting with prefix.
	Entries(prefix string) []npz.Entry
}

// Learner is a scorer in the making, and a session that scores by what was learned so far.
type Learner interface {
	Session
	// NewSession returns another session that scores by what was learned so far.
	NewSession() Session
	// Learn is told the costs of decisions with the Scores that this session set last. It may learn
	// from them at once, or gather until Update.
	Learn(decisions []*Decision)
	// Batch returns how long the inputs of a batch are together, by Course.Length; 0 is one input.
	Batch() int
	// Update ends the batch of the last Read. After an error there is nothing more to learn.
	Update() error
	// Freeze returns the scorer learned so far; the learner can go on learning.
	Freeze() Scorer
	// Sync stores what was learned in a record, or sets it from the record of a learner of the same kind
	// and course. It may be called between Update and the next Read.
	Sync(r *npz.Record)
	// NewExamples returns an empty set of decisions to learn from later, which takes at most about this
	// many bytes, any number if bytes is 0.
	NewExamples(bytes int64, random *rand.Rand) (Examples, error)
}

// Examples are decisions that a learner has kept, in a form of its own.
type Examples interface {
	// Add keeps a decision of the inputs that the learner has read, with its costs. Once memory is
	// full, it drops the decision or another one.
	Add(d *Decision)
	// Learn teaches a learner, of the kind that keeps them, in this many passes. It leaves out what it
	// has misclassified alpha times before (Khardon & Wachman 2007), unless alpha is 0. It returns ctx's
	// error if ctx ends first.
	Learn(ctx context.Context, l Learner, passes, alpha int, random *rand.Rand) error
	// Counts returns how many decisions are kept, dropped, and left out because of alpha.
	Counts(alpha int) (kept, dropped, bounded int)
	// Sync stores the examples in a record, or sets them to those there.
	Sync(r *npz.Record)
}
