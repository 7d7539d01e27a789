package evalb

import (
	"errors"
	"fmt"

	"parser/eval"
	"parser/ptb"
)

// ErrNoParse is why a sentence without a parse could not be scored.
var ErrNoParse = errors.New("the system's tree has no words")

// Scorer compares sentence after sentence and collects what its report needs.
type Scorer struct {
	params    Params
	sentences []Sentence
	all       Totals
	short     Totals
	labels    eval.Tally[LabelScore]
}

// NewScorer returns a scorer that has seen nothing.
func NewScorer(p Params) *Scorer { return &Scorer{params: p} }

// Score compares two lists of trees of the same sentences. The cause of an error
// is eval.ErrSentenceCount; sentences that cannot be scored are none, but are
// counted in the totals.
func Score(gold, system []*ptb.Tree, p Params) (Totals, error) {
	if len(gold) != len(system) {
		return Totals{}, fmt.Errorf("%w: %d and %d", eval.ErrSentenceCount, len(gold), len(system))
	}
	s := NewScorer(p)
	for i := range gold {
		s.Add(gold[i], system[i])
	}
	return s.all, nil
}

// Add compares one more sentence. A nil tree has no words.
func (s *Scorer) Add(gold, system *ptb.Tree) Sentence {
	return s.AddLine([]*ptb.Tree{gold}, []*ptb.Tree{system})
}

// AddLine compares one more sentence, on either side of which there may be
// several trees, as EVALB reads them from one line: the words and the brackets
// of the sentence are those of all of them.
func (s *Scorer) AddLine(gold, system []*ptb.Tree) Sentence {
	m := s.params.Match(gold, system)
	score := Sentence{ID: len(s.sentences) + 1, Length: m.Length, Err: m.Err, Totals: Totals{Sentences: 1}}
	switch {
	case m.Err == nil:
		s.count(&score.Totals, m)
	case errors.Is(m.Err, ErrNoParse):
		score.Status, score.Skipped = Skipped, 1
	default:
		score.Status, score.Errors = Failed, 1
	}
	if m.Err != nil {
		score.Missed, score.MissedWords = len(m.Gold), len(m.Words)
	}
	s.sentences = append(s.sentences, score)
	s.all.Add(score.Totals)
	if score.Length <= s.params.Cutoff {
		s.short.Add(score.Totals)
	}
	return score
}

// count counts what both sides have in common.
func (s *Scorer) count(t *Totals, m *Matching) {
	t.Gold, t.System, t.Words = len(m.Gold), len(m.System), len(m.Words)
	for i, b := range m.Gold {
		s.labels.At(b.Label).AddGold(m.Found[i])
		t.Matched += eval.One(m.Found[i])
	}
	inner := innermost(m.Gold, len(m.Words))
	for i, b := range m.System {
		s.labels.At(b.Label).AddSystem(m.Right[i])
		t.Crossing += eval.One(crosses(inner, b))
	}
	for i, w := range m.Words {
		t.Tags += eval.One(s.params.SameLabel(w.Label, m.SystemWords[i].Label))
	}
	t.Complete = eval.One(t.Matched == t.Gold && t.Matched == t.System)
	t.NoCrossing, t.FewCrossing = eval.One(t.Crossing == 0), eval.One(t.Crossing <= 2)
}

// innermost returns, for each boundary between words from 0 to n, the smallest of
// the brackets that have words on both sides of it, or else one over the whole
// sentence. The brackets must be nested and in the order in which they open.
func innermost(brackets []ptb.Span, n int) []ptb.Span {
	open, inner := []ptb.Span{{End: n}}, make([]ptb.Span, n+1)
	for p := range inner {
		for len(open) > 1 && open[len(open)-1].End <= p {
			open = open[:len(open)-1]
		}
		inner[p] = open[len(open)-1]
		for len(brackets) > 0 && brackets[0].Start == p {
			open, brackets = append(open, brackets[0]), brackets[1:]
		}
	}
	return inner
}

// crosses tells whether a bracket crosses one of those that innermost was given.
//
// Those that have words on both sides of a boundary are nested in each other. So
// if any of them that reach over the bracket's start end inside it, then the
// innermost does; and if any that reach over its end start inside it, then the
// innermost does.
func crosses(inner []ptb.Span, b ptb.Span) bool {
	return inner[b.Start].End < b.End || inner[b.End].Start > b.Start
}
