package amr

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"parser/conll/textfile"
)

// maxSize is the size above which a graph is refused, in bytes: those of its texts,
// and 64 for each node, edge and pair of its comments. There is room for about 400,000 nodes.
const maxSize = 1 << 26

const (
	itemSize = 64 // of a node, an edge or a pair of a comment, towards maxSize
	maxQuote = 40 // characters of the input in an error
)

// lineLimit is the maximal length of a line, with blanks.
func lineLimit(size int) int { return 2 * size }

// Causes of an [Error]; test for them with errors.Is.
var (
	ErrSyntax     = textfile.NewCause("syntax", "not PENMAN notation")
	ErrUnfinished = textfile.NewCause("unfinished", "brackets not closed")
	errTwice      = textfile.NewCause("defined-twice", "variable defined twice")
	errNoGraph    = textfile.NewCause("no-graph", "comments without a graph")
	errEncoding   = textfile.NewCause("encoding", "bad character encoding")
	errTooLong    = textfile.NewCause("too-long", "graph too long")
)

// Error says what is wrong with one graph, "file:line:column: [id] cause: what was found, what was
// expected", and wraps one of the causes above.
type Error = textfile.Error

// Reader reads graphs from a stream, plain or compressed. It has Read() (*Graph, error), which ends with io.EOF, and All(),
// an iterator; see [textfile.Items] for all methods.
//
// After a malformed graph reading continues after the next blank line, or with a line that begins with "#" or "(".
//
// A graph begins on a line of its own and ends with its last bracket, which ends its line; a blank line between graphs
// is usual, but not needed. Inside its brackets a graph has neither blank lines nor comments: where there is one, or
// where a line begins with "(" that is not the target of a role, the graph is unfinished. Elsewhere a new line is a
// blank. No blank is needed beside brackets and "/", and after strings and alignments.
//
//   - A symbol is any text without blanks, brackets, quotation marks and tildes that does not
//     begin with ":" or "/". A string stands in quotation marks on one line; after a backslash any
//     character belongs to it.
//   - Variables are symbols without "/". After a role, a symbol mentions a variable if the graph
//     defines it, before or after; otherwise it is a constant. So a misspelt variable is no error:
//     it cannot be told from a constant.
//   - A concept is a symbol or a string; a variable may lack one, "(b :polarity -)", but one must
//     follow a "/". A role is ":" and a symbol without ":" and "/".
//   - Alignments, "~e.3", "~e3", "~3" or "~e.3,4", directly follow roles, concepts, constants and
//     mentions of variables.
//   - Comments are lines that begin with "#" before a graph: pairs, "# ::id x ::date y", or
//     texts. The value of snt and tok extends to the end of the line. A second id after a blank
//     line shows that the graph of the first is missing. Texts after the last graph are dropped.
//
// "\r\n" and a byte order mark are accepted. Other control characters are not.
type Reader struct {
	*textfile.Items[*Graph]

	limit int
	made  *draft
	bad   error  // the first error of the graph; its comments may have one
	ahead []Meta // of the next graph, which the last call found
	lost  bool   // the rest of the last graph is to be skipped
	mute  bool   // and the rest of its comments before
}

// NewReader returns a reader of r. The file's name appears in errors and in Graph.File.
func NewReader(r io.Reader, file string) *Reader {
	reader := &Reader{limit: maxSize}
	reader.Items = textfile.NewItems(r, file, reader.graph)
	return reader
}

// ReadFile reads a whole file, where "-" is the standard input, and stops at the first error.
func ReadFile(name string) ([]*Graph, error) { return textfile.ReadFile(name, NewReader) }

