package conllx

import (
	"fmt"

	"parser/eval"
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
		Directions:  s.directions.rows([]string{"to_root", "left", "right", "self"}),
		Distances:   s.distances.rows(Distances()),
		Frames:      s.frames.frequent(),
		Focus:       countErrors(s.errors, func(m *mistake) string { return m.words[focus].text }).top(focusRows),
		Contexts:    contexts(s.errors),
		Worst:       s.worst,
	}
	for _, tag := range s.tags.Frequent(func(a *Attachment) int { return a.Scored }) {
		r.Tags = append(r.Tags, TagRow{tag, *s.tags[tag]})
	}
	r.Specific = specificErrors(s.errors)
	r.SharedLocals = sharedContexts(r.Specific)
	return r, nil
}
