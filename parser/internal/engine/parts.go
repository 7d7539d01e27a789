package engine

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"parser/conll"
	"parser/eval"
	"parser/model/npz"
	"parser/parser/internal/lookup"
	"parser/parser/internal/neural"
	"parser/parser/internal/score"
	"parser/parser/internal/transformer"
	"parser/parser/text"
	"parser/parser/treebank"
)

// part is a model inside another one, with which it is saved, loaded, packed and described.
type part struct {
	model *Parser
	rules *text.Rules // of a segmenter, whose model tags units
	tags  string      // of the base of a parser of constituents: the column whose tags that takes; "" for none
	lends []string    // of the base of a parser of dependencies: the columns that it fills where they are empty
}

// The kinds of parts, in the order in which files have them.
const (
	taggerPart    = iota // taggers fill the words that scorers see, see [worker.tag]
	segmenterPart        // cuts raw text into words
	basePart             // makes the heads that a parser needs, or tags of words
	partKinds
)

// partName returns the prefix of the names of the entries of a part in a file: "tagger0", "tagger1".
func partName(kind, i int) string {
	if kind == taggerPart {
		return fmt.Sprint("tagger", i)
	}
	return [...]string{segmenterPart: "segmenter", basePart: "base"}[kind]
}

// rulesEntry has the rules of a segmenter as JSON.
const rulesEntry = "rules"

// Held is a part of a model, for descriptions of models.
type Held struct {
	Name  string  // "tagger0", "segmenter", "base": followed by a slash, it begins the names of the entries in the file
	Model *Parser // that it works by
}

// Parts returns what the model holds beside its scorer, in the order in which its file has it.
func (p *Parser) Parts() (held []Held) {
	for kind, parts := range p.parts {
		for i, x := range parts {
			held = append(held, Held{partName(kind, i), x.model})
		}
	}
	return held
}

// holding returns a parser like p with these parts of a kind instead of its own.
func (p *Parser) holding(kind int, parts ...part) (*Parser, error) {
	var err error
	switch {
	case len(parts) == 0:
	case kind == segmenterPart:
		err = (&Segmenter{parts[0].rules, parts[0].model}).Check()
	case kind == basePart:
		parts, err = p.baseOf(parts[0].model)
	}
	if err != nil {
		return nil, err
	}
	q := p.clone()
	q.parts[kind] = parts
	q.meta.Taggers, q.meta.Segmenter, q.meta.Base = len(q.parts[taggerPart]), len(q.parts[segmenterPart]) > 0, len(q.parts[basePart]) > 0
	return q, nil
}

// loading is a model file that is being read.
type loading struct {
	arrays   *npz.Arrays
	kinds    []score.Kind
	encoders *transformer.Finder
	request  treebank.Request // what the model is read for
	depth    int              // how many models the part is inside
}

// loader returns what loads scorers of the kind that a model names; networks may read encoders.
func (l *loading) loader(m *Meta) (score.Loader, error) {
	return m.Options.loader(m.Scorer, func(k score.Kind) score.Kind {
		if n, ok := k.(neural.Kind); ok {
			n.Find = l.encoders.Find
			return n
		}
		return k
	})
}

