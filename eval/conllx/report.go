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
	switch {
	case s.sentences == 0:
		return nil, fmt.Errorf("%w: no sentences", eval.ErrNoTokens)
	case s.total.Scored == 0:
		return nil, fmt.Errorf("%s: %w: %d sentences, but punctuation only", s.goldFile, eval.ErrNoTokens, s.sentences)
	}
	r := &Report{
		Gold: s.goldFile, System: s.systemFile, Attachment: s.total,
		Labels:      s.labels.rows(s.labels.Names()),
		Attachments: s.attachments.rows(s.attachments.Names()),
		Directions:  s.directions.rows(directions()),
		Distances:   s.distances.rows(Distances()),
		Frames:      s.frames.frequent(),
		Focus:       s.focus.top(focusRows),
		Worst:       s.worst,
	}
	for _, tag := range s.tags.Frequent(func(a *Attachment) int { return a.Scored }) {
		r.Tags = append(r.Tags, TagRow{tag, *s.tags[tag]})
	}
	r.Contexts.OneBefore, r.Contexts.TwoBefore = s.before.tables(1)
	r.Contexts.OneAfter, r.Contexts.TwoAfter = s.after.tables(0)
	r.Specific, r.SharedLocals = s.specific.report()
	return r, nil
}

// Write prints the report byte for byte as eval.pl does. It returns the first
// error of the writer.
func (r *Report) Write(w io.Writer) error { return layout.Print(w, r.print) }

// WriteScores prints the three scores only, as eval.pl -q does.
func (r *Report) WriteScores(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) { printer{p}.scores(r.Attachment) })
}

func (r *Report) print(to layout.Printer) {
	p := printer{to}
	p.scores(r.Attachment)
	p.Printf("\n  %s\n\n", strings.Repeat("=", headingWidth))
	p.Printf("  Evaluation of the results in %s\n  vs. gold standard %s:\n\n", r.System, r.Gold)
	p.Printf("  Legend: '%s' - the beginning of a sentence, '%s' - the end of a sentence\n\n", sentenceStart, sentenceEnd)
	p.Printf("  Number of non-scoring tokens: %d\n\n", r.Attachment.Skipped)
	p.accuracy(r)
	p.errorRate(r)
	p.retrievals("DEPREL", "deprel", r.Labels)
	p.retrievals("DEPREL + ATTACHMENT", "deprel", r.Attachments)
	p.retrievals("binned HEAD direction", "direction", r.Directions)
	p.retrievals("binned HEAD distance", "distance", r.Distances)
	p.Printf("\n\n  Frame confusions (gold versus system; *...* marks the head token)\n\n")
	for _, f := range r.Frames {
		p.Printf("  %3d  %s\n", f.Count, f.text())
	}
	p.focus(r.Focus)
	p.contexts(r.Contexts)
	p.worst("word", r.Worst.Words, "\n\n")
	p.worst("head", r.Worst.Heads, "\n\n")
	p.worst("dependency", r.Worst.Labels, "")
	p.specific(r)
}

// Widths of lines and of first columns in the report.
const (
	headingWidth  = 80
	specificWidth = 41
	sharedWidth   = 51
	tagWidth      = 10
	labelWidth    = 15
)
