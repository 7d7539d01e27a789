package parserbeam

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
)

// Merged is a complete file, and those that it was made of. It has no name if its input is damaged.
type Merged struct {
	File   string
	Pieces []string
}

// MergeFn puts the pieces of a file together in their order. The result has its name when
// it is complete. It fails if a piece is missing, and makes nothing of a damaged file.
type MergeFn struct {
	Output string // folder
}

// ProcessElement merges the pieces of a file.
func (f *MergeFn) ProcessElement(ctx context.Context, of string, next func(*Piece) bool, emit func(Merged)) error {
	var pieces []Piece
	for p := (Piece{}); next(&p); {
		pieces = append(pieces, p)
	}
	slices.SortFunc(pieces, func(a, b Piece) int { return cmp.Compare(a.Start, b.Start) })
	m := Merged{File: outputName(f.Output, of)}
	end, last := int64(0), false
	for _, p := range pieces {
		if p.Damaged {
			m.File = ""
			continue
		}
		if p.Start != end || last {
			return fmt.Errorf("%s: pieces do not fit at byte %d: was the file changed meanwhile?", of, end)
		}
		end, last = p.End, p.Last
		m.Pieces = append(m.Pieces, p.Path)
	}
	if m.File == "" {
		emit(m)
		return nil
	}
	if !last {
		return fmt.Errorf("%s: nothing was parsed from byte %d on: was the file changed meanwhile?", of, end)
	}
	out, err := create(ctx, m.File, "all")
	if err != nil {
		return err
	}
	for _, piece := range m.Pieces {
		file, err := openAt(ctx, Input{File: piece}, 0)
		if err == nil {
			_, err = io.Copy(out, file)
			err = errors.Join(err, file.Close())
		}
		if err != nil {
			return errors.Join(err, out.discard(ctx))
		}
	}
	if err := out.complete(ctx, m.File); err != nil {
		return err
	}
	emit(m)
	return nil
}

// SweepFn removes the pieces of files that are complete, and emits the names of these. It comes
// after a Reshuffle, so that MergeFn need not be tried again.
type SweepFn struct{}

// ProcessElement removes the pieces of a file. One that cannot be removed does no harm.
func (f *SweepFn) ProcessElement(ctx context.Context, m Merged, emit func(string)) {
	for _, piece := range m.Pieces {
		if _, err := within(ctx, piece, func(fs filesystem.Interface) (struct{}, error) { return struct{}{}, remove(ctx, fs, piece) }); err != nil {
			log.Warnf(ctx, "not removed: %v", err)
		}
	}
	if m.File != "" {
		emit(m.File)
	}
}
