package parserbeam

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"

	"parser/conll"
	"parser/conll/textfile"
)

// Block is some sentences of a file, or in [ParseFn] a text.
type Block struct {
	File string // where it is from
	// Where the block begins and ends in the file: bytes of CoNLL-U, without compression. The next block begins
	// where this one ends.
	Start, End int64
	Last       bool // the file ends with it
	Damaged    bool // the file cannot be read to its end, and is left out
	Text       string
}

const (
	blockSize = 1 << 20
	rangeSize = 1 << 26
)

// ReadFn is a splittable DoFn that cuts files of CoNLL-U into blocks. Ranges of bytes of a file can be read by
// several workers, at any time and cut anywhere: the bounds of blocks depend on them, but all blocks together
// are always the same text. A file that is compressed is read by one worker. In memory is one block. In
// file systems that cannot seek, such as that of gs://, what stands before a range is read, too.
type ReadFn struct {
	BlockSize int64 // about, in bytes; 0 for 1 MB
	RangeSize int64 // of the ranges that a file is cut into at first; 0 for 64 MB
	KeepGoing bool  // leave out what is longer than conll.MaxSize without a seam between sentences, and what follows damage in a compressed file
	lines     lineCounter
}

// CreateInitialRestriction returns the whole file. One byte stands for what cannot be cut: an empty
// file, from which a block is made as well, and a compressed one.
func (f *ReadFn) CreateInitialRestriction(in Input) offsetrange.Restriction {
	if in.Gzip {
		return offsetrange.Restriction{End: 1}
	}
	return offsetrange.Restriction{End: max(1, in.Size)}
}

// SplitRestriction cuts a file into ranges.
func (f *ReadFn) SplitRestriction(_ Input, r offsetrange.Restriction) []offsetrange.Restriction {
	return r.SizedSplits(cmp.Or(f.RangeSize, rangeSize))
}

// RestrictionSize returns the number of bytes to be read.
func (f *ReadFn) RestrictionSize(in Input, r offsetrange.Restriction) float64 {
	if in.Gzip {
		return float64(in.Size)
	}
	return r.Size()
}

// CreateTracker returns a tracker of offsets.
func (f *ReadFn) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(r))
}

// ProcessElement emits the blocks that begin in a range.
func (f *ReadFn) ProcessElement(ctx context.Context, rt *sdf.LockRTracker, in Input, emit func(Block)) error {
	start := rt.GetRestriction().(offsetrange.Restriction).Start
	from := max(0, start-maxGap-1)
	file, err := openAt(ctx, in, from)
	if err != nil {
		rt.TryClaim(start)
		return leaveOutFile(ctx, f.KeepGoing, in, err, emit)
	}
	defer file.Close()
	s := splitter{in: file.Reader, at: from}
	if start > 0 {
		err = s.skip(start)
	}
	var text []byte
	b := Block{File: in.File, Start: s.at, End: s.at}
	for err == nil && (in.Gzip && b.End > 0 || rt.TryClaim(s.at)) {
		before := len(text)
		if text, err = s.next(text, conll.MaxSize); len(text)-before > conll.MaxSize {
			text = text[:before]
			if bad := f.tooLong(ctx, in, b.End); bad != nil {
				return bad
			}
		}
		b.End, b.Last = s.at, err == io.EOF
		if len(text) >= int(cmp.Or(f.BlockSize, blockSize)) || b.Last {
			b.Text = string(text)
			emit(b)
			b.Start, text = b.End, text[:0]
		}
	}
	if b.End > b.Start && err == nil { // the next block begins after the range
		b.Text = string(text)
		emit(b)
	}
	if end := rt.GetRestriction().(offsetrange.Restriction).End; !rt.IsDone() { // nothing more begins in it
		rt.TryClaim(end)
	}
	if err == nil || err == io.EOF {
		return nil
	}
	return leaveOutFile(ctx, f.KeepGoing, in, fmt.Errorf("%s: %w", in.File, err), emit)
}

func (f *ReadFn) tooLong(ctx context.Context, in Input, offset int64) error {
	lines, err := f.lines.before(ctx, in.File, offset)
	if err != nil {
		return err
	}
	return leaveOut(ctx, f.KeepGoing, &conll.Error{File: in.File, Line: lines + 1, Err: fmt.Errorf("%w: at most %d bytes", conll.ErrTooLong, conll.MaxSize)})
}

// openAt opens an input at an offset, which of a compressed one is that of its text.
func openAt(ctx context.Context, in Input, offset int64) (*textfile.Reader, error) {
	fs, err := filesystem.New(ctx, in.File)
	if err != nil {
		return nil, err
	}
	r, err := fs.OpenRead(ctx, in.File)
	if err != nil {
		return nil, errors.Join(err, fs.Close())
	}
	file := &textfile.Reader{Reader: bufio.NewReaderSize(r, textfile.BufferSize), Name: in.File, File: opened{r, fs}}
	if seeker, ok := r.(io.Seeker); ok && !in.Gzip {
		_, err = seeker.Seek(offset, io.SeekStart)
		offset = 0
	}
	if in.Gzip {
		var text *textfile.Reader
		if text, err = textfile.New(r, in.File); err == nil {
			file.Reader = text.Reader
		}
	}
	if err == nil {
		_, err = io.CopyN(io.Discard, file, offset)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", in.File, err)
	}
	return file, nil
}

type opened struct{ file, fs io.Closer }

// Close closes both.
func (o opened) Close() error { return errors.Join(o.file.Close(), o.fs.Close()) }
