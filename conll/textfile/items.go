package textfile

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
)

// Error says what is wrong with one item of a file: a sentence, a tree, a line.
// The reader that returned it stands behind that item and can go on.
type Error struct {
	File string
	Line int // from 1
	// Column is the place in the line: a byte, counted from 1 as encoding/csv does
	// and as the bytes are in the file; a byte order mark does not count. 0 if the
	// error is not about one place.
	Column int
	SentID string // the sentence's own name; "" when unknown
	Err    error  // wraps a named cause
}

// Error returns "file:line:column: [sent_id] cause", without what is unknown.
func (e *Error) Error() string {
	place := fmt.Sprintf("%s:%d:", e.File, e.Line)
	if e.Column > 0 {
		place += fmt.Sprintf("%d:", e.Column)
	}
	if e.SentID != "" {
		place += " [" + e.SentID + "]"
	}
	return fmt.Sprintf("%s %v", place, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Cause is a named cause of errors, to be found by errors.Is or errors.As.
type Cause struct {
	Rule string // that was broken, as reports list it: "columns"
	Text string // "wrong number of columns"
}

// Error returns the text.
func (c *Cause) Error() string { return c.Text }

// Resumable reports whether err is about one item only, so that the reader which
// returned it can go on.
func Resumable(err error) bool {
	var e *Error
	return errors.As(err, &e)
}

// All yields the items that are left, or nil and an error for a bad one, after
// which the loop may go on to the next. It ends at io.EOF or after an error that
// is not [Resumable].
func All[T any](read func() (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			item, err := read()
			if err == io.EOF || !yield(item, err) || err != nil && !Resumable(err) {
				return
			}
		}
	}
}

// ReadFile returns the items of a whole file, "-" being the standard input, which
// a format's reader finds in it, or the first error.
func ReadFile[T any, R interface{ Read() (T, error) }](name string, reader func(io.Reader, string) R) ([]T, error) {
	f, err := Open(name, os.Stdin)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(reader(f, f.Name).Read)
}

// ReadAll returns the items that are left, or the first error.
func ReadAll[T any](read func() (T, error)) ([]T, error) {
	var all []T
	for item, err := range All(read) {
		if err != nil {
			return nil, err
		}
		all = append(all, item)
	}
	return all, nil
}
