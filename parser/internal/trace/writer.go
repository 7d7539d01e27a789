package trace

import (
	"encoding/json"
	"fmt"
	"io"
)

// Writer writes a trace: its heading, its steps, which are shown one by one, and what comes
// after them.
type Writer interface {
	Heading(h Heading) error
	Step(s *Step) error
	Close() error
}

// The formats of traces.
const (
	FormatText  = "text"  // for people: rows with a name each
	FormatJSON  = "json"  // for programs: the heading and each step an object in a line
	FormatLaTeX = "latex" // a document with a table, as in papers
	FormatHTML  = "html"  // a page to step through
)

// Formats lists the formats.
func Formats() []string { return []string{FormatText, FormatJSON, FormatLaTeX, FormatHTML} }

// NewWriter returns a writer to w in one of Formats. Text is width columns wide.
func NewWriter(w io.Writer, format string, width int) (Writer, error) {
	switch format {
	case FormatText:
		return Text{W: w, Width: width}, nil
	case FormatJSON:
		lines := json.NewEncoder(w)
		lines.SetEscapeHTML(false)
		return jsonLines{lines}, nil
	case FormatLaTeX:
		return &latex{w: w}, nil
	case FormatHTML:
		return &page{w: w}, nil
	}
	return nil, fmt.Errorf("no format %q of traces (have %v)", format, Formats())
}

// jsonLines is the Writer of JSON.
type jsonLines struct{ *json.Encoder }

func (j jsonLines) Heading(h Heading) error { return j.Encode(h) }
func (j jsonLines) Step(s *Step) error      { return j.Encode(s) }
func (j jsonLines) Close() error            { return nil }

// Brief returns a writer that leaves out all but costs: see Step.Brief.
func Brief(w Writer) Writer { return brief{w} }

type brief struct{ Writer }

func (b brief) Heading(h Heading) error { return b.Writer.Heading(h.Brief()) }
func (b brief) Step(s *Step) error      { return b.Writer.Step(s.Brief()) }
