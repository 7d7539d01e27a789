package parserbeam

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// Piece is a file with consecutive blocks.
type Piece struct {
	Path       string
	Start, End int64 // as of the blocks
	Last       bool
	Damaged    bool // there is no file
}

// WriteFn writes consecutive blocks of a bundle into one file, a piece, and emits it with the name of the file
// that the blocks come from. Every attempt writes a file of its own, so that failures and retries do no harm.
// Blocks must be in the global window.
type WriteFn struct {
	Output string // folder

	out   *output // nil between pieces
	of    string
	piece Piece
}

// ProcessElement writes a block.
func (f *WriteFn) ProcessElement(ctx context.Context, b Block, emit func(string, Piece)) error {
	if f.of != b.File || f.piece.End != b.Start || b.Damaged {
		if err := f.FinishBundle(ctx, emit); err != nil {
			return err
		}
	}
	if b.Damaged {
		emit(b.File, Piece{Damaged: true})
		return nil
	}
	if f.out == nil {
		out, err := create(ctx, outputName(f.Output, b.File), fmt.Sprintf("%012d", b.Start))
		if err != nil {
			return err
		}
		f.out, f.of, f.piece = out, b.File, Piece{Path: out.path, Start: b.Start}
	}
	if _, err := io.WriteString(f.out, b.Text); err != nil {
		return err
	}
	f.piece.End, f.piece.Last = b.End, b.Last
	return nil
}

// FinishBundle completes the last file.
func (f *WriteFn) FinishBundle(ctx context.Context, emit func(string, Piece)) error {
	if f.out == nil {
		return nil
	}
	err := f.out.complete(ctx, f.out.path)
	if f.out = nil; err == nil {
		emit(f.of, f.piece)
	}
	return err
}

// Teardown removes what a bundle that failed has left.
func (f *WriteFn) Teardown(ctx context.Context) error {
	if f.out == nil {
		return nil
	}
	return f.out.discard(ctx)
}

type output struct {
	io.WriteCloser
	fs   filesystem.Interface
	path string
}

// create creates a file beside another, with a name that begins with a dot and that no other file has.
func create(ctx context.Context, beside, part string) (*output, error) {
	folder, name := path.Split(beside)
	o := &output{path: fmt.Sprintf("%s.%s-%s-%016x", folder, name, part, rand.Uint64())}
	var err error
	if o.fs, err = filesystem.New(ctx, o.path); err != nil {
		return nil, err
	}
	if o.WriteCloser, err = o.fs.OpenWrite(ctx, o.path); err != nil {
		return nil, errors.Join(err, o.fs.Close())
	}
	return o, nil
}

// complete completes the file, which is on the disk then, and gives it a name.
func (o *output) complete(ctx context.Context, name string) error {
	var err error
	if file, ok := o.WriteCloser.(interface{ Sync() error }); ok {
		err = file.Sync()
	}
	err = errors.Join(err, o.WriteCloser.Close())
	if err == nil && name != o.path {
		err = filesystem.Rename(ctx, o.fs, o.path, name)
	}
	return errors.Join(err, o.fs.Close())
}

func (o *output) discard(ctx context.Context) error {
	return errors.Join(o.WriteCloser.Close(), remove(ctx, o.fs, o.path), o.fs.Close())
}

// remove removes a file, if it can be and is there.
func remove(ctx context.Context, fs filesystem.Interface, file string) error {
	remover, ok := fs.(filesystem.Remover)
	if !ok {
		return nil
	}
	return remover.Remove(ctx, file)
}
