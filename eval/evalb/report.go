package evalb

import (
	"fmt"
	"io"
	"strings"

	"parser/eval"
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
	r := &Report{Sentences: s.sentences, All: s.all, Cutoff: s.params.Cutoff, Short: s.short, Labels: []LabelScore{}}
	for _, label := range s.labels.Names() {
		row := *s.labels.At(label)
		row.Label = label
		r.Labels = append(r.Labels, row)
	}
	if r.All.Failed() > 0 {
		totals := r.All.WithFailed()
		r.WithFailed = &totals
	}
	return r
}

// Write prints the report byte for byte as EVALB does, but for the differences
// that the package lists. It returns the first error of the writer.
func (r *Report) Write(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) {
		rule := strings.Repeat("=", ruleWidth)
		p.Lines("  Sent.                        Matched  Bracket   Cross        Correct Tag",
			" ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy", rule)
		for _, s := range r.Sentences {
			p.Printf("%4d  %3d    %d  %6.2f %6.2f   %3d    %3d  %3d    %3d   %4d  %4d   %6.2f\n",
				s.ID, s.Length, s.Status, s.Recall(), s.Precision(),
				s.Matched, s.Gold, s.System, s.Crossing, s.Words, s.Tags, s.TagAccuracy())
		}
		p.Lines(rule)
		t := r.All
		if t.Gold > 0 && t.System > 0 { // EVALB leaves brackets out where a side has none
			p.Printf("                %6.2f %6.2f %6d %5d %5d  %5d",
				t.Recall(), t.Precision(), t.Matched, t.Gold, t.System, t.Crossing)
		}
		p.Printf("  %5d %5d   %6.2f\n", t.Words, t.Tags, t.TagAccuracy())
		r.summarise(p)
	})
}

// ruleWidth is the width of the lines above and below EVALB's table.
const ruleWidth = 76

// WriteSummary prints the report without the table of sentences.
func (r *Report) WriteSummary(w io.Writer) error { return layout.Print(w, r.summarise) }

func (r *Report) summarise(p layout.Printer) {
	number := func(name string, n int) { p.Printf("%-26s= %6d\n", name, n) }
	figure := func(name string, x eval.Percent) { p.Printf("%-26s= %6.2f\n", name, x) }
	brackets := func(t Totals) {
		figure("Bracketing Recall", t.Recall())
		figure("Bracketing Precision", t.Precision())
		figure("Bracketing FMeasure", t.F1())
		figure("Complete match", t.CompleteMatch())
	}
	block := func(title string, t Totals) {
		p.Printf("\n-- %s --\n", title)
		number("Number of sentence", t.Sentences)
		number("Number of Error sentence", t.Errors)
		number("Number of Skip  sentence", t.Skipped)
		number("Number of Valid sentence", t.Valid())
		brackets(t)
		figure("Average crossing", eval.Percent(t.AverageCrossing()))
		figure("No crossing", t.WithoutCrossing())
		figure("2 or less crossing", t.WithFewCrossing())
		figure("Tagging accuracy", t.TagAccuracy())
	}
	p.Lines("=== Summary ===")
	block("All", r.All)
	block(fmt.Sprintf("len<=%d", r.Cutoff), r.Short)
	if t := r.WithFailed; t != nil {
		p.Lines("", "-- All, failed sentences as missed (not in EVALB) --")
		number("Number of sentence", t.Sentences)
		number("Number of Failed sentence", r.All.Failed())
		brackets(*t)
		figure("Tagging accuracy", t.TagAccuracy())
	}
}

// labelWidth is the width of the first column of the table of labels.
const labelWidth = 12

// WriteLabels prints another block: recall, precision and F-measure per label.
func (r *Report) WriteLabels(w io.Writer) error {
	return layout.Print(w, func(p layout.Printer) {
		p.Printf("\n-- Labels --\n")
		p.Printf("%-12s %7s %7s %7s %7s %7s %7s %7s\n", "Label", "gold", "found", "system", "right", "Recall", "Prec.", "FMeas.")
		for _, l := range r.Labels {
			p.Printf("%s %7d %7d %7d %7d %7.2f %7.2f %7.2f\n", layout.Fill(l.Label, labelWidth),
				l.Gold, l.Found, l.System, l.Right, l.Recall(), l.Precision(), l.F1())
		}
	})
}
