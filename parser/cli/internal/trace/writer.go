package trace

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// Writer writes a trace: its heading, its steps one by one, and at the end what follows them.
type Writer interface {
	Heading(h Heading) error
	Step(s *Step) error
	Close() error
}

// The formats of traces.
const (
	FormatText  = "text"  // for people: rows with names
	FormatJSON  = "json"  // for programs: an object in a line for the heading and for each step
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

type jsonLines struct{ *json.Encoder }

func (j jsonLines) Heading(h Heading) error { return j.Encode(h) }
func (j jsonLines) Step(s *Step) error      { return j.Encode(s) }
func (j jsonLines) Close() error            { return nil }

// Brief returns a writer of costs alone: without tags, the tree that is built, the model, and mistakes. Documents and
// pages show that tree; their writers are returned unchanged.
func Brief(w Writer) Writer {
	switch w.(type) {
	case *latex, *page:
		return w
	}
	return brief{w}
}

type brief struct{ Writer }

func (b brief) Heading(h Heading) error {
	h.Tags = nil
	return b.Writer.Heading(h)
}

func (b brief) Step(s *Step) error {
	short := &Step{Step: s.Step, Stack: s.Stack, Buffer: s.Buffer, Costs: slices.Clone(s.Costs), Move: s.Move, Arc: s.Arc, Loss: s.Loss}
	for i := range short.Costs {
		short.Costs[i].Cost = nil
	}
	return b.Writer.Step(short)
}
