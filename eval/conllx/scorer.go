package conllx

import (
	"cmp"
	"fmt"
	"slices"

	"parser/conll"
	"parser/eval"
	"parser/eval/layout"
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
	sentences   int
	report      Report // names, Attachment and Worst only
	mismatches  int
	mismatch    string
	tags        eval.Tally[Attachment]
	labels      retrievals
	attachments retrievals
	directions  retrievals
	distances   retrievals
	frames      map[FrameConfusion]int
	errors      []mistake
}

// NewScorer returns a scorer that has seen nothing.
func NewScorer(o Options) *Scorer { return &Scorer{options: o, frames: map[FrameConfusion]int{}} }

// Add compares one more sentence. The cause of an error is eval.ErrWordCount;
// nothing is counted then.
func (s *Scorer) Add(gold, system *conll.Sentence) error {
	var here Attachment
	if err := here.AddSentence(gold, system, s.options); err != nil {
		return err
	}
	r := &s.report
	if s.sentences == 0 {
		r.Gold, r.System = gold.File, system.File
	}
	s.sentences++
	r.Attachment.Add(here)
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
			continue
		}
		head, label := g.Head == y.Head, g.Deprel == y.Deprel
		s.tags.At(g.UPOS).count(head, label)
		s.labels.count(g.Deprel, y.Deprel, label)
		s.attachments.count(g.Deprel, y.Deprel, head && label)
		from, to := Direction(i+1, g.Head), Direction(i+1, y.Head)
		s.directions.count(from, to, from == to)
		from, to = Distance(i+1, g.Head), Distance(i+1, y.Head)
		s.distances.count(from, to, from == to)
		if !head || !label {
			s.errors = append(s.errors, newMistake(gold, system, i))
		}
	}
	e := SentenceErrors{s.sentences, gold.Line, here.Scored - here.Heads, here.Scored - here.Labels, here.Scored - here.Both}
	if e.Words > 0 { // else the frames are the same
		ours, theirs := frames(gold, gold, s.options), frames(gold, system, s.options)
		for i, frame := range ours {
			if theirs[i] != frame {
				s.frames[FrameConfusion{Gold: frame, System: theirs[i]}]++
			}
		}
	}
	if s.sentences == 1 || e.Words > r.Worst.Words.Words {
		r.Worst.Words = e
	}
	if s.sentences == 1 || e.Heads > r.Worst.Heads.Heads {
		r.Worst.Heads = e
	}
	if s.sentences == 1 || e.Labels > r.Worst.Labels.Labels {
		r.Worst.Labels = e
	}
	return nil
}

// Mismatch returns how many tokens differ in form or part of speech, scored or
// not, and where the first of them is. They are scored all the same, under the
// gold form and tag.
func (s *Scorer) Mismatch() (n int, first string) { return s.mismatches, s.mismatch }

// Report is the error analysis of eval.pl 1.9. Rows that tie in count are in
// the order of their text (eval.pl leaves that to chance).
type Report struct {
	Gold         string           `json:"gold"`   // file name, for the heading
	System       string           `json:"system"` // file name, for the heading
	Attachment   Attachment       `json:"attachment"`
	Tags         []TagRow         `json:"tags"`               // coarse part of speech
	Labels       []Retrieval      `json:"labels"`             // DEPREL
	Attachments  []Retrieval      `json:"labels_attachments"` // DEPREL and HEAD
	Directions   []Retrieval      `json:"directions"`
	Distances    []Retrieval      `json:"distances"`
	Frames       []FrameConfusion `json:"frame_confusions"`
	Focus        []ErrorCount     `json:"focus_words"`
	Contexts     Contexts         `json:"contexts"`
	Worst        Worst            `json:"worst_sentences"`
	Specific     []SpecificError  `json:"specific_errors"`
	SharedLocals []SharedContext  `json:"shared_contexts"`
}

// Worst holds the first sentence with most errors of each kind.
type Worst struct {
	Words  SentenceErrors `json:"words"`
	Heads  SentenceErrors `json:"heads"`
	Labels SentenceErrors `json:"labels"`
}

// SentenceErrors counts what is wrong in one sentence.
type SentenceErrors struct {
	Sentence int `json:"sentence"` // from 1
	Line     int `json:"line"`     // in the gold file
	Heads    int `json:"head_errors"`
	Labels   int `json:"label_errors"`
	Words    int `json:"word_errors"`
}

// Report sums up what was added so far. The cause of an error is eval.ErrNoTokens.
func (s *Scorer) Report() (*Report, error) {
	switch {
	case s.sentences == 0:
		return nil, fmt.Errorf("%w: no sentences", eval.ErrNoTokens)
	case s.report.Attachment.Scored == 0:
		return nil, fmt.Errorf("%s: %w: %s of punctuation only", s.report.Gold, eval.ErrNoTokens, layout.Count(s.sentences, "sentence"))
	}
	r := s.report
	r.Labels, r.Attachments = s.labels.rows(s.labels.Names()), s.attachments.rows(s.attachments.Names())
	r.Directions = s.directions.rows([]string{"to_root", "left", "right", "self"})
	r.Distances = s.distances.rows(Distances())
	r.Frames = []FrameConfusion{}
	for f, n := range s.frames {
		if f.Count = n; n >= frameThreshold {
			r.Frames = append(r.Frames, f)
		}
	}
	slices.SortFunc(r.Frames, func(x, y FrameConfusion) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.Gold+"/ "+x.System, y.Gold+"/ "+y.System))
	})
	r.Focus = countErrors(s.errors, func(m *mistake) string { return m.words[focus].text }).top(focusRows)
	for _, tag := range s.tags.Frequent(func(a *Attachment) int { return a.Scored }) {
		r.Tags = append(r.Tags, TagRow{tag, *s.tags[tag]})
	}
	r.Contexts.OneBefore, r.Contexts.TwoBefore = contextTables(s.errors, focus-1, focus-2)
	r.Contexts.OneAfter, r.Contexts.TwoAfter = contextTables(s.errors, focus+1, focus+1)
	r.Specific, r.SharedLocals = specificErrors(s.errors)
	return &r, nil
}
