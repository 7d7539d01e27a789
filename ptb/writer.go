package ptb

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
)

// Writer writes trees, one on a line with single blanks, "( (S (NP …)))". Where
// a [Reader] found its trees so, they come out byte for byte.
//
// Output is buffered: call Flush at the end. The first error of the stream
// stays: every later call returns it again and does nothing.
type Writer struct {
	// Tight writes "((S …))" instead of "( (S …))"; it may change from tree to
	// tree, see [Reader.Tight].
	Tight bool
	// Indent writes a constituent that is not over words alone on several lines,
	// each of its children on one of its own, further to the right.
	Indent bool

	out  *textfile.Writer
	text []byte // the current tree
}

// NewWriter returns a writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{out: textfile.NewWriter(w)} }

// Write writes a tree. For one that could not be read again it returns an error
// with ErrWord, ErrLabel, ErrLeaf or ErrEncoding and writes nothing of it; the
// next tree can be written all the same.
func (w *Writer) Write(t *Tree) (err error) {
	if err := w.out.Err(); err != nil {
		return err
	}
	t.Walk(func(n *Tree) {
		if err == nil {
			err = writable(n)
		}
	}, nil)
	if err != nil {
		return err
	}
	w.text = append(printTree(w.text[:0], t, w.Tight, w.Indent), '\n')
	return w.out.Write(w.text)
}

// Flush sends everything written so far to the underlying stream.
func (w *Writer) Flush() error { return w.out.Flush() }

// writable tells whether a node can be read again.
func writable(n *Tree) error {
	switch {
	case strings.ContainsAny(n.Label, textfile.Blanks+"()"):
		return fmt.Errorf("%w: %q", ErrLabel, n.Label)
	case strings.ContainsAny(n.Word, textfile.Blanks+"()"):
		return fmt.Errorf("%w: %q", ErrWord, n.Word)
	case n.Leaf() && (n.Label == "" || len(n.Children) > 0):
		return fmt.Errorf("%w: %q", ErrLeaf, n.Word)
	case !utf8.ValidString(n.Label) || !utf8.ValidString(n.Word):
		return fmt.Errorf("%w: %q %q", ErrEncoding, n.Label, n.Word)
	}
	return nil
}

const (
	indentStep = 2
	// maxIndent keeps deep trees from being printed at quadratic length.
	maxIndent = 60
)

// printTree appends a tree in brackets to dst.
func printTree(dst []byte, t *Tree, tight, indent bool) []byte {
	var parents []*Tree
	t.Walk(func(n *Tree) {
		switch {
		case n == t:
		case indent && broken(parents[len(parents)-1]):
			dst = append(dst, '\n')
			for range min(indentStep*len(parents), maxIndent) {
				dst = append(dst, ' ')
			}
		case !tight || dst[len(dst)-1] != '(':
			dst = append(dst, ' ')
		}
		dst = append(append(dst, '('), n.Label...)
		if n.Leaf() {
			dst = append(append(dst, ' '), n.Word...)
		}
		if indent {
			parents = append(parents, n)
		}
	}, func(*Tree) {
		dst = append(dst, ')')
		if indent {
			parents = parents[:len(parents)-1]
		}
	})
	return dst
}

// broken tells whether a constituent is printed on several lines: not if its label,
// which would stand before its only child, is empty.
func broken(n *Tree) bool {
	return n.Label != "" && slices.ContainsFunc(n.Children, func(child *Tree) bool { return !child.Leaf() })
}
