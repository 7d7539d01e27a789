package evalb

import (
	"fmt"
	"io"
	"strings"

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
func (b *Scorer) Report() *Report {
	r := &Report{
		Sentences: b.sentences,
		All:       b.all,
		Cutoff:    b.rules.Cutoff,
		Short:     b.short,
		Labels:    make([]LabelScore, 0, len(b.labels)),
	}
	for _, label := range b.labels.Names() {
		row := *b.labels[label]
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
// that are listed at [Scorer]. It returns the first error of the writer.
func (r *Report) Write(w io.Writer) error {
	p := printer{layout.NewPrinter(w)}
	p.bracketTable(r)
	p.bracketSummary(r)
	return p.Flush()
}

// WriteSummary prints the report without the table of sentences.
func (r *Report) WriteSummary(w io.Writer) error {
	p := printer{layout.NewPrinter(w)}
	p.bracketSummary(r)
	return p.Flush()
}

// WriteLabels prints another block: recall, precision and F-measure per label.
func (r *Report) WriteLabels(w io.Writer) error {
	p := printer{layout.NewPrinter(w)}
	p.Printf("\n-- Labels --\n")
	p.Printf("%-12s %7s %7s %7s %7s %7s %7s %7s\n", "Label", "gold", "found", "system", "right", "Recall", "Prec.", "FMeas.")
	for _, l := range r.Labels {
		p.Printf("%s %7d %7d %7d %7d %7.2f %7.2f %7.2f\n", layout.Fill(l.Label, bracketLabelWidth),
			l.Gold, l.Found, l.System, l.Right, float64(l.Recall()), float64(l.Precision()), float64(l.F1()))
	}
	return p.Flush()
}

// printer prints the parts of a report.
type printer struct{ layout.Printer }

const (
	bracketLabelWidth = 12
	ruleWidth         = 76 // of the lines above and below EVALB's table
)

func (p printer) bracketTable(r *Report) {
	rule := strings.Repeat("=", ruleWidth) + "\n"
	p.Printf("  Sent.                        Matched  Bracket   Cross        Correct Tag\n")
	p.Printf(" ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy\n%s", rule)
	for _, s := range r.Sentences {
		p.Printf("%4d  %3d    %d  %6.2f %6.2f   %3d    %3d  %3d    %3d   %4d  %4d   %6.2f\n",
			s.ID, s.Length, s.Status(), float64(s.Recall()), float64(s.Precision()),
			s.Matched, s.Gold, s.System, s.Crossing, s.Words, s.Tags, float64(s.TagAccuracy()))
	}
	p.Printf("%s", rule)
	p.bracketTotals(r.All)
}

// bracketTotals leaves out the brackets where a side has none, as EVALB does.
func (p printer) bracketTotals(t Totals) {
	if t.Gold > 0 && t.System > 0 {
		p.Printf("                %6.2f %6.2f %6d %5d %5d  %5d",
			float64(t.Recall()), float64(t.Precision()), t.Matched, t.Gold, t.System, t.Crossing)
	}
	p.Printf("  %5d %5d   %6.2f\n", t.Words, t.Tags, float64(t.TagAccuracy()))
}

func (p printer) bracketSummary(r *Report) {
	p.Printf("=== Summary ===\n")
	p.bracketBlock("All", r.All)
	p.bracketBlock(fmt.Sprintf("len<=%d", r.Cutoff), r.Short)
	if r.WithFailed != nil {
		p.Printf("\n-- All, failed sentences as missed (not in EVALB) --\n")
		p.Printf("Number of sentence        = %6d\n", r.WithFailed.Sentences)
		p.Printf("Number of Failed sentence = %6d\n", r.All.Failed())
		p.bracketScores(*r.WithFailed)
		p.tagScore(*r.WithFailed)
	}
}

func (p printer) bracketBlock(title string, t Totals) {
	p.Printf("\n-- %s --\n", title)
	p.Printf("Number of sentence        = %6d\n", t.Sentences)
	p.Printf("Number of Error sentence  = %6d\n", t.Errors)
	p.Printf("Number of Skip  sentence  = %6d\n", t.Skipped)
	p.Printf("Number of Valid sentence  = %6d\n", t.Valid())
	p.bracketScores(t)
	p.Printf("Average crossing          = %6.2f\n", t.AverageCrossing())
	p.Printf("No crossing               = %6.2f\n", float64(t.WithoutCrossing()))
	p.Printf("2 or less crossing        = %6.2f\n", float64(t.WithFewCrossing()))
	p.tagScore(t)
}

func (p printer) bracketScores(t Totals) {
	p.Printf("Bracketing Recall         = %6.2f\n", float64(t.Recall()))
	p.Printf("Bracketing Precision      = %6.2f\n", float64(t.Precision()))
	p.Printf("Bracketing FMeasure       = %6.2f\n", float64(t.F1()))
	p.Printf("Complete match            = %6.2f\n", float64(t.CompleteMatch()))
}

func (p printer) tagScore(t Totals) {
	p.Printf("Tagging accuracy          = %6.2f\n", float64(t.TagAccuracy()))
}
