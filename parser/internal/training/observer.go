package training

import (
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/transition"
)

// Observer is told how training goes; nil functions are not called.
type Observer struct {
	Read     func(done, total int) // sentences that an encoder has read, before the first epoch
	Sentence func(done, total int) // within an epoch
	Epoch    func(Epoch)
	// Segmenter is called after the segmenter of a pipeline is trained, with the number of blanks around marks of the
	// treebank that people do not write, see spelling.Usual.
	Segmenter func(joined int)
	// Tagger is called after a tagger of a field is trained, with the number of folds tagged so far and that of all.
	Tagger func(field string, done, folds int)
	// Scorer is called before each of several scorers is trained, the n-th of the given number.
	Scorer func(kind string, n, of int)
	// Sum is called with each sum of several scorers that was tried on dev.
	Sum func(Sum)
	// Visited is called after each training sentence with the steps that training took through it, which are valid
	// until the next call; gold stays valid.
	Visited func(gold *oracle.Gold, steps []transition.Step)
	// Taught is called with each decision that training learns from; it is valid until the call returns.
	Taught func(Example)
	// Checkpoint saves the state, and has the state to resume from; nil does neither.
	Checkpoint *Checkpoint
}

// Example is a decision that training learns from, in the state that asks it.
type Example struct {
	*learn.Decision
	Derivation *decode.Derivation
	Labels     []string // by number
	Epoch      int      // from 1
	Sentence   int      // of the treebank, from 1; 0 for one that is in no file, see Silver
}

// Together returns an observer that tells both, first and then last, and has the checkpoint of the last. None of its
// functions is nil.
func Together(first, last Observer) Observer {
	return Observer{
		Read: both2(first.Read, last.Read), Sentence: both2(first.Sentence, last.Sentence), Epoch: both(first.Epoch, last.Epoch),
		Segmenter: both(first.Segmenter, last.Segmenter), Tagger: both3(first.Tagger, last.Tagger), Scorer: both3(first.Scorer, last.Scorer),
		Sum: both(first.Sum, last.Sum), Visited: both2(first.Visited, last.Visited),
		Taught: both(first.Taught, last.Taught), Checkpoint: last.Checkpoint,
	}
}

// both calls f and g, unless they are nil; so do both2 and both3.
func both[A any](f, g func(A)) func(A) {
	return func(a A) {
		if f != nil {
			f(a)
		}
		if g != nil {
			g(a)
		}
	}
}

func both2[A, B any](f, g func(A, B)) func(A, B) {
	return func(a A, b B) {
		if f != nil {
			f(a, b)
		}
		if g != nil {
			g(a, b)
		}
	}
}

func both3[A, B, C any](f, g func(A, B, C)) func(A, B, C) {
	return func(a A, b B, c C) {
		if f != nil {
			f(a, b, c)
		}
		if g != nil {
			g(a, b, c)
		}
	}
}
