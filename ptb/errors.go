package ptb

import (
	"errors"
	"fmt"
)

// Causes of an [Error]; test for them with errors.Is.
var (
	ErrUnbalanced = errors.New("unbalanced brackets")
	ErrNoBracket  = errors.New("text outside brackets")
	ErrMixed      = errors.New("bracket with a word and more")
	ErrComment    = errors.New("comment without end")
	ErrEncoding   = errors.New("not UTF-8")
	ErrTooLong    = errors.New("tree too long")
)

// Causes of errors of a [Writer], which refuses what a [Reader] could not read
// again.
var (
	ErrWord  = errors.New("blank or bracket inside a word")
	ErrLabel = errors.New("blank or bracket inside a label")
	ErrLeaf  = errors.New("word without a tag or with children")
)

// Error says what is wrong with one tree of an input. The reader that returned
// it stands behind that tree and can go on.
type Error struct {
	File string
	Line int   // from 1; where the tree begins if a bracket is not closed
	Err  error // wraps one of the causes above
}

// Error returns "file:line: cause".
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err) }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Resumable reports whether err is about one tree only, so that the reader
// which returned it can go on.
func Resumable(err error) bool {
	var e *Error
	return errors.As(err, &e)
}
