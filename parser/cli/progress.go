package cli

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"parser/parser"
)

// barWidth is the width of a progress bar in characters.
const barWidth = 30

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// progress shows how training goes: a table with a row per epoch and, on a
// terminal, a bar below it.
type progress struct {
	w      io.Writer
	bars   bool
	dev    bool // there are scores to show
	epoch  int  // under way
	bar    *progressbar.ProgressBar
	titled bool
}

// observer returns what training is to call.
func (p *progress) observer() parser.Observer {
	o := parser.Observer{Epoch: p.row}
	if p.bars {
		o.Sentence = p.sentence
	}
	return o
}

// sentence moves the bar.
func (p *progress) sentence(done, total int) {
	if p.bar == nil {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(p.w),
			progressbar.OptionSetDescription(fmt.Sprintf("epoch %d", p.epoch+1)),
			progressbar.OptionSetWidth(barWidth),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	p.bar.Set(done)
}

// row prints the row of an epoch that is over.
func (p *progress) row(e parser.Epoch) {
	p.clear()
	p.epoch = e.Number
	if !p.titled {
		p.titled = true
		fmt.Fprintln(p.w, "epoch     loss  dev UAS  dev LAS   words/s")
	}
	uas, las, mark := "-", "-", ""
	if p.dev {
		uas, las = fmt.Sprintf("%.2f", e.UAS), fmt.Sprintf("%.2f", e.LAS)
		if e.Best {
			mark = "  best"
		}
	}
	fmt.Fprintf(p.w, "%5d  %7.4f  %7s  %7s  %8.0f%s\n", e.Number, e.Loss, uas, las, e.WordsPerS, mark)
}

// clear removes the bar.
func (p *progress) clear() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}
