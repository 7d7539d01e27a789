package evalb

import (
	"errors"
	"fmt"

	"parser/eval"
	"parser/eval/internal/tally"
	"parser/ptb"
)

// errNoParse says why a sentence without a parse could not be scored.
var errNoParse = errors.New("the system's tree has no words")

// Scorer compares sentence after sentence and collects what its report needs.
type Scorer struct {
	params Params
	report Report // without Labels and WithFailed
	labels tally.Tally[eval.Label]
}

// NewScorer returns a scorer that has seen nothing.
func NewScorer(p Params) *Scorer { return &Scorer{params: p, report: Report{Cutoff: p.Cutoff}} }

// Score compares two lists of trees of the same sentences, where nil has no words. The cause of an
// error is eval.ErrSentenceCount. The totals count sentences that cannot be scored.
func Score(gold, system []*ptb.Tree, p Params) (Totals, error) {
	if len(gold) != len(system) {
		return Totals{}, fmt.Errorf("%w: %d and %d", eval.ErrSentenceCount, len(gold), len(system))
	}
	s := NewScorer(p)
	for i := range gold {
		s.AddLine(gold[i:i+1], system[i:i+1])
	}
	return s.report.All, nil
}

// AddLine compares one more sentence, which may have several trees on either side, as EVALB reads them from one line:
// the sentence has the words and the brackets of all of them. A nil tree has no words.
func (s *Scorer) AddLine(gold, system []*ptb.Tree) Sentence {
	m := s.params.Match(gold, system)
	score := Sentence{ID: len(s.report.Sentences) + 1, Length: m.Length, Err: m.Err, Totals: Totals{Sentences: 1}}
	t := &score.Totals
	switch {
	case errors.Is(m.Err, errNoParse):
		score.Status, t.Skipped = skipped, 1
	case m.Err != nil:
		score.Status, t.Errors = failed, 1
	}
	if m.Err != nil {
		t.Missed, t.MissedWords = len(m.Gold), len(m.Words)
	} else {
		t.Gold, t.System, t.Words = len(m.Gold), len(m.System), len(m.Words)
		for i, b := range m.Gold {
			tally.AddGold(s.labels.At(b.Label), m.Found[i])
			t.Matched += eval.One(m.Found[i])
		}
		for i, b := range m.System {
			tally.AddSystem(s.labels.At(b.Label), m.Right[i])
		}
		for i, w := range m.Words {
			t.Tags += eval.One(s.params.sameLabel(w.Label, m.SystemWords[i].Label))
		}
		t.Crossing = crossing(m.Gold, m.System, len(m.Words))
		t.Complete = eval.One(t.Matched == t.Gold && t.Matched == t.System)
		t.NoCrossing, t.FewCrossing = eval.One(t.Crossing == 0), eval.One(t.Crossing <= 2)
	}
	r := &s.report
	r.Sentences = append(r.Sentences, score)
	r.All.add(*t)
	if score.Length <= r.Cutoff {
		r.Short.add(*t)
	}
	return score
}

// crossing counts the system brackets that cross one of the gold brackets, which are nested and in
// the order in which they open; n is the number of words.
//
// If a gold bracket over the start of a system bracket ends inside it, then the innermost one over
// the start does; and if one over its end starts inside it, then the innermost one there does.
func crossing(gold, system []ptb.Span, n int) (count int) {
	open, innermost := []ptb.Span{{End: n}}, make([]ptb.Span, n+1) // over each boundary between words
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
