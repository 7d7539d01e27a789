package train

import (
	"time"

	"parser/parser"
	"parser/parser/internal/training"
)

// Epoch is what training reports after each pass over the data.
type Epoch struct {
	Number         int           // from 1
	Loss           float64       // mean cost of the model's own choices, per word
	Scores         parser.Scores // on dev; 0 without dev
	WordsPerSecond float64       // of training
	Took           time.Duration // training, without dev
	Best           bool          // the best on dev so far
	Past           bool          // of the training that Resume goes on with
}

// Observer is told how training goes; nil functions are not called.
type Observer struct {
	Read     func(done, total int) // sentences that an encoder has read, before the first epoch
	Sentence func(done, total int) // within an epoch
	Epoch    func(Epoch)
	// Tagger is called after a tagger of a field is trained, with the number of folds tagged so far and that of all; 0 of 0 without
	// folds.
	Tagger func(field string, done, folds int)
	// Scorer is called before each of several scorers is trained, the n-th of the given number.
	Scorer func(kind string, n, of int)
}

// inner returns the observer that training calls.
func (o Observer) inner() training.Observer {
	own := training.Observer{Read: o.Read, Sentence: o.Sentence, Tagger: o.Tagger, Scorer: o.Scorer}
	if o.Epoch != nil {
		own.Epoch = func(e training.Epoch) {
			o.Epoch(Epoch{e.Number, e.Loss, e.Scores, e.WordsPerS, e.Took, e.Best, e.Past})
		}
	}
	return own
}
