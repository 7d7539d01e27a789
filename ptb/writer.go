package ptb

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
)

// Causes of errors of a [Writer], which refuses what a [Reader] could not read back.
var (
	errWord  = errors.New("blank or bracket inside a word")
	errLabel = errors.New("blank or bracket inside a label")
	errLeaf  = errors.New("word without a tag or with children")
)

// Writer writes trees, one on a line with single blanks, "( (S (NP …)))". Trees that a [Reader]
// found in this form are written byte for byte.
//
// Output is buffered: call Flush at the end. The first error of the stream
// stays: every later call returns it again and does nothing.
type Writer struct {
	*textfile.Writer
	// Tight writes "((S …))" instead of "( (S …))"; it may change from tree to
	// tree, see [Reader.Tight].
	Tight bool
	// Indent writes a constituent that is not over words alone on several lines,
	// each of its children on one of its own, further to the right.
	Indent bool

	text []byte // the current tree
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{Writer: textfile.NewWriter(w)} }

// Write writes a tree. If a reader could not read it back, Write returns an error
// and writes nothing of it; later trees can still be written.
func (w *Writer) Write(t *Tree) error {
	err := w.Err()
	t.Walk(func(n *Tree) {
		switch {
		case err != nil:
		case delimited(n.Label):
			err = fmt.Errorf("%w: %q", errLabel, n.Label)
		case delimited(n.Word):
			err = fmt.Errorf("%w: %q", errWord, n.Word)
		case n.Leaf() && (n.Label == "" || len(n.Children) > 0):
			err = fmt.Errorf("%w: %q", errLeaf, n.Word)
		case !utf8.ValidString(n.Label) || !utf8.ValidString(n.Word):
			err = fmt.Errorf("%w: %q %q", errEncoding, n.Label, n.Word)
		}
	}, nil)
	if err != nil {
		return err
	}
	w.text = append(printTree(w.text[:0], t, w.Tight, w.Indent), '\n')
	return w.Writer.Write(w.text)
}

// delimited reports whether a text contains a delimiter.
func delimited(text string) bool {
	for i := range len(text) {
		if delimiter(text[i]) {
			return true
		}
	}
	return false
}

const (
	indentStep = 2
	// maxIndent keeps deep trees from being printed at quadratic length.
	maxIndent = 60
)

// printTree appends a tree in brackets to dst.
func printTree(dst []byte, t *Tree, tight, indent bool) []byte {
	// Around a node: whether a constituent is printed on several lines. A constituent with an empty
	// label is not, since the label would stand before its only child.
	var broken []bool
	t.Walk(func(n *Tree) {
		switch depth := len(broken); {
		case n == t:
		case indent && broken[depth-1]:
			dst = append(dst, '\n')
			dst = append(dst, strings.Repeat(" ", min(indentStep*depth, maxIndent))...)
		case !tight || dst[len(dst)-1] != '(':
			dst = append(dst, ' ')
		}
		dst = append(append(dst, '('), n.Label...)
		if n.Leaf() {
			dst = append(append(dst, ' '), n.Word...)
		}
		if indent {
			broken = append(broken, n.Label != "" && slices.ContainsFunc(n.Children, func(child *Tree) bool { return !child.Leaf() }))
		}
	}, func(*Tree) {
		dst = append(dst, ')')
		if indent {
			broken = broken[:len(broken)-1]
		}
	})
	return dst
}

var (
	escaper = strings.NewReplacer(
		"(", "-LRB-", ")", "-RRB-",
		" ", "_", "\t", "_", "\r", "_", "\n", "_", "\v", "_", "\f", "_",
	)
	unescaper = strings.NewReplacer(
		"-LRB-", "(", "-RRB-", ")", "-LSB-", "[", "-RSB-", "]", "-LCB-", "{", "-RCB-", "}",
		`\/`, "/", `\*`, "*",
	)
)

// Escape returns a word as it can stand in Penn brackets: round brackets become -LRB- and -RRB-,
// wherever they stand in it. Square and curly brackets stay, since treebanks differ in how they
// write them. For UTF-8 its result can always be written by a [Writer]: each blank becomes "_", as
// the shared tasks joined words (U+00A0 is a blank to many programs), and so does the empty word,
// as in CoNLL files.
func Escape(form string) string {
	switch {
	case form == "":
		return "_"
	case !delimited(form): // as nearly all forms
		return form
	}
	return escaper.Replace(form)
}

// Unescape undoes -LRB-, -RRB-, -LSB-, -RSB- (square), -LCB-, -RCB- (curly), and
// "\/" and "\*", as Penn files write slash and asterisk. For a form without blanks, backslashes and these
// names of brackets, Unescape(Escape(form)) is form.
func Unescape(word string) string {
	if strings.IndexByte(word, '-') < 0 && strings.IndexByte(word, '\\') < 0 {
		return word
	}
	return unescaper.Replace(word)
}
