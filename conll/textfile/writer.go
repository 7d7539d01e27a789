package textfile

import "io"

// Writer writes items, sentences or trees, many at once but each whole. The first
// error of the stream stays: every later call returns it again and does nothing.
type Writer struct {
	w   io.Writer
	buf []byte
	err error
}

// NewWriter returns a writer to w. Call Flush at the end.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Err returns the error of the stream, if there was one.
func (w *Writer) Err() error { return w.err }

// Write writes an item sooner or later.
func (w *Writer) Write(item []byte) error {
	if w.err == nil {
		w.buf = append(w.buf, item...)
	}
	if len(w.buf) < BufferSize {
		return w.err
	}
	return w.Flush()
}

// Flush sends everything written so far to the underlying stream.
func (w *Writer) Flush() error {
	if w.err != nil || len(w.buf) == 0 {
		return w.err
	}
	n, err := w.w.Write(w.buf)
	if err == nil && n < len(w.buf) {
		err = io.ErrShortWrite
	}
	w.buf, w.err = w.buf[:0], err
	return err
}
