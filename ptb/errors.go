package ptb

import (
	"errors"

	"parser/conll/textfile"
)

// Causes of an [Error]; test for them with errors.Is.
var (
	ErrUnbalanced = cause("unbalanced", "unbalanced brackets")
	ErrNoBracket  = cause("no-bracket", "text outside brackets")
	ErrMixed      = cause("mixed-bracket", "bracket with a word and more")
	ErrComment    = cause("open-comment", "comment without end")
	ErrEncoding   = cause("encoding", "not UTF-8")
	ErrTooLong    = cause("too-long", "tree too long")
)

// cause makes a cause with the name of the rule that a tree breaks.
func cause(rule, text string) error { return &textfile.Cause{Rule: rule, Text: text} }

// Causes of errors of a [Writer], which refuses what a [Reader] could not read
// again.
var (
	ErrWord  = errors.New("blank or bracket inside a word")
	ErrLabel = errors.New("blank or bracket inside a label")
	ErrLeaf  = errors.New("word without a tag or with children")
)

// Error says what is wrong with one tree, "file:line: cause", and wraps one of the
// causes above. The line is where the tree begins if a bracket is not closed.
type Error = textfile.Error
