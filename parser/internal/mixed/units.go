// Package mixed reads texts whose parts are in different languages: it cuts them into lines, paragraphs and documents, and
// finds the stretches that are in one language.
package mixed

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
)

// What a text is cut into.
const (
	ByLine      = "line"
	ByParagraph = "paragraph" // lines between blank lines
	ByDocument  = "document"  // a whole file
)

// Unit is a part of a text.
type Unit struct {
	Text string // without the line ending at its end; of a document longer than MaxText, its beginning
	Line int    // where it begins, from 1
}

// MaxText is how long a unit may be, in bytes. Of a document the beginning suffices.
const MaxText = 1 << 20

// Units returns what reads the units of a text until io.EOF. Blank lines are units of their own by line, and of no
// paragraph. An error about one line, with its place, ends neither: see [textfile.Resumable].
func Units(f *textfile.Reader, by string) func() (Unit, error) {
	f.SkipMark()
	if by == ByLine {
		return func() (Unit, error) {
			line, err := readLine(f)
			return Unit{strings.TrimRight(line, "\r\n"), f.Lines}, err
		}
	}
	return func() (u Unit, err error) {
		var text strings.Builder
		defer func() { u.Text = strings.TrimRight(text.String(), "\r\n") }()
		for {
			line, err := readLine(f)
			blank := strings.TrimSpace(line) == ""
			switch {
			case err == io.EOF && u.Line > 0:
				return u, nil
			case err != nil:
				return u, err
			case by == ByParagraph && blank && u.Line > 0:
				return u, nil
			case blank && u.Line == 0:
				continue
			case u.Line == 0:
				u.Line = f.Lines
			}
			if text.Len()+len(line) <= MaxText {
				text.WriteString(line)
			} else if by == ByParagraph {
				return u, &textfile.Error{File: f.Name, Line: u.Line, Err: fmt.Errorf("%w: a paragraph of more than %d bytes", conll.ErrTooLong, MaxText)}
			}
		}
	}
}

// readLine returns a line with its ending.
func readLine(f *textfile.Reader) (string, error) {
	line, err := f.Line(MaxText)
	switch {
	case err != nil:
		return "", err
	case !utf8.Valid(line):
		err = fmt.Errorf("%w: %s", conll.ErrEncoding, f.Misfit(line))
	case len(line) > MaxText:
		err = fmt.Errorf("%w: a line of more than %d bytes", conll.ErrTooLong, MaxText)
	default:
		return string(line), nil
	}
	return "", &textfile.Error{File: f.Name, Line: f.Lines, Err: err}
}
