package parser

import (
	"errors"
	"fmt"
	"io"

	"parser/conll"
	"parser/parser/structure"
	"parser/parser/text"
)

// ErrNoSegmenter is the cause when a model is to read raw text and has no segmenter, or is
// given a segmenter that cannot work.
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
	case s.Tagger.Field() != text.Field || len(s.Tagger.Taggers()) > 0:
		return fmt.Errorf("%w: a tagger of units is needed", ErrNoSegmenter)
	}
	return nil
}

// WithSegmenter returns the parser with a segmenter, nil for none, in place of the one that it had. The
// error is an ErrNoSegmenter.
func (p *Parser) WithSegmenter(s *Segmenter) (*Parser, error) {
	if s == nil {
		return p.holding(segmenterPart)
	}
	return p.holding(segmenterPart, part{model: s.Tagger, rules: s.Rules})
}

// Segmenter returns the segmenter of the parser or of its base, nil if it has none. It must not
// be changed.
func (p *Parser) Segmenter() *Segmenter {
	if own := p.parts[segmenterPart]; len(own) > 0 {
		return &Segmenter{own[0].rules, own[0].model}
	}
	if base := p.Base(); base != nil {
		return base.Segmenter()
	}
	return nil
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