// parts returns p with the parts that its file says it holds.
func (l *loading) parts(p *Parser, m *Meta, prefix string) (_ *Parser, err error) {
	tags := l.request.Reaches("tags")
	for kind, n := range [partKinds]int{m.Taggers, eval.One(m.Segmenter), eval.One(m.Base)} {
		if kind == basePart && !tags && len(p.parts[segmenterPart]) > 0 {
			n = 0
		}
		var parts []part
		for i := range n {
			x, err := l.part(kind, prefix+partName(kind, i)+"/")
			if err != nil {
				return nil, fmt.Errorf("%s: %w", partName(kind, i), err)
			}
			parts = append(parts, x)
		}
		if kind == basePart && !tags { // it cuts text, and lends nothing
			p.parts[kind] = parts
		} else if p, err = p.holding(kind, parts...); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (l *loading) part(kind int, prefix string) (x part, err error) {
	inner := *l
	switch kind {
	case taggerPart:
		inner.depth++
		if inner.request.Reaches("tags") {
			inner.request = treebank.Request{}
		}
	case segmenterPart:
		inner.depth, inner.request = maxDepth, treebank.Request{}
	}
	if x.model, err = inner.read(prefix); err != nil || kind != segmenterPart {
		return x, err
	}
	rules, err := npz.Array[byte](l.arrays, prefix+rulesEntry)
	if err != nil {
		return x, err
	}
	x.rules = &text.Rules{Lang: x.model.meta.Lang} // which older rules do not say
	if err := json.Unmarshal(rules, x.rules); err != nil {
		return x, fmt.Errorf("%w: rules of segmentation: %w", npz.ErrFile, err)
	}
	return x, nil
}

// Packed returns a parser like p, with all its parts, whose file has the weights of networks in another precision, one
// of npz.Precisions; with int8 the weights of linear scorers are small integers. They are rounded now, so that the
// parser parses as it will when it is loaded again. An error is an ErrOptions.
func (p *Parser) Packed(precision string) (*Parser, error) {
	if !slices.Contains(npz.Precisions(), precision) {
		return nil, fmt.Errorf("%w: precision is %q, not one of %q", ErrOptions, precision, npz.Precisions())
	}
	q := p.clone()
	for kind := range q.parts {
		q.parts[kind] = slices.Clone(p.parts[kind])
		for i := range q.parts[kind] {
			x := &q.parts[kind][i]
			x.model, _ = x.model.Packed(precision) // which is one
		}
	}
	if s, ok := p.scorer.(score.Packer); ok {
		q.scorer, q.meta.Packed = s.Packed(npz.Precision(precision)), precision
	}
	return q, nil
}

// ErrNoSegmenter is the cause when a model has no segmenter to read raw text, or an unusable one.
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

// WithSegmenter returns the parser with another segmenter, nil for none. The error is an ErrNoSegmenter.
func (p *Parser) WithSegmenter(s *Segmenter) (*Parser, error) {
	if s == nil {
		return p.holding(segmenterPart)
	}
	q, err := p.holding(segmenterPart, part{model: s.Tagger, rules: s.Rules})
	if err != nil {
		return nil, err
	}
	return q.lookingUp()
}

// Segmenter returns the segmenter of the parser or of its base, nil if it has none. It must not be changed.
func (p *Parser) Segmenter() *Segmenter {
	if own := p.parts[segmenterPart]; len(own) > 0 {
		return &Segmenter{own[0].rules, own[0].model}
	}
	if base := p.Base(); base != nil {
		return base.Segmenter()
	}
	return nil
}

// readsBy returns how the segmenter looks units up.
func (p *Parser) readsBy() *lookup.Table {
	if base := p.Base(); p.reading == nil && base != nil {
		return base.readsBy()
	}
	return p.reading
}

// Text returns the sentences of a raw text, plain or compressed, for Stream or
// StreamTrees. The name stands in errors. The error is ErrNoSegmenter, unless all tokens and sentences are given, or ErrNil.
//
//	sentences, err := p.Text(os.Stdin, "stdin", text.Options{})
//	err = p.Stream(ctx, sentences.Read, w.Write, workers)
func (p *Parser) Text(r io.Reader, name string, o text.Options) (*text.Reader, error) {
	s := p.Segmenter()
	switch {
	case s == nil && (o.Segmented < text.Horizontal || o.FindSentences):
		return nil, ErrNoSegmenter
	case r == nil:
		return nil, ErrNil
	case s == nil:
		return text.NewReader(r, name, nil, nil, o), nil
	}
	o.Forms = p.readsBy().Forms
	return text.NewReader(r, name, s.Rules, func(windows []*conll.Sentence) error {
		items := make([]*treebank.Item, len(windows))
		for i, window := range windows {
			items[i] = &treebank.Item{Words: window.Words}
		}
		withWorkers([]*Parser{s.Tagger}, func(annotate func(...*treebank.Item)) { annotate(items...) })
		return nil
	}, o), nil
}

// ErrTaggers is the cause when a model cannot hold its new taggers.
var ErrTaggers = errors.New("a model cannot hold these taggers")

// Taggers returns the taggers of the model in the order in which they work; those of a tagger are its first pass.
func (p *Parser) Taggers() (taggers []*Parser) {
	for _, x := range p.parts[taggerPart] {
		taggers = append(taggers, x.model)
	}
	return taggers
}

// WithTaggers returns the parser with other taggers, which set their fields, where they are empty, before the words are
// parsed. The error is that of CheckTaggers.
func (p *Parser) WithTaggers(taggers ...*Parser) (*Parser, error) {
	if err := CheckTaggers(taggers); err != nil {
		return nil, err
	}
	parts := make([]part, len(taggers))
	for i, t := range taggers {
		parts[i].model = t
	}
	q, err := p.holding(taggerPart, parts...)
	if err != nil {
		return nil, err
	}
	return q.lookingUp()
}

// CheckTaggers returns an ErrTaggers unless these can work one after the other: taggers of different fields.
func CheckTaggers(taggers []*Parser) error {
	var fields []string
	for _, t := range taggers {
		switch {
		case t == nil:
			return fmt.Errorf("%w: nil is no tagger", ErrTaggers)
		case t.Field() == "":
			return fmt.Errorf("%w: %s is no tagger", ErrTaggers, t.meta.System)
		case slices.Contains(fields, t.Field()):
			return fmt.Errorf("%w: two of %s", ErrTaggers, t.Field())
		case slices.ContainsFunc(t.Taggers(), func(first *Parser) bool { return len(first.Taggers()) > 0 }):
			return fmt.Errorf("%w: one has a first pass that has a first pass", ErrTaggers)
		}
		fields = append(fields, t.Field())
	}
	return nil
}
