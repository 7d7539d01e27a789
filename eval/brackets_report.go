package eval

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// BracketReport is EVALB's table and summary, and what it leaves unsaid. Labels
// counts scored sentences only.
type BracketReport struct {
	Sentences []BracketScore `json:"sentences"`
	All       BracketTotals  `json:"all"`
	Cutoff    int            `json:"cutoff"`
	Short     BracketTotals  `json:"short"` // sentences of at most Cutoff words
	Labels    []LabelScore   `json:"labels"`
	// WithFailed is All.WithFailed, nil where no sentence failed.
	WithFailed *BracketTotals `json:"with_failed,omitempty"`
}

// Report sums up what was added so far.
func (b *Brackets) Report() *BracketReport {
	r := &BracketReport{
		Sentences: b.sentences,
		All:       b.all,
		Cutoff:    b.rules.Cutoff,
		Short:     b.short,
		Labels:    b.labels.sorted(),
	}
	if r.All.Failed() > 0 {
		totals := r.All.WithFailed()
		r.WithFailed = &totals
	}
	return r
}

// Write prints the report byte for byte as EVALB does, but for the differences
// that are listed at [Brackets]. It returns the first error of the writer.
func (r *BracketReport) Write(w io.Writer) error {
	p := printer{bufio.NewWriter(w)}
	p.bracketTable(r)
	p.bracketSummary(r)
	return p.Flush()
}

// WriteSummary prints the report without the table of sentences.
func (r *BracketReport) WriteSummary(w io.Writer) error {
	p := printer{bufio.NewWriter(w)}
	p.bracketSummary(r)
	return p.Flush()
}

// WriteLabels prints another block: recall, precision and F-measure per label.
func (r *BracketReport) WriteLabels(w io.Writer) error {
	p := printer{bufio.NewWriter(w)}
	p.printf("\n-- Labels --\n")
	p.printf("%-12s %7s %7s %7s %7s %7s %7s %7s\n", "Label", "gold", "found", "system", "right", "Recall", "Prec.", "FMeas.")
	for _, l := range r.Labels {
		p.printf("%s %7d %7d %7d %7d %7.2f %7.2f %7.2f\n", padText(l.Label, bracketLabelWidth),
			l.Gold, l.Found, l.System, l.Right, float64(l.Recall()), float64(l.Precision()), float64(l.F1()))
	}
	return p.Flush()
}

const (
	bracketLabelWidth = 12
	ruleWidth         = 76 // of the lines above and below EVALB's table
)

func (p printer) bracketTable(r *BracketReport) {
	rule := strings.Repeat("=", ruleWidth) + "\n"
	p.printf("  Sent.                        Matched  Bracket   Cross        Correct Tag\n")
	p.printf(" ID  Len.  Stat. Recal  Prec.  Bracket gold test Bracket Words  Tags Accracy\n%s", rule)
	for _, s := range r.Sentences {
		p.printf("%4d  %3d    %d  %6.2f %6.2f   %3d    %3d  %3d    %3d   %4d  %4d   %6.2f\n",
			s.ID, s.Length, s.Status(), float64(s.Recall()), float64(s.Precision()),
			s.Matched, s.Gold, s.System, s.Crossing, s.Words, s.Tags, float64(s.TagAccuracy()))
	}
	p.printf("%s", rule)
	p.bracketTotals(r.All)
}

// bracketTotals leaves out the brackets where a side has none, as EVALB does.
func (p printer) bracketTotals(t BracketTotals) {
	if t.Gold > 0 && t.System > 0 {
		p.printf("                %6.2f %6.2f %6d %5d %5d  %5d",
			float64(t.Recall()), float64(t.Precision()), t.Matched, t.Gold, t.System, t.Crossing)
	}
	p.printf("  %5d %5d   %6.2f\n", t.Words, t.Tags, float64(t.TagAccuracy()))
}

func (p printer) bracketSummary(r *BracketReport) {
	p.printf("=== Summary ===\n")
	p.bracketBlock("All", r.All)
	p.bracketBlock(fmt.Sprintf("len<=%d", r.Cutoff), r.Short)
	if r.WithFailed != nil {
		p.printf("\n-- All, failed sentences as missed (not in EVALB) --\n")
		p.printf("Number of sentence        = %6d\n", r.WithFailed.Sentences)
		p.printf("Number of Failed sentence = %6d\n", r.All.Failed())
		p.bracketScores(*r.WithFailed)
		p.tagScore(*r.WithFailed)
	}
}

func (p printer) bracketBlock(title string, t BracketTotals) {
	p.printf("\n-- %s --\n", title)
	p.printf("Number of sentence        = %6d\n", t.Sentences)
	p.printf("Number of Error sentence  = %6d\n", t.Errors)
	p.printf("Number of Skip  sentence  = %6d\n", t.Skipped)
	p.printf("Number of Valid sentence  = %6d\n", t.Valid())
	p.bracketScores(t)
	p.printf("Average crossing          = %6.2f\n", t.AverageCrossing())
	p.printf("No crossing               = %6.2f\n", float64(t.WithoutCrossing()))
	p.printf("2 or less crossing        = %6.2f\n", float64(t.WithFewCrossing()))
	p.tagScore(t)
}

func (p printer) bracketScores(t BracketTotals) {
	p.printf("Bracketing Recall         = %6.2f\n", float64(t.Recall()))
	p.printf("Bracketing Precision      = %6.2f\n", float64(t.Precision()))
	p.printf("Bracketing FMeasure       = %6.2f\n", float64(t.F1()))
	p.printf("Complete match            = %6.2f\n", float64(t.CompleteMatch()))
}

func (p printer) tagScore(t BracketTotals) {
	p.printf("Tagging accuracy          = %6.2f\n", float64(t.TagAccuracy()))
}
