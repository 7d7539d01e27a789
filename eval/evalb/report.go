package evalb

import (
	_ "embed"
	"fmt"
	"io"
	"text/template"

	"parser/eval"
	"parser/eval/layout"
)

// Report is EVALB's table and summary, with figures that EVALB does not have: by label, and
// with failed sentences. Labels counts scored sentences only.
type Report struct {
	Sentences []Sentence   `json:"sentences"`
	All       Totals       `json:"all"`
	Cutoff    int          `json:"cutoff"`
	Short     Totals       `json:"short"` // sentences of at most Cutoff words
	Labels    []eval.Label `json:"labels"`
	// WithFailed is All with failed sentences scored too, as if the system had given a tree
	// without brackets, so that no parser gains by giving up. It is nil if no sentence failed.
	WithFailed *Totals `json:"with_failed,omitempty"`
}

// Report sums up the sentences added so far.
func (s *Scorer) Report() *Report {
	r := s.report
	r.Labels = []eval.Label{}
	for _, label := range s.labels.Names() {
		row := *s.labels.At(label)
		row.Label = label
		r.Labels = append(r.Labels, row)
	}
	if r.All.failed() > 0 {
		totals := r.All.withFailed()
		r.WithFailed = &totals
	}
	return &r
}

// reportText has templates of what EVALB prints and of the blocks that EVALB does not have.
//
//go:embed report.txt
var reportText string

// reportTemplate makes the templates.
func reportTemplate() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"number": func(n int) string { return fmt.Sprintf("%6d", n) },
		"figure": func(x any) string { return fmt.Sprintf("%6.2f", x) },
		"fill":   layout.Fill,

		"failed": Totals.failed, "valid": Totals.valid,
		"completeMatch": Totals.completeMatch, "averageCrossing": Totals.averageCrossing,
		"withoutCrossing": Totals.withoutCrossing, "withFewCrossing": Totals.withFewCrossing,
		"tagAccuracy": Totals.tagAccuracy,
	}).Parse(reportText))
}

// Write prints the report as EVALB does, except for the differences that the package lists.
func (r *Report) Write(w io.Writer) error { return layout.Execute(w, reportTemplate, "report", r) }

// WriteSummary prints the report without the table of sentences.
func (r *Report) WriteSummary(w io.Writer) error {
	return layout.Execute(w, reportTemplate, "summary", r)
}

// WriteLabels prints recall, precision and F-measure per label.
func (r *Report) WriteLabels(w io.Writer) error {
	return layout.Execute(w, reportTemplate, "labels", r)
}
