package frame

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"parser/conll/textfile"
	"parser/parser/cli/internal/fetch"
	"parser/parser/cli/internal/places"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/mixed"
	"parser/parser/internal/pipe"
	"parser/parser/language"
	"parser/parser/treebank"
)

// Auto stands, where a model is named, for that of the language of the text.
const Auto = "auto"

// ByLanguage reports whether the language of raw text decides what answers where this model is named: Auto, or the model of
// many languages, if it is not told which of them.
func ByLanguage(name string) bool { return name == Auto || name == places.Several }

// Annotator is what does something with the sentences of a language.
type Annotator struct {
	Cutter *engine.Parser // cuts text into words; nil is the rule
	Run    func(ctx context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int) error
	Guard  func(*treebank.Item) error // refuses items; may be nil
	Began  func()                     // is called before some items are written; may be nil
}

// Mixed is raw text whose parts are in several languages, each for an annotator of its own.
type Mixed struct {
	*RawText
	Has func(language string) bool // there is an annotator
	For func(language string) (*Annotator, error)

	known map[string]*Annotator
	by    *Annotator     // of the item that was read last
	held  *treebank.Item // which was read and not yet handed on
}

// annotator returns that of a language; the error is for each language the same.
func (x *Mixed) annotator(language string) (*Annotator, error) {
	if a := x.known[language]; a != nil {
		return a, nil
	}
	a, err := x.For(language)
	if err == nil {
		if x.known == nil {
			x.known = map[string]*Annotator{}
		}
		x.known[language] = a
	}
	return a, err
}

// Source returns the sentences in files, as [RawText.Cut] does, for Run. Text in a language without a model is an error,
// after which it continues with text in the next language.
func (x *Mixed) Source(ctx context.Context, how pipe.Reading, files []string) *pipe.Source {
	x.Format = pipe.Text
	sentences := 0
	read := func(f *textfile.Reader, form string) (func() (*treebank.Item, error), error) {
		x.hint(f)
		how := how
		how.Reading = x.Reading(form)
		o := x.options(0)
		o.Immediate = x.Immediate
		runs, err := mixed.NewReader(f, mixed.Options{Has: x.Has, Lines: x.Lines || x.Paragraphs, Text: o})
		if err != nil {
			return nil, err
		}
		var read func() (*treebank.Item, error)
		line, before := 0, sentences
		return func() (it *treebank.Item, err error) {
			for {
				if read == nil {
					if how.Text = x.options(sentences); x.Newdoc && len(files) > 1 && sentences == before {
						how.Text.Document = printable(f.Name)
					}
					if read, err = x.run(ctx, runs, how); err != nil {
						return nil, err
					}
				}
				if it, err = read(); err != io.EOF {
					break
				}
				read = nil
			}
			if err == nil && len(it.Words) > 0 {
				sentences++
				x.notice(nil, it, &line)
			}
			return it, err
		}, nil
	}
	s := &pipe.Source{Input: &x.Input.Input, Item: "stretch of text", Files: files, Aligned: x.Text.KeepLines, Reader: read}
	s.Guard = func(it *treebank.Item) error {
		if x.by == nil || x.by.Guard == nil {
			return nil
		}
		return x.by.Guard(it)
	}
	return s
}

// run returns what reads the next run of a text.
func (x *Mixed) run(ctx context.Context, runs *mixed.Reader, how pipe.Reading) (func() (*treebank.Item, error), error) {
	u, err := runs.Next()
	if err != nil {
		return nil, err
	}
	f, err := u.File()
	if err != nil {
		return nil, err
	}
	if x.by, err = x.annotator(u.Language); err != nil {
		if skipping := u.Skip(); skipping != nil && !errors.Is(skipping, io.EOF) {
			return nil, skipping
		}
		return nil, &textfile.Error{File: f.Name, Line: u.Lines + 1, Err: err}
	}
	how.Text.Lines, how.Text.Offset, how.Signs = u.Lines, u.Offset, u.Signs()
	return pipe.Reader(ctx, x.by.Cutter, f, how)
}

// Run takes items of Source through the annotators of their languages, in order.
func (x *Mixed) Run(ctx context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int) error {
	var ended error
	read := func() {
		if x.held == nil && ended == nil {
			x.held, ended = next()
		}
	}
	for {
		read()
		if x.held == nil {
			if ended == io.EOF {
				return nil
			}
			return ended
		}
		by := x.by
		if by.Began != nil {
			by.Began()
		}
		err := by.Run(ctx, func() (*treebank.Item, error) {
			if read(); x.held == nil {
				return nil, ended
			}
			if x.by != by {
				return nil, io.EOF
			}
			it := x.held
			x.held = nil
			return it, nil
		}, emit, workers)
		if err != nil {
			return err
		}
	}
}

// OfLanguage returns the name of the model for text in a language, as [mixed.Run] has it, where a model is named for which
// ByLanguage holds: "" for the usual model, where the text does not show its language. The error says that it has no model.
func (e *Env) OfLanguage(named, code string) (string, error) {
	switch {
	case code == language.Unknown:
		return "", fmt.Errorf("%w: the text is in no language that is known; name a model for it by --lang, or leave such text out by --skip-bad", ErrModel)
	case named == places.Several:
		return places.Several + ":" + cmp.Or(code, english.Lang), nil
	case code == "":
		return "", nil
	}
	found, err := e.Places().OfLanguage(code)
	if err != nil {
		name, _ := fetch.Names(code)
		return "", fmt.Errorf("the text is %s: %w", name, err)
	}
	if found.Following != "" {
		return found.Name, nil
	}
	return code, nil
}
