package conllx

import (
	"fmt"

	"parser/conll"
	"parser/eval"
)

// Scorer compares sentence after sentence as eval.pl 1.9 does and collects what
// its report needs: memory grows with the vocabulary and with the number of
// errors, not with the text. For the three scores alone use [Attachment].
//
//	s := conllx.NewScorer(conllx.Options{})
//	err := eval.Pairs(goldReader, systemReader, s.Add)
//	report, err := s.Report()
//	err = report.Write(os.Stdout)
type Scorer struct {
	options     Options
	goldFile    string
	systemFile  string
	sentences   int
	total       Attachment
	mismatches  int
	mismatch    string
	tags        eval.Tally[Attachment]
	labels      retrievals
	attachments retrievals
	directions  retrievals
	distances   retrievals
	frames      frameCounts
	errors      []mistake
	worst       Worst
}

// NewScorer returns a scorer that has seen nothing.
func NewScorer(o Options) *Scorer { return &Scorer{options: o, frames: frameCounts{}} }

// Add compares one more sentence. The cause of an error is eval.ErrWordCount;
// nothing is counted then.
func (s *Scorer) Add(gold, system *conll.Sentence) error {
	if err := eval.CheckLengths(gold, system); err != nil {
		return err
	}
	if s.sentences == 0 {
		s.goldFile, s.systemFile = gold.File, system.File
	}
	s.sentences++
	here := Attachment{}
	for i := range gold.Words {
		g, y := &gold.Words[i], &system.Words[i]
		if g.Form != y.Form || g.UPOS != y.UPOS { // eval.pl warns and goes on with the gold side; so do we
			if s.mismatches == 0 {
				s.mismatch = fmt.Sprintf("%s: %q / %s, but %q / %s at %s",
					eval.Place(gold, i), g.Form, g.UPOS, y.Form, y.UPOS, eval.Place(system, i))
			}
			s.mismatches++
		}
		if !s.options.Scores(g.Form) {
			here.Skipped++
			continue
		}
		head, label := g.Head == y.Head, g.Deprel == y.Deprel
		here.count(head, label)
		s.count(i+1, g, y)
		if !head || !label {
			s.errors = append(s.errors, newMistake(gold, system, i, head, label))
		}
	}
	s.total.Add(here)
	s.frames.add(gold, system, s.options)
	s.worst.add(SentenceErrors{s.sentences, gold.Line, here.Scored - here.Heads, here.Scored - here.Labels, here.Scored - here.Both})
	return nil
}

// count enters scored word number n, right or wrong.
func (s *Scorer) count(n int, gold, system *conll.Word) {
	head, label := gold.Head == system.Head, gold.Deprel == system.Deprel
	s.tags.At(gold.UPOS).count(head, label)
	s.labels.count(gold.Deprel, system.Deprel, label)
	s.attachments.count(gold.Deprel, system.Deprel, head && label)
	g, y := Direction(n, gold.Head), Direction(n, system.Head)
	s.directions.count(g, y, g == y)
	g, y = Distance(n, gold.Head), Distance(n, system.Head)
	s.distances.count(g, y, g == y)
}

// Mismatch returns how many tokens differ in form or part of speech, scored or
// not, and where the first of them is. They are scored all the same, under the
// gold form and tag.
func (s *Scorer) Mismatch() (n int, first string) { return s.mismatches, s.mismatch }

// SentenceErrors counts what is wrong in one sentence.
type SentenceErrors struct {
	Sentence int `json:"sentence"` // from 1
	Line     int `json:"line"`     // in the gold file
	Heads    int `json:"head_errors"`
	Labels   int `json:"label_errors"`
	Words    int `json:"word_errors"`
}

// Worst holds the first sentence with most errors of each kind.
type Worst struct {
	Words  SentenceErrors `json:"words"`
	Heads  SentenceErrors `json:"heads"`
	Labels SentenceErrors `json:"labels"`
}

func (w *Worst) add(e SentenceErrors) {
	first := w.Words.Sentence == 0
	if first || e.Words > w.Words.Words {
		w.Words = e
	}
	if first || e.Heads > w.Heads.Heads {
		w.Heads = e
	}
	if first || e.Labels > w.Labels.Labels {
		w.Labels = e
	}
}
