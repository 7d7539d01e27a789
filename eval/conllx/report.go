package conllx

import (
	"fmt"
	"io"
	"strings"

	"parser/eval"
	"parser/eval/layout"
)

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

// Report sums up what was added so far. The cause of an error is eval.ErrNoTokens.
func (s *Scorer) Report() (*Report, error) {
	if s.total.Scored == 0 {
		return nil, s.noTokens()
	}
	r := &Report{
		Gold:        s.goldFile,
		System:      s.systemFile,
		Attachment:  s.total,
		Tags:        s.tags.rows(),
		Labels:      s.labels.sorted(),
		Attachments: s.attachments.sorted(),
		Directions:  s.directions.named(directions),
		Distances:   s.distances.named(Distances),
		Frames:      s.frames.frequent(),
		Focus:       s.focus.top(focusRows),
		Worst:       s.worst,
	}
	r.Contexts.OneBefore, r.Contexts.TwoBefore = s.before.tables(1)
	r.Contexts.OneAfter, r.Contexts.TwoAfter = s.after.tables(0)
	r.Specific, r.SharedLocals = s.specific.report()
	return r, nil
}

// noTokens says why there is nothing to divide by.
func (s *Scorer) noTokens() error {
	if s.sentences == 0 {
		return fmt.Errorf("%w: no sentences", eval.ErrNoTokens)
	}
	return fmt.Errorf("%s: %w: %d sentences, but punctuation only", s.goldFile, eval.ErrNoTokens, s.sentences)
}

// Write prints the report byte for byte as eval.pl does. It returns the first
// error of the writer.
func (r *Report) Write(w io.Writer) error {
	p := printer{layout.NewPrinter(w)}
	p.scores(r.Attachment)
	p.heading(r)
	p.accuracy(r)
	p.errorRate(r)
	p.retrievals("DEPREL", "deprel", r.Labels)
	p.retrievals("DEPREL + ATTACHMENT", "deprel", r.Attachments)
	p.retrievals("binned HEAD direction", "direction", r.Directions)
	p.retrievals("binned HEAD distance", "distance", r.Distances)
	p.frames(r.Frames)
	p.focus(r.Focus)
	p.contexts(r.Contexts)
	p.worst(r.Worst)
	p.specific(r)
	return p.Flush()
}

// WriteScores prints the three scores only, as eval.pl -q does.
func (r *Report) WriteScores(w io.Writer) error {
	p := printer{layout.NewPrinter(w)}
	p.scores(r.Attachment)
	return p.Flush()
}

func (p printer) scores(a Attachment) {
	for line := range strings.Lines(a.String()) {
		p.Printf("  %s", line)
	}
}

// headingWidth is the length of the line under the scores.
const headingWidth = 80

func (p printer) heading(r *Report) {
	p.Printf("\n  %s\n\n", strings.Repeat("=", headingWidth))
	p.Printf("  Evaluation of the results in %s\n  vs. gold standard %s:\n\n", r.System, r.Gold)
	p.Printf("  Legend: '%s' - the beginning of a sentence, '%s' - the end of a sentence\n\n",
		sentenceStart, sentenceEnd)
	p.Printf("  Number of non-scoring tokens: %d\n\n", r.Attachment.Skipped)
}
