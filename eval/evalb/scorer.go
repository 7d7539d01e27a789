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
	params Params
	report Report // without Labels and WithFailed
	labels eval.Tally[LabelScore]
}

// NewScorer returns a scorer that has seen nothing.
func NewScorer(p Params) *Scorer { return &Scorer{params: p, report: Report{Cutoff: p.Cutoff}} }

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
	return s.report.All, nil
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
	score := Sentence{ID: len(s.report.Sentences) + 1, Length: m.Length, Err: m.Err, Totals: Totals{Sentences: 1}}
	t := &score.Totals
	switch {
	case errors.Is(m.Err, ErrNoParse):
		score.Status, t.Skipped = Skipped, 1
	case m.Err != nil:
		score.Status, t.Errors = Failed, 1
	}
	if m.Err != nil {
		t.Missed, t.MissedWords = len(m.Gold), len(m.Words)
	} else {
		t.Gold, t.System, t.Words = len(m.Gold), len(m.System), len(m.Words)
		for i, b := range m.Gold {
			s.labels.At(b.Label).AddGold(m.Found[i])
			t.Matched += eval.One(m.Found[i])
		}
		for i, b := range m.System {
			s.labels.At(b.Label).AddSystem(m.Right[i])
		}
		for i, w := range m.Words {
			t.Tags += eval.One(s.params.SameLabel(w.Label, m.SystemWords[i].Label))
		}
		t.Crossing = crossing(m.Gold, m.System, len(m.Words))
		t.Complete = eval.One(t.Matched == t.Gold && t.Matched == t.System)
		t.NoCrossing, t.FewCrossing = eval.One(t.Crossing == 0), eval.One(t.Crossing <= 2)
	}
	r := &s.report
	r.Sentences = append(r.Sentences, score)
	r.All.Add(*t)
	if score.Length <= r.Cutoff {
		r.Short.Add(*t)
	}
	return score
}

// crossing counts the system brackets that cross a gold bracket. Gold brackets must be
// nested and in the order in which they open; n is the number of words.
//
// Those that have words on both sides of a boundary are nested in each other. So
// if any of them that reach over a bracket's start end inside it, then the
// innermost does; and if any that reach over its end start inside it, then the
// innermost does.
func crossing(gold, system []ptb.Span, n int) (count int) {
	open, innermost := []ptb.Span{{End: n}}, make([]ptb.Span, n+1) // of each boundary between words
	for p := range innermost {
		for len(open) > 1 && open[len(open)-1].End <= p {
			open = open[:len(open)-1]
		}
		innermost[p] = open[len(open)-1]
		for len(gold) > 0 && gold[0].Start == p {
			open, gold = append(open, gold[0]), gold[1:]
		}
	}
	for _, b := range system {
		count += eval.One(innermost[b.Start].End < b.End || innermost[b.End].Start > b.Start)
	}
	return count
}
