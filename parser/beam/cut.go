package parserbeam

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/text"
)

// CutFn cuts files of raw text into sentences and words, and these into blocks of CoNLL-U that are still to be
// parsed, with Start and End in bytes of that. One worker reads a file, since sentences are numbered; in memory is one block.
type CutFn struct {
	Model     string // as that of ParseFn; it must have a segmenter, and set tags if it needs them
	BlockSize int64  // about, in bytes; 0 for 1 MB
	KeepGoing bool   // leave out anything but text

	model *engine.Parser
}

// Setup loads the model, unless this process has loaded it already.
func (f *CutFn) Setup(ctx context.Context) (err error) {
	f.model, err = load(ctx, f.Model, true)
	if err == nil && f.model.NeedsTags() {
		err = fmt.Errorf("model %q: %w", f.Model, conll.ErrNoTag)
	}
	return err
}

// ProcessElement emits the blocks of a file.
func (f *CutFn) ProcessElement(ctx context.Context, in Input, emit func(Block)) error {
	file, err := openAt(ctx, in, 0)
	if err != nil {
		return leaveOutFile(ctx, f.KeepGoing, in, err, emit)
	}
	defer file.Close()
	r, err := f.model.Text(file, in.File, text.Options{})
	if err != nil {
		return err
	}
	var out strings.Builder
	w := conll.NewWriter(&out)
	b := Block{File: in.File}
	for {
		s, err := r.Read()
		switch {
		case err == nil:
			err = w.Write(s)
		case textfile.Resumable(err):
			err = leaveOut(ctx, f.KeepGoing, err)
		}
		if b.Last = err == io.EOF; !b.Last && err != nil {
			return leaveOutFile(ctx, f.KeepGoing, in, err, emit)
		}
		if out.Len() < int(cmp.Or(f.BlockSize, blockSize)) && !b.Last {
			continue
		}
		if err := w.Flush(); err != nil {
			return err
		}
		b.Text, b.End = out.String(), b.Start+int64(out.Len())
		if emit(b); b.Last {
			return nil
		}
		out.Reset()
		b.Start = b.End
	}
}
