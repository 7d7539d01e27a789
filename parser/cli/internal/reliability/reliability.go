// Package reliability compares the probabilities that a parser has given to heads with the share of them that is right.
//
//	var r reliability.Report
//	err := r.Add(gold, system)   // a sentence, whose MISC has HeadProb; and so on
//	r.Sum()
//	err = r.Write(os.Stdout)
//	err = r.Figure().WriteSVG(file)
package reliability

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"parser/conll"
	"parser/eval"
	"parser/eval/layout"
	"parser/parser/cli/internal/chart"
	"parser/parser/internal/structure"
)

// Bins is the number of bins, by which the error depends on it little.
const Bins = 15

// ErrProbability is the cause when a word has no probability of its head.
var ErrProbability = errors.New("no " + structure.HeadProb + " from 0 to 1 in MISC, which parser parse --confidence writes")

// Report says how far probabilities of heads can be trusted. Words without a gold head do not count.
type Report struct {
	Words    int     `json:"words"`
	Wrong    int     `json:"wrong"`    // heads
	Expected float64 `json:"expected"` // mean probability
	Right    float64 `json:"right"`    // share of heads
	// Error is the expected calibration error (Naeini, Cooper & Hauskrecht 2015): the mean over words of the distance
	// between the share of right heads in a word's bin and the mean probability there. Bins have as many words each.
	Error float64 `json:"expectedCalibrationError"`
	// Found is the share of the wrong heads that are in the tenth of the words with the least probable heads.
	Found float64 `json:"wrongInLeastSureTenth"`
	Bins  []Bin   `json:"bins"`

	judged []judged
}

// Bin has words whose heads are about as probable.
type Bin struct {
	Words    int     `json:"words"`
	Expected float64 `json:"expected"`
	Right    float64 `json:"right"`
}

// judged is a head with its probability; wrong is 1 or 0.
type judged struct {
	p     float64
	wrong int
}

// Add adds the words of a sentence. The errors have the causes eval.ErrWordCount and ErrProbability.
func (r *Report) Add(gold, system *conll.Sentence) error {
	if gold.Len() != system.Len() {
		err := fmt.Errorf("%w: %d, not %d", eval.ErrWordCount, system.Len(), gold.Len())
		return &conll.Error{File: system.File, Line: system.Line, SentID: system.ID, Err: err}
	}
	for i := range system.Words {
		text, _ := conll.MiscValue(system.Words[i].Misc, structure.HeadProb)
		p, err := strconv.ParseFloat(text, 64)
		if err != nil || !(p >= 0 && p <= 1) {
			return system.ErrorAt(i, ErrProbability)
		}
		if head := gold.Words[i].Head; head != conll.NoHead {
			r.judged = append(r.judged, judged{p, eval.One(head != system.Words[i].Head)})
		}
	}
	return nil
}

// Sum sets the numbers of the report, which are 0 without words, from what was added.
func (r *Report) Sum() {
	slices.SortStableFunc(r.judged, func(a, b judged) int { return cmp.Compare(a.p, b.p) })
	all := binOf(r.judged)
	r.Words, r.Expected, r.Right, r.Error, r.Bins = all.Words, all.Expected, all.Right, 0, []Bin{}
	r.Wrong = wrong(r.judged)
	for i := range Bins {
		b := binOf(r.judged[r.Words*i/Bins : r.Words*(i+1)/Bins])
		if b.Words > 0 {
			r.Bins = append(r.Bins, b)
			r.Error += math.Abs(b.Expected-b.Right) * float64(b.Words) / float64(r.Words)
		}
	}
	const tenth = 10
	r.Found = float64(wrong(r.judged[:r.Words/tenth])) / float64(max(1, r.Wrong))
}

func wrong(words []judged) (n int) {
	for _, j := range words {
		n += j.wrong
	}
	return n
}

func binOf(words []judged) (b Bin) {
	b.Words = len(words)
	for _, j := range words {
		b.Expected += j.p / float64(b.Words)
	}
	if b.Words > 0 {
		b.Right = 1 - float64(wrong(words))/float64(b.Words)
	}
	return b
}

// Write writes the report as text.
func (r *Report) Write(w io.Writer) error {
	const percent = 100
	return layout.Print(w, func(p layout.Printer) {
		p.Printf("heads      %d, %d wrong\n", r.Words, r.Wrong)
		p.Printf("right      %.2f %%, expected %.2f %%\n", percent*r.Right, percent*r.Expected)
		p.Printf("error      %.4f, the expected calibration error in %d bins of as many words\n", r.Error, Bins)
		p.Printf("least sure %.1f %% of the wrong heads are among the tenth of the heads that are least probable\n", percent*r.Found)
	})
}

// Figure returns the reliability diagram.
func (r *Report) Figure() *chart.Figure {
	points := []chart.Point{}
	for _, b := range r.Bins {
		points = append(points, chart.Point{X: b.Expected, Y: b.Right})
	}
	return &chart.Figure{Panels: []chart.Panel{&chart.Lines{
		Title: fmt.Sprintf("Heads: error %.4f", r.Error), X: "mean probability", Y: "share that is right", Zero: true,
		Curves: []chart.Curve{{Name: "heads", Points: points}, {Name: "ideal", Points: []chart.Point{{}, {X: 1, Y: 1}}}},
	}}}
}
