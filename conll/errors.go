package conll

import (
	"errors"
	"fmt"
)

// Causes of an [Error]; test for them with errors.Is.
var (
	ErrColumns   = errors.New("wrong number of columns")
	ErrBlanks    = errors.New("columns are separated by blanks instead of tabs")
	ErrEmpty     = errors.New("empty column")
	ErrID        = errors.New("bad ID")
	ErrRange     = errors.New("bad multiword range")
	ErrEmptyNode = errors.New("bad empty node")
	ErrHead      = errors.New("bad HEAD")
	ErrSelfLoop  = errors.New("word is its own head")
	ErrNoWords   = errors.New("sentence without words")
	ErrComment   = errors.New("comment in a CoNLL-X file")
	ErrEncoding  = errors.New("bad character encoding")
	ErrTooLong   = errors.New("sentence too long")
)

// Causes found when the heads of a sentence are not a tree; see [CheckTree].
var (
	ErrNoHead = errors.New("word without head")
	ErrCycle  = errors.New("cycle")
	ErrRoots  = errors.New("several roots")
)

// ErrField is returned by a [Writer] asked to print a tab or a line break
// inside a column.
var ErrField = errors.New("tab or line break inside a column")

// Error says what is wrong with one sentence of an input. The reader that
// returned it stands at the next sentence and can go on.
type Error struct {
	File   string
	Line   int    // from 1
	SentID string // "" when unknown
	Err    error  // wraps one of the causes above
}

// Error returns "file:line: [sent_id] cause".
func (e *Error) Error() string {
	if e.SentID == "" {
		return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
	}
	return fmt.Sprintf("%s:%d: [%s] %v", e.File, e.Line, e.SentID, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
