package conll

import (
	"errors"

	"parser/conll/textfile"
)

// Causes of an [Error]; test for them with errors.Is.
var (
	ErrColumns   = cause("columns", "wrong number of columns")
	ErrBlanks    = cause("blanks-for-tabs", "columns are separated by blanks instead of tabs")
	ErrEmpty     = cause("empty-column", "empty column")
	ErrID        = cause("id", "bad ID")
	ErrRange     = cause("range", "bad multiword range")
	ErrEmptyNode = cause("empty-node", "bad empty node")
	ErrHead      = cause("head", "bad HEAD")
	ErrSelfLoop  = cause("self-loop", "word is its own head")
	ErrNoWords   = cause("no-words", "sentence without words")
	ErrComment   = cause("comment", "comment in a CoNLL-X file")
	ErrEncoding  = cause("encoding", "bad character encoding")
	ErrTooLong   = cause("too-long", "sentence too long")
)

// cause makes a cause with the ID of its [Problem].
func cause(rule, text string) error { return &textfile.Cause{Rule: rule, Text: text} }

// ErrNoTag is the cause of errors about a word without a part-of-speech tag.
var ErrNoTag = errors.New("word without a tag")

// Causes found when the heads of a sentence are not a tree; see [CheckTree].
var (
	ErrNoHead = errors.New("word without head")
	ErrCycle  = errors.New("cycle")
	ErrRoots  = errors.New("several roots")
)

// ErrField is returned by a [Writer] asked to print a tab or a line break
// inside a column.
var ErrField = errors.New("tab or line break inside a column")

// Error says what is wrong with one sentence, "file:line:column: [sent_id] cause",
// and wraps one of the causes above. Those of a [Reader] have a column: where the
// field begins that is wrong, the byte that is no UTF-8, the end of a line that
// has too few columns, or 1.
type Error = textfile.Error

// at makes an error of s.
func (s *Sentence) at(line int, err error) error {
	return &Error{File: s.File, Line: line, SentID: s.ID, Err: err}
}
