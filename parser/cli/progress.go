package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"parser/parser/train"
	"parser/transition"
)

// barWidth is the width of a progress bar in characters.
const barWidth = 30

// progress shows how training goes: a table with a row per epoch and, on a
// terminal, a bar below it.
type progress struct {
	w      io.Writer
	bars   bool
	kind   transition.Kind // of trees, which have different scores
	dev    bool            // there are scores to show
	epoch  int             // under way
	bar    *progressbar.ProgressBar
	titled bool
}

// observer returns what training is to call.
func (p *progress) observer() train.Observer {
	o := train.Observer{Epoch: p.row, Tagger: p.tagger}
	if p.bars {
		o.Sentence = p.sentence
	}
	return o
}

// tagger says how far the taggers are that work before the model.
func (p *progress) tagger(field string, done, folds int) {
	what := "tagger trained"
	if done > 0 {
		what = fmt.Sprintf("fold %d of %d", done, folds)
	}
	fmt.Fprintf(p.w, "%s: %s\n", field, what)
}

// sentence moves the bar.
func (p *progress) sentence(done, total int) {
	if p.bar == nil {
		p.bar = newBar(p.w, total, fmt.Sprintf("epoch %d", p.epoch+1))
	}
	p.bar.Set(done)
}

func newBar(w io.Writer, total int, description string) *progressbar.ProgressBar {
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetDescription(description),
		progressbar.OptionSetWidth(barWidth),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish())
}

// scores are the columns of scores on dev.
func (p *progress) scores(e train.Epoch) (titles []string, values []float64) {
	switch p.kind {
	case transition.Constituents:
		return []string{"dev F1"}, []float64{e.F1}
	case transition.Tags:
		return []string{"dev acc"}, []float64{e.Accuracy}
	}
	return []string{"dev UAS", "dev LAS"}, []float64{e.UAS, e.LAS}
}

// row prints the row of an epoch that is over.
func (p *progress) row(e train.Epoch) {
	p.clear()
	p.epoch = e.Number
	titles, values := p.scores(e)
	head, row := "epoch     loss", fmt.Sprintf("%5d  %7.4f", e.Number, e.Loss)
	for i, value := range values {
		text := "-"
		if p.dev {
			text = fmt.Sprintf("%.2f", value)
		}
		head, row = head+fmt.Sprintf("  %7s", titles[i]), row+fmt.Sprintf("  %7s", text)
	}
	if !p.titled {
		p.titled = true
		fmt.Fprintf(p.w, "%s   words/s\n", head)
	}
	mark := ""
	if p.dev && e.Best {
		mark = "  best"
	}
	fmt.Fprintf(p.w, "%s  %8.0f%s\n", row, e.WordsPerS, mark)
}

// clear removes the bar.
func (p *progress) clear() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}
