package parsing

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/english"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// Trees are those in files or, if flags say so, those that a model finds in raw text, for commands that look into trees.
type Trees struct{ p *parsing }

// TreesOf returns trees in files or in raw text.
func TreesOf(e *frame.Env) *Trees {
	p := &parsing{command: newCommand(e)}
	p.Format = pipe.Auto
	return &Trees{p}
}

// Input is how files are read, whether they have text or trees.
func (t *Trees) Input() *frame.Input { return &t.p.Input }

// Flags say that files have raw text, how it is read, and which model parses it.
func (t *Trees) Flags() []urfave.Flag {
	return append(slices.Concat(t.p.modelFlags(), []urfave.Flag{
		t.p.TextFlag(), t.p.EncodingFlag(""), t.p.SkipFlag(), t.p.OffsetsFlag(),
		t.p.from.BaseFlag(frame.InRawText, "of dependencies none; of constituents, "+english.Name), frame.Under(frame.InRawText, t.p.lexiconFlag())[0],
	}, t.p.RawFlags()), frame.QuietFlag(&t.p.Quiet))
}

// Quiet reports whether only warnings are wanted.
func (t *Trees) Quiet() bool { return t.p.Quiet }

// Opened are trees that can be read.
type Opened struct {
	Form string                                 // textfile.CoNLL, textfile.Brackets or textfile.Graphs
	Each func(func(*treebank.Item) error) error // calls a function with each tree, in order
	Done func()                                 // ends it
}

// Open opens files: of trees, or of raw text with the model that parses it. It refuses flags for text if the files have
// none, and those that contradict each other.
func (t *Trees) Open(ctx context.Context, files []string) (*Opened, error) {
	if len(files) == 0 {
		files = []string{textfile.StdinName}
	}
	if err := t.p.Check(); err != nil {
		return nil, err
	}
	if t.p.Raw {
		return t.parsed(ctx, files)
	}
	switch {
	case t.p.model+t.p.lang != "":
		return nil, fmt.Errorf("%w: --model and --lang need --text", frame.ErrUsage)
	case len(t.p.lexicons.Value()) > 0:
		return nil, fmt.Errorf("%w: --lexicon needs --text", frame.ErrUsage)
	}
	f, form, err := t.p.Input.Open(files[0])
	if err != nil {
		return nil, err
	}
	form = structure.OfTreebank(form).Form
	s := t.p.Checked(form, files[1:]...)
	s.First = true
	return &Opened{form, func(do func(*treebank.Item) error) error {
		err := s.Begin(f, form)
		if err == nil {
			err = s.Each(do)
		}
		if err != nil {
			s.SaySkipped()
		}
		return err
	}, s.Close}, nil
}

// parsed opens files of raw text.
func (t *Trees) parsed(ctx context.Context, files []string) (*Opened, error) {
	files, err := frame.FilesIn(files)
	if err != nil {
		return nil, err
	}
	if err := t.p.openLexicons(); err != nil {
		return nil, err
	}
	var s *pipe.Source
	var run streaming
	builds := structure.Named("dependencies")
	if named := t.p.model + t.p.lang; t.p.byLanguage(named) {
		x, err := t.p.mixedText(named, t.p.annotates(builds))
		if err != nil {
			return nil, err
		}
		s, run = x.Source(ctx, pipe.Reading{Workers: t.p.threads}, files), x.Run
	} else {
		m, err := t.p.load(files, t.p.withBase, t.p.checkFlags, t.p.withSegmenter, t.p.asked)
		if err != nil {
			return nil, err
		}
		s, run, builds = t.p.source(ctx, m, files), m.RunChecked, m.Structure()
		s.Guard = t.p.guard(m)
	}
	return &Opened{builds.Form, func(do func(*treebank.Item) error) error {
		err := run(ctx, s.Read, do, t.p.threads)
		s.SaySkipped()
		return cmp.Or(err, ctx.Err())
	}, s.Close}, nil
}
