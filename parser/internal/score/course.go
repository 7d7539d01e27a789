package score

import (
	"context"
	"iter"
	"math/rand/v2"

	"parser/conll"
	"parser/parser/learn"
)

// Sentences are the inputs of a course, which knows them by their numbers.
type Sentences interface {
	// Read appends the words of sentences to dst; these stay as they are.
	Read(dst [][]conll.Word, inputs []int) [][]conll.Word
}

// LearnerOf returns what a course over the sentences teaches: l, by the numbers of sentences. It freezes to a [Numbered].
func LearnerOf(s Sentences, l Learner) learn.Learner {
	n := &numberedLearner{numberedSession{inner: l, all: s}, l}
	if ranks, ok := l.(Ranker); ok {
		return numberedRanker{n, ranks}
	}
	return n
}

// numberedRanker is a numberedLearner of whole derivations.
type numberedRanker struct {
	*numberedLearner
	ranks Ranker
}

func (l numberedRanker) Prefer(better, worse iter.Seq[*learn.Decision], lead, more float64) {
	l.ranks.Prefer(better, worse, lead, more)
}

// Numbered is a Scorer that a course over sentences asks.
type Numbered struct {
	Scorer
	Sentences
}

// NewSession implements learn.Scorer.
func (n Numbered) NewSession() learn.Session {
	return &numberedSession{inner: n.Scorer.NewSession(), all: n.Sentences}
}

type numberedSession struct {
	inner Session
	all   Sentences
	read  [][]conll.Word
}

func (s *numberedSession) Read(inputs ...int) {
	s.read = s.all.Read(s.read[:0], inputs)
	s.inner.Read(s.read...)
}

func (s *numberedSession) Score(decisions []*learn.Decision) { s.inner.Score(decisions) }

type numberedLearner struct {
	numberedSession
	Learner
}

func (l *numberedLearner) Read(inputs ...int)                { l.numberedSession.Read(inputs...) }
func (l *numberedLearner) Score(decisions []*learn.Decision) { l.inner.Score(decisions) }
func (l *numberedLearner) Freeze() learn.Scorer              { return Numbered{l.Learner.Freeze(), l.all} }

func (l *numberedLearner) NewSession() learn.Session {
	return &numberedSession{inner: l.Learner.NewSession(), all: l.all}
}

func (l *numberedLearner) NewExamples(bytes int64, random *rand.Rand) (learn.Examples, error) {
	e, err := l.Learner.NewExamples(bytes, random)
	return numberedExamples{e}, err
}

type numberedExamples struct{ Examples }

func (e numberedExamples) Learn(ctx context.Context, l learn.Learner, passes, alpha int, random *rand.Rand) error {
	return e.Examples.Learn(ctx, inner(l), passes, alpha, random)
}

// inner returns what a course teaches by its numbers.
func inner(l learn.Learner) Learner {
	if r, ok := l.(numberedRanker); ok {
		return r.Learner
	}
	return l.(*numberedLearner).Learner
}
