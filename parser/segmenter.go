package parser

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"parser/conll"
	"parser/model"
	"parser/parser/score"
	"parser/parser/structure"
	"parser/parser/text"
	"parser/transition"
)

// ErrNoSegmenter is the cause when a model is to read raw text and has no segmenter, or is
// given one that is none.
var ErrNoSegmenter = errors.New("the model cannot cut raw text into words")

// Segmenter cuts raw text into sentences and words, as package text says.
type Segmenter struct {
	Rules  *text.Rules
	Tagger *Parser // of units
}

// Check returns an ErrNoSegmenter unless the segmenter can work.
func (s *Segmenter) Check() error {
	switch {
	case s.Rules == nil || s.Tagger == nil:
		return ErrNoSegmenter
	case s.Tagger.Kind() != transition.Tags || s.Tagger.Field() != text.Field || len(s.Tagger.taggers) > 0:
		return fmt.Errorf("%w: a tagger of units is needed", ErrNoSegmenter)
	}
	return nil
}

// WithSegmenter returns the parser with a segmenter, nil for none, in the place of the one that it had. The
// error is an ErrNoSegmenter.
func (p *Parser) WithSegmenter(s *Segmenter) (*Parser, error) {
	if s != nil {
		if err := s.Check(); err != nil {
			return nil, err
		}
	}
	q := p.clone()
	q.segmenter, q.meta.Segmenter = s, s != nil
	return q, nil
}

// Segmenter returns the segmenter of the parser or of its base, nil if it has none. It must not
// be changed.
func (p *Parser) Segmenter() *Segmenter {
	if p.segmenter == nil && p.base != nil {
		return p.base.Segmenter()
	}
	return p.segmenter
}

// Text returns the sentences of a raw text, plain or compressed with gzip, for Stream or
// StreamTrees. The name stands in errors. The error is ErrNoSegmenter or ErrNil.
//
//	sentences, err := p.Text(os.Stdin, "stdin", text.Options{})
//	err = p.Stream(ctx, sentences.Read, w.Write, workers)
func (p *Parser) Text(r io.Reader, name string, o text.Options) (*text.Reader, error) {
	s := p.Segmenter()
	switch {
	case s == nil:
		return nil, ErrNoSegmenter
	case r == nil:
		return nil, ErrNil
	}
	return text.NewReader(r, name, s.Rules, func(windows []*conll.Sentence) error {
		items := make([]*structure.Item, len(windows))
		for i, window := range windows {
			items[i] = &structure.Item{Words: window.Words}
		}
		w := s.Tagger.takeWorker()
		w.annotate(items...)
		w.giveBack()
		return nil
	}, o), nil
}

// SegmenterPrefix is what the names of a segmenter's entries in a model file begin with: one has the
// rules as JSON, and the others are those of the tagger.
const SegmenterPrefix = "segmenter/"

const rulesEntry = SegmenterPrefix + "rules"

// entries returns the segmenter as entries of a model file.
func (s *Segmenter) entries(prefix string) ([]model.Entry, error) {
	rules, err := json.Marshal(s.Rules)
	if err != nil {
		return nil, err
	}
	entries, err := s.Tagger.entries(prefix + SegmenterPrefix)
	return append([]model.Entry{model.TextEntry(prefix+rulesEntry, rules)}, entries...), err
}

// readSegmenter reads a segmenter.
func readSegmenter(arrays *model.Arrays, prefix string, kinds []score.Kind) (*Segmenter, error) {
	rules, err := model.Array[byte](arrays, prefix+rulesEntry)
	if err != nil {
		return nil, err
	}
	s := &Segmenter{Rules: &text.Rules{}}
	if err := json.Unmarshal(rules, s.Rules); err != nil {
		return nil, fmt.Errorf("%w: rules of segmentation: %w", model.ErrFile, err)
	}
	s.Tagger, err = fromArrays(arrays, prefix+SegmenterPrefix, maxDepth, kinds)
	return s, err
}
