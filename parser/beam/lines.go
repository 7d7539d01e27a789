package parserbeam

import (
	"bytes"
	"context"
	"io"

	"parser/conll/textfile"
)

// lineCounter tells in which line of a file something is whose offset is known. As only errors
// need that, it reads the file again; it goes on from the last place asked for, if it can.
type lineCounter struct {
	file   *textfile.Reader // nil for none
	offset int64
	lines  int // before the offset
}

// before returns the number of lines before an offset.
func (c *lineCounter) before(ctx context.Context, file string, offset int64) (int, error) {
	if c.file == nil || c.file.Name != file || offset < c.offset {
		c.Close()
		in, err := look(ctx, file)
		if err != nil {
			return 0, err
		}
		if c.file, err = openAt(ctx, in, 0); err != nil {
			return 0, err
		}
		c.offset, c.lines = 0, 0
	}
	for text := make([]byte, min(textfile.BufferSize, offset-c.offset)); c.offset < offset; {
		n, err := io.ReadFull(c.file, text[:min(int64(len(text)), offset-c.offset)])
		c.offset += int64(n)
		if c.lines += bytes.Count(text[:n], []byte("\n")); err != nil {
			return 0, err
		}
	}
	return c.lines, nil
}

// Close closes the file.
func (c *lineCounter) Close() {
	if c.file != nil {
		c.file.Close()
		c.file = nil
	}
}
