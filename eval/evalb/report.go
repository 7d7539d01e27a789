package evalb

import (
	_ "embed"
	"fmt"
	"io"
	"text/template"

	"parser/eval/layout"
)

// Report is EVALB's table and summary, and what it leaves unsaid. Labels
// counts scored sentences only.
type Report struct {
	Sentences []Sentence   `json:"sentences"`
	All       Totals       `json:"all"`
	Cutoff    int          `json:"cutoff"`
	Short     Totals       `json:"short"` // sentences of at most Cutoff words
	Labels    []LabelScore `json:"labels"`
	// WithFailed is All.WithFailed, nil where no sentence failed.
	WithFailed *Totals `json:"with_failed,omitempty"`
}

// Report sums up what was added so far.
func (s *Scorer) Report() *Report {
	r := s.report
	r.Labels = []LabelScore{}
	for _, label := range s.labels.Names() {
		row := *s.labels.At(label)
		row.Label = label
		r.Labels = append(r.Labels, row)
	}
	if r.All.Failed() > 0 {
		totals := r.All.WithFailed()
		r.WithFailed = &totals
	}
	return &r
}

// reportText is what EVALB prints, then a block that it has not.
//
//go:embed report.txt
var reportText string

var reportTemplate = template.Must(template.New("").Funcs(template.FuncMap{
	"number": func(n int) string { return fmt.Sprintf("%6d", n) },
	"figure": func(x any) string { return fmt.Sprintf("%6.2f", x) },
	"fill":   layout.Fill,
}).Parse(reportText))

// Write prints the report byte for byte as EVALB does, but for the differences
// that the package lists. It returns the first error of the writer.
func (r *Report) Write(w io.Writer) error { return layout.Execute(w, reportTemplate, "report", r) }

// WriteSummary prints the report without the table of sentences.
func (r *Report) WriteSummary(w io.Writer) error {
	return layout.Execute(w, reportTemplate, "summary", r)
}

// WriteLabels prints another block: recall, precision and F-measure per label.
func (r *Report) WriteLabels(w io.Writer) error {
	return layout.Execute(w, reportTemplate, "labels", r)
}