// graph reads a graph with the comments before it.
func (r *Reader) graph(in *textfile.Reader) (*Graph, error) {
	if r.lost {
		r.lost = false
		if err := r.skip(in); err != nil {
			return nil, err
		}
	}
	g := &Graph{File: in.Name, Line: in.Lines, Meta: r.ahead}
	r.ahead, r.bad = nil, nil
	r.made = newDraft(g, r.limit)
	line, err := r.comments(in)
	if err != nil {
		return nil, err
	}
	g.Line = in.Lines
	for {
		at, err := check(in, line, r.limit)
		if err == nil {
			at, err = r.made.line(line)
		}
		if err != nil {
			r.lost = true
			return nil, r.fail(in.Lines, at+1, err)
		}
		if r.made.state == wantEnd {
			break
		}
		found := ""
		if begins(in, r.made.state == wantTarget) {
			found = "a comment or another graph"
		} else if line, err = r.line(in); err == io.EOF {
			found = "the end of the file"
		} else if err != nil {
			return nil, err
		} else if line == "" {
			found = "a blank line"
		}
		if found != "" {
			depth := len(r.made.open)
			if r.made.state == wantVariable {
				depth++
			}
			return nil, r.fail(g.Line, 0, fmt.Errorf("%w: found %s, expected %d more %q", ErrUnfinished, found, depth, ")"))
		}
	}
	if r.bad != nil {
		return nil, r.bad
	}
	r.made.resolve()
	return g, nil
}

// comments reads what stands before a graph and returns the graph's first line.
func (r *Reader) comments(in *textfile.Reader) (string, error) {
	g, gap := r.made.g, false // gap: a blank line follows a comment
	for {
		line, err := r.line(in)
		switch {
		case err == io.EOF && r.bad != nil:
			return "", r.bad
		case err == io.EOF && slices.ContainsFunc(g.Meta, func(m Meta) bool { return m.Key != "" }):
			return "", r.fail(g.Line, 0, fmt.Errorf("%w: found the end of the file, expected %q", errNoGraph, "("))
		case err != nil:
			return "", err
		case line == "":
			gap = len(g.Meta) > 0
			continue
		case line[0] != '#':
			return line, nil
		}
		if len(g.Meta) == 0 {
			g.Line = in.Lines
		}
		at, err := check(in, line, r.limit)
		if err == nil {
			meta := comment(line)
			if gap && named(g.Meta) && named(meta) {
				r.ahead = meta
				return "", r.fail(g.Line, 0, fmt.Errorf("%w: found the id of another, expected %q", errNoGraph, "("))
			}
			at, err = 0, r.made.comment(meta)
		}
		if err != nil {
			r.fail(in.Lines, at+1, err)
		}
		if errors.Is(err, errTooLong) { // there may be no end
			r.lost, r.mute = true, true
			return "", r.bad
		}
	}
}

// line returns the next line without trailing blanks.
func (r *Reader) line(in *textfile.Reader) (string, error) {
	if in.Lines == 0 {
		in.SkipMark()
	}
	line, err := in.Line(lineLimit(r.limit))
	if len(line) <= lineLimit(r.limit) {
		line = bytes.TrimRight(line, textfile.Blanks)
	}
	return string(line), err
}

// skip goes to the next line that a graph may begin with.
func (r *Reader) skip(in *textfile.Reader) error {
	for r.mute {
		next, err := in.Peek(1)
		r.mute = err == nil && (next[0] == '#' || blank(next[0]))
		if _, err := r.line(in); err != nil { // the last line skipped is the graph's first
			return err
		}
	}
	for !begins(in, false) {
		if line, err := r.line(in); err != nil || line == "" {
			return err
		}
	}
	return nil
}

// begins reports whether the next line begins something new: a comment, or a graph unless it can be
// the target of a role.
func begins(in *textfile.Reader, target bool) bool {
	next, _ := in.Peek(1)
	return len(next) > 0 && (next[0] == '#' || next[0] == '(' && !target)
}

// fail returns the first error about the graph, which is this one unless there were others.
func (r *Reader) fail(line, column int, err error) error {
	if r.bad == nil {
		id, _ := r.made.g.Get("id")
		r.bad = &Error{File: r.made.g.File, Line: line, Column: column, SentID: id, Err: err}
	}
	return r.bad
}

func named(meta []Meta) bool {
	return slices.ContainsFunc(meta, func(m Meta) bool { return m.Key == "id" })
}
