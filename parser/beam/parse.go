package parserbeam

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// ParseFn parses blocks: sentences in CoNLL-U or, with Text, texts. It emits them in CoNLL-U, with
// all else as it was; a block whose file ends without a blank line can only be the last one of that. Errors name file and line.
type ParseFn struct {
	Model     string // file; "" is the English model that the program brings along
	Text      bool   // for elements that are texts; those of files are cut by CutFn
	Threads   int    // that parse a block together; 0 for as many as there are processors
	KeepGoing bool   // leave out malformed sentences
	Request   treebank.Request

	model *engine.Parser
	lines lineCounter
}

// Setup loads the model, unless this process has loaded it already.
func (f *ParseFn) Setup(ctx context.Context) (err error) {
	if f.model, err = load(ctx, f.Model, f.Text); err == nil && f.Request != (treebank.Request{}) {
		f.model, err = f.model.With(f.Request)
	}
	return err
}

// Teardown closes what errors needed.
func (f *ParseFn) Teardown() { f.lines.Close() }

// ProcessElement parses a block.
func (f *ParseFn) ProcessElement(ctx context.Context, b Block, emit func(Block)) error {
	if b.Damaged {
		emit(b)
		return nil
	}
	read, err := f.reader(ctx, b)
	if err != nil {
		return err
	}
	var bad []error
	next := func() (*treebank.Item, error) {
		for {
			it, err := read()
			if err == nil {
				err = f.model.Check(it)
			}
			if err == nil || err == io.EOF {
				return it, err
			}
			if err = f.place(ctx, b, err); !f.KeepGoing || !textfile.Resumable(err) { // others would come again and again
				return nil, err
			}
			bad = append(bad, err)
		}
	}
	var out strings.Builder
	n := 0
	w, err := pipe.Written(f.model).NewWriter(&out, "")
	if err != nil {
		return err
	}
	err = f.model.Run(ctx, next, func(it *treebank.Item) error {
		sentences.Inc(ctx, 1)
		n += it.Size()
		return w.Write(it)
	}, cmp.Or(f.Threads, runtime.GOMAXPROCS(0)))
	if err = cmp.Or(err, w.Flush()); err != nil {
		return err
	}
	words.Inc(ctx, int64(n))
	for _, err := range bad {
		leaveOut(ctx, true, err)
	}
	b.Text = out.String()
	emit(b)
	return nil
}

func (f *ParseFn) reader(ctx context.Context, b Block) (func() (*treebank.Item, error), error) {
	file, err := textfile.New(strings.NewReader(b.Text), b.File)
	if err != nil {
		return nil, err
	}
	if f.Text {
		return pipe.Reader(ctx, f.model, file, pipe.Reading{Reading: structure.Reading{Form: pipe.Text}})
	}
	r := structure.Reading{Form: structure.FormU}.Sentences(file)
	text, err := r.Text()
	if err == nil && b.Start > 0 {
		text.Lines = 1 // so that no byte order mark is expected
	}
	return structure.Items(r.Read, treebank.SentenceItem), err
}

// place makes the line of an error in a block that of the file.
func (f *ParseFn) place(ctx context.Context, b Block, err error) error {
	var bad *conll.Error
	if b.Start == 0 || !errors.As(err, &bad) {
		return err
	}
	lines, unknown := f.lines.before(ctx, b.File, b.Start)
	if unknown != nil {
		return fmt.Errorf("%w (lines are counted from byte %d on: %w)", err, b.Start, unknown)
	}
	bad.Line += lines - 1
	return err
}
