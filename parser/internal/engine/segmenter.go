package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/lookup"
	"parser/parser/internal/loops"
	"parser/parser/internal/segment"
	"parser/parser/text"
	"parser/parser/treebank"
)

// ErrNoSegmenter is the cause when a model has no segmenter to read raw text, or an unusable one.
var ErrNoSegmenter = errors.New("the model cannot cut raw text into words")

// Segmenter cuts raw text into sentences and words, as package text says.
type Segmenter struct {
	Rules  *segment.Rules
	Tagger *Parser       // of units
	units  *lookup.Table // by which it looks units up
}

// Check returns an ErrNoSegmenter unless the segmenter can work.
func (s *Segmenter) Check() error {
	switch {
	case s.Rules == nil || s.Tagger == nil:
		return ErrNoSegmenter
	case s.Tagger.Field() != segment.Field || len(s.Tagger.Taggers()) > 0:
		return fmt.Errorf("%w: a tagger of units is needed", ErrNoSegmenter)
	}
	return nil
}

// segmenting is what a segmenter has besides its tagger, the model of the part.
type segmenting struct {
	rules *segment.Rules
	units *lookup.Table
}

// rulesEntry has the rules as JSON.
const rulesEntry = "rules"

// Entries implements stored.
func (x segmenting) Entries(prefix string) []npz.Entry {
	text, _ := json.Marshal(x.rules) // which is texts and numbers
	return []npz.Entry{npz.Text(prefix+rulesEntry, text)}
}

func loadSegmenter(l *loading, _ *Parser, prefix string) (*Part, error) {
	x, err := l.inner(prefix, treebank.Request{}, maxDepth)
	if err != nil {
		return nil, err
	}
	text, err := npz.Array[byte](l.arrays, prefix+rulesEntry)
	if err != nil {
		return nil, err
	}
	rules := &segment.Rules{Lang: x.Model.meta.Lang} // which some files do not repeat in the rules
	if err := json.Unmarshal(text, rules); err != nil {
		return nil, fmt.Errorf("%w: rules of segmentation: %w", npz.ErrFile, err)
	}
	x.own = segmenting{rules: rules}
	return x, nil
}

func fitSegmenter(_ *Parser, parts []Part) ([]Part, error) {
	return parts, segmenterOf(parts[0]).Check()
}

func segmenterOf(x Part) *Segmenter {
	own := x.own.(segmenting)
	return &Segmenter{own.rules, x.Model, own.units}
}

// WithSegmenter returns the parser with another segmenter, nil for none. The error is an ErrNoSegmenter.
func (p *Parser) WithSegmenter(s *Segmenter) (*Parser, error) {
	if s == nil {
		return p.holding(segmenterKind)
	}
	q, err := p.holding(segmenterKind, Part{Model: s.Tagger, own: segmenting{rules: s.Rules}})
	if err != nil {
		return nil, err
	}
	return q.lookingUp()
}

// Segmenter returns the segmenter of the parser or of its base, nil if it has none. It must not be changed.
func (p *Parser) Segmenter() *Segmenter { return p.cuts() }

func (p *Parser) findSegmenter() *Segmenter {
	for _, x := range p.held(segmenterKind) {
		return segmenterOf(x)
	}
	if base := p.Base(); base != nil {
		return base.Segmenter()
	}
	return nil
}

// Text returns the sentences of a raw text, plain or compressed, for [Parser.All]. The name stands in errors. The error
// is ErrNoSegmenter, unless all tokens and sentences are given, ErrNil, or ErrOptions about o.
//
//	sentences, err := p.Text(os.Stdin, "stdin", text.Options{})
//	for it, err := range p.All(ctx, sentences.All(), workers) {
func (p *Parser) Text(r io.Reader, name string, o text.Options) (*segment.Reader, error) {
	s := p.Segmenter()
	switch {
	case o.Segmented > text.Vertical:
		return nil, fmt.Errorf("%w: text cannot be Segmented %d; the last is Vertical, %d", ErrOptions, o.Segmented, text.Vertical)
	case o.Markup != "" && o.Markup != text.HTML && o.Markup != text.Markdown:
		return nil, fmt.Errorf("%w: there is no markup %q, but %s and %s", ErrOptions, o.Markup, text.HTML, text.Markdown)
	case s == nil && (o.Segmented < text.Horizontal || o.FindSentences):
		return nil, ErrNoSegmenter
	case o.Workers < 0:
		return nil, fmt.Errorf("%w: text cannot be cut by %d workers", ErrOptions, o.Workers)
	case r == nil:
		return nil, ErrNil
	case s == nil:
		return segment.NewReader(r, name, nil, nil, nil, o), nil
	}
	return segment.NewReader(r, name, s.Rules, func(windows []*conll.Sentence) error {
		items := make([]*treebank.Item, len(windows))
		for i, window := range windows {
			items[i] = &treebank.Item{Words: window.Words}
		}
		loops.Crew(o.Workers).Share(len(items), 1, func(from, to int) {
			withWorkers([]*Parser{s.Tagger}, func(annotate func(...*treebank.Item)) { annotate(items[from:to]...) })
		})
		return nil
	}, s.units.Forms, o), nil
}
