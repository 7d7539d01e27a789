package parser

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"parser/conll"
	"parser/eval"
	"parser/model/npz"
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
		return p.holding(segmenterParts())
	}
	return p.holding(segmenterParts(), s)
}

// Segmenter returns the segmenter of the parser or of its base, nil if it has none. It must not
// be changed.
func (p *Parser) Segmenter() *Segmenter {
	if own := p.of(segmenterPart); len(own) > 0 {
		return own[0].(*Segmenter)
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

const segmenterPart = "segmenter"

// segmenterParts is the segmenter of a model. One of its entries has the rules as JSON, and the others
// are those of its tagger.
func segmenterParts() partKind {
	return partKind{
		name:  segmenterPart,
		count: func(m *Meta) int { return eval.One(m.Segmenter) },
		set:   func(m *Meta, n int) { m.Segmenter = n > 0 },
		load: func(l *loading, prefix string) (part, error) {
			rules, err := npz.Array[byte](l.arrays, prefix+rulesEntry)
			if err != nil {
				return nil, err
			}
			s := &Segmenter{Rules: &text.Rules{}}
			if err := json.Unmarshal(rules, s.Rules); err != nil {
				return nil, fmt.Errorf("%w: rules of segmentation: %w", npz.ErrFile, err)
			}
			inner := *l
			inner.depth = maxDepth
			s.Tagger, err = inner.read(prefix)
			return s, err
		},
		hold: func(_ *Parser, parts []part) ([]part, error) {
			for _, x := range parts {
				if err := x.(*Segmenter).Check(); err != nil {
					return nil, err
				}
			}
			return parts, nil
		},
	}
}

const rulesEntry = "rules"

func (*Segmenter) kind() string { return segmenterPart }

func (s *Segmenter) fills(*Parser) []string { return nil }

func (s *Segmenter) model() *Parser { return s.Tagger }

func (s *Segmenter) with(m *Parser) part { return &Segmenter{Rules: s.Rules, Tagger: m} }

func (s *Segmenter) entries(prefix string) ([]npz.Entry, error) {
	rules, err := json.Marshal(s.Rules)
	if err != nil {
		return nil, err
	}
	entries, err := s.Tagger.entries(prefix)
	return append([]npz.Entry{npz.Text(prefix+rulesEntry, rules)}, entries...), err
}

func (s *Segmenter) stage(*Parser) (before, after func([]*structure.Item)) { return nil, nil }
