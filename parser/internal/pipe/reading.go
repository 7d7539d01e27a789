package pipe

import (
	"context"

	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/segment"
	"parser/parser/internal/segment/signs"
	"parser/parser/internal/structure"
	"parser/parser/text"
	"parser/parser/treebank"
)

// Reading says how the input of a parser is read.
type Reading struct {
	structure.Reading
	Text    text.Options // of texts; their form adds what it says
	Signs   signs.Reader // of texts, where they begin inside of markup; else nil
	Ahead   int          // texts of graphs whose trees are made at a time; 0 for one
	Workers int          // … by this many goroutines, which cut text, too
}

// Reader returns what reads the items of an open file that a parser is to parse: text in one of its forms, the texts of
// graphs, or one of the forms that [structure.Structure.Parses]. Text needs no parser: without one it is cut as Unicode
// says. The error is an ErrForm, engine.ErrNoSegmenter or engine.ErrNoBase.
func Reader(ctx context.Context, p *engine.Parser, f *textfile.Reader, how Reading) (func() (*treebank.Item, error), error) {
	if given, ok := Segmented(how.Form); ok {
		how.Text.Segmented, how.Text.Immediate, how.Text.Workers = max(given, how.Text.Segmented), how.Immediate, how.Workers
		r, err := cut(p, f, how.Text)
		if err != nil {
			return nil, err
		}
		if how.Signs != nil {
			segment.Shows(r, how.Signs)
		}
		return structure.Items(r.Read, treebank.SentenceItem), nil
	}
	builds := p.Structure()
	form, ok := builds.Parses(how.Form)
	switch {
	case !ok:
		return nil, otherForm(f, form, builds)
	case form == textfile.Graphs && p.Base() == nil:
		return nil, engine.ErrNoBase
	}
	how.Form = form
	read := structure.Reader(f, how.Reading)
	r := p.Request()
	switch {
	case form == textfile.Graphs:
	case r.Reaches("trees"):
		return read, nil
	default:
		return words(read), nil
	}
	return Grounded(ctx, p, how, func() (*grounding.Text, error) {
		it, err := read()
		if err != nil {
			return nil, err
		}
		return grounding.TextOf(it.Graph)
	}), nil
}

// Words returns what s is built of in files, in whatever form they are, where that takes no model.
func (in *Input) Words(s *structure.Structure, files ...string) *Source {
	return &Source{Input: in, Item: "sentence", Files: files, Reader: func(f *textfile.Reader, form string) (func() (*treebank.Item, error), error) {
		as, ok := s.Parses(form)
		if !ok {
			return nil, otherForm(f, as, s)
		}
		return structure.Reader(f, in.Reading(as)), nil
	}}
}

// otherForm says which kind of model a file needs that is in a form which s is not built from.
func otherForm(f *textfile.Reader, form string, s *structure.Structure) error {
	other := structure.OfForm(form)
	if s.Reads != "" {
		return formErrorf("%s has %s; they need a model of %s (parser train --system %s)", f.Name, other.Name(), other.Name(), other.Systems()[0])
	}
	return formErrorf("%s is not CoNLL: its first line is that of --format %s, which needs a model of %s (parser train --system %s)",
		f.Name, form, other.Name(), other.Systems()[0])
}

// Grounded returns the sentences of texts with the trees that the base of a parser of graphs makes of them.
func Grounded(ctx context.Context, p *engine.Parser, how Reading, next func() (*grounding.Text, error)) func() (*treebank.Item, error) {
	read := grounding.Reader(ctx, p.Base(), next, max(1, how.Ahead), how.Workers)
	return structure.Items(read, treebank.SentenceItem)
}

// Source returns what a parser is to parse of files, in whatever form they are.
func (in *Input) Source(ctx context.Context, p *engine.Parser, how Reading, files ...string) *Source {
	s := &Source{Input: in, Item: "sentence", Files: files}
	if builds := p.Structure(); builds.Reads != "" {
		s.Hint = "a model of " + builds.Name() + " reads " + builds.Reads + "; " + rawTextHint
	}
	s.Reader = func(f *textfile.Reader, form string) (func() (*treebank.Item, error), error) {
		how := how
		how.Reading = in.Reading(form)
		as, _ := p.Structure().Parses(form)
		s.Aligned = as == textfile.Tagged
		return Reader(ctx, p, f, how)
	}
	return s
}
