package pipe

import (
	"context"
	"errors"
	"fmt"

	"parser/conll/textfile"
	"parser/parser"
	"parser/parser/internal/grounding"
	"parser/parser/structure"
	"parser/parser/text"
)

// ErrForm is the cause when a file is not of the kind that is asked for, or has less than that.
var ErrForm = errors.New("the input is of another kind")

// formError is an ErrForm that says it better.
type formError struct{ error }

func formErrorf(format string, values ...any) error { return formError{fmt.Errorf(format, values...)} }

func (formError) Unwrap() error { return ErrForm }

// Reading says how the input of a parser is read.
type Reading struct {
	structure.Reading
	Text    text.Options // of raw text
	Ahead   int          // texts of graphs whose trees are made at a time; 0 for one
	Workers int          // … by this many goroutines
}

// Reader returns what reads the items of an open file that a parser is to parse: in the form Text raw text; graphs, of
// which it takes the texts; or one of the forms that [structure.Structure.Parses]. The error is an ErrForm,
// parser.ErrNoSegmenter or parser.ErrNoBase.
func Reader(ctx context.Context, p *parser.Parser, f *textfile.Reader, how Reading) (func() (*structure.Item, error), error) {
	builds := p.Structure()
	form, ok := builds.Parses(how.Form)
	switch {
	case form == Text:
		r, err := p.Text(f, f.Name, how.Text)
		if err != nil {
			return nil, err
		}
		return structure.Items(r.Read, structure.SentenceItem), nil
	case !ok:
		return nil, otherForm(f, form, builds)
	case form == textfile.Graphs && p.Base() == nil:
		return nil, parser.ErrNoBase
	}
	how.Form = form
	read := structure.Reader(f, how.Reading)
	if form != textfile.Graphs {
		return read, nil
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
	return &Source{Input: in, Item: "sentence", Files: files, Reader: func(f *textfile.Reader, form string) (func() (*structure.Item, error), error) {
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
	if s.WritesTags {
		return formErrorf("%s has %s; they need a model of %s (parser train --system %s)", f.Name, other.Name(), other.Name(), other.Systems()[0])
	}
	return formErrorf("%s is not CoNLL: its first line is that of --format %s, which needs a model of %s (parser train --system %s)",
		f.Name, form, other.Name(), other.Systems()[0])
}

// Grounded returns the sentences of texts with the trees that the base of a parser of graphs makes of them.
func Grounded(ctx context.Context, p *parser.Parser, how Reading, next func() (*grounding.Text, error)) func() (*structure.Item, error) {
	read := grounding.Reader(ctx, p.Base(), next, max(1, how.Ahead), how.Workers)
	return structure.Items(read, structure.SentenceItem)
}

// Source returns what a parser is to parse of files, in whatever form they are.
func (in *Input) Source(ctx context.Context, p *parser.Parser, how Reading, files ...string) *Source {
	s := &Source{Input: in, Item: "sentence", Files: files}
	if builds := p.Structure(); builds.WritesTags {
		s.Hint = "a model of " + builds.Name() + " reads lines of word/TAG, CoNLL or Penn brackets; " + RawTextHint
	}
	s.Reader = func(f *textfile.Reader, form string) (func() (*structure.Item, error), error) {
		how := how
		how.Reading = in.Reading(form)
		as, _ := p.Structure().Parses(form)
		s.Aligned = as == textfile.Tagged
		return Reader(ctx, p, f, how)
	}
	return s
}

// WriteAll writes items, and then what is still to be written.
func WriteAll(w structure.Writer, items []*structure.Item) error {
	for _, it := range items {
		if err := w.Write(it); err != nil {
			return err
		}
	}
	return w.Flush()
}
