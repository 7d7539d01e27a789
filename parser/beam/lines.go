package parserbeam

import (
	"bytes"
	"context"
	"io"

	"parser/conll/textfile"
)

// lineCounter tells how many lines of a file come before an offset. As only errors need that, it reads
// the file again, if it can from the last offset on.
type lineCounter struct {
	file   *textfile.Reader // nil for none
	offset int64
	lines  int // before the offset
}

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
	_, err := io.CopyN(c, c.file, offset-c.offset)
	return c.lines, err
}

// Write counts lines that are read.
func (c *lineCounter) Write(text []byte) (int, error) {
	c.offset += int64(len(text))
	c.lines += bytes.Count(text, []byte("\n"))
	return len(text), nil
}

// Close closes the file.
func (c *lineCounter) Close() {
	if c.file != nil {
		c.file.Close()
		c.file = nil
	}
}
