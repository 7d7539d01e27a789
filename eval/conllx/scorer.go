package conllx

import (
	"cmp"
	"fmt"
	"slices"

	"parser/conll"
	"parser/eval"
	"parser/eval/internal/tally"
	"parser/eval/layout"
)

// Scorer compares sentence after sentence as eval.pl 1.9 does and collects what
// its report needs: memory grows with the vocabulary and the number of errors.
//
//	s := conllx.NewScorer(conllx.Options{})
//	err := s.Add(gold, system) // and so on
//	report, err := s.Report()
//	err = report.Write(os.Stdout)
type Scorer struct {
	options     Options
	sentences   int
	report      Report // only its names, Attachment and Worst
	mismatches  int
	mismatch    string
	tags        tally.Tally[Attachment]
	labels      retrievals
	attachments retrievals
	directions  retrievals
	distances   retrievals
	frames      map[frameConfusion]int
	errors      []mistake
}

// NewScorer returns a scorer that has seen nothing.
func NewScorer(o Options) *Scorer { return &Scorer{options: o, frames: map[frameConfusion]int{}} }

// Add compares one more sentence, or counts nothing if there is an error, eval.ErrWordCount. Of several gold trees the
// nearest counts, see [Options.Nearest].
func (s *Scorer) Add(gold, system *conll.Sentence) error {
	var here Attachment
	gold, err := s.options.Nearest(gold, system)
	if err != nil {
		return err
	}
	if err := here.addSentence(gold, system, s.options); err != nil {
		return err
	}
	r := &s.report
	if s.sentences == 0 {
		r.Gold, r.System = gold.File, system.File
	}
	s.sentences++
	r.Attachment.add(here)
	for i := range gold.Words {
		g, y := &gold.Words[i], &system.Words[i]
		if g.Form != y.Form || g.UPOS != y.UPOS { // as in eval.pl, the gold side is used all the same
			if s.mismatches == 0 {
				s.mismatch = fmt.Sprintf("%s: %q / %s, but %q / %s at %s",
					gold.Place(i), g.Form, g.UPOS, y.Form, y.UPOS, system.Place(i))
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
	e := sentenceErrors{s.sentences, gold.Line, here.Scored - here.Heads, here.Scored - here.Labels, here.Scored - here.Both}
	if e.Words > 0 { // else the frames are the same
		ours, theirs := frames(gold, gold, s.options), frames(gold, system, s.options)
		for i, frame := range ours {
			if theirs[i] != frame {
				s.frames[frameConfusion{Gold: frame, System: theirs[i]}]++
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

// Mismatch returns how many tokens differ in form or part of speech, scored or not, and where
// the first of them is. Of these eval.pl warns too; the gold form and tag count.
func (s *Scorer) Mismatch() (n int, first string) { return s.mismatches, s.mismatch }

// Report is the error analysis of eval.pl 1.9. Rows with equal counts are sorted by
// their text (in eval.pl their order is random).
type Report struct {
	Gold         string           `json:"gold"`   // file name, for the heading
	System       string           `json:"system"` // file name, for the heading
	Attachment   Attachment       `json:"attachment"`
	Tags         []tagRow         `json:"tags"`               // coarse part of speech
	Labels       []retrieval      `json:"labels"`             // DEPREL
	Attachments  []retrieval      `json:"labels_attachments"` // DEPREL and HEAD
	Directions   []retrieval      `json:"directions"`
	Distances    []retrieval      `json:"distances"`
	Frames       []frameConfusion `json:"frame_confusions"`
	Focus        []errorCount     `json:"focus_words"`
	Contexts     contexts         `json:"contexts"`
	Worst        worst            `json:"worst_sentences"`
	Specific     []specificError  `json:"specific_errors"`
	SharedLocals []sharedContext  `json:"shared_contexts"`
}

// worst holds the sentence with most errors of each kind, the first one if several tie.
type worst struct {
	Words  sentenceErrors `json:"words"`
	Heads  sentenceErrors `json:"heads"`
	Labels sentenceErrors `json:"labels"`
}

type sentenceErrors struct {
	Sentence int `json:"sentence"` // from 1
	Line     int `json:"line"`     // in the gold file
	Heads    int `json:"head_errors"`
	Labels   int `json:"label_errors"`
	Words    int `json:"word_errors"`
}

// Report sums up the sentences added so far. The cause of an error is eval.ErrNoTokens.
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
	r.Frames = []frameConfusion{}
	for f, n := range s.frames {
		if f.Count = n; n >= frameThreshold {
			r.Frames = append(r.Frames, f)
		}
	}
	slices.SortFunc(r.Frames, func(x, y frameConfusion) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), cmp.Compare(x.Gold+"/ "+x.System, y.Gold+"/ "+y.System))
	})
	r.Focus = top(countErrors(s.errors, func(m *mistake) string { return m.words[focus].text }), focusRows)
	for _, tag := range s.tags.Frequent(func(a *Attachment) int { return a.Scored }) {
		r.Tags = append(r.Tags, tagRow{tag, *s.tags[tag]})
	}
	r.Contexts.OneBefore, r.Contexts.TwoBefore = contextTables(s.errors, focus-1, focus-2)
	r.Contexts.OneAfter, r.Contexts.TwoAfter = contextTables(s.errors, focus+1, focus+1)
	r.Specific, r.SharedLocals = specificErrors(s.errors)
	return &r, nil
}
