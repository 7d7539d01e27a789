package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"parser/parser"
)

// gridProgress shows how the runs of a grid go: a line per run and, on a terminal,
// a bar of all epochs below it.
type gridProgress struct {
	w     io.Writer
	bars  bool
	trees string
	width int // of the longest setting
	bar   *progressbar.ProgressBar
}

func newGridProgress(a *ablating, settings []parser.Setting) *gridProgress {
	p := &gridProgress{w: a.notes(), bars: !a.quiet && isTerminal(a.env.Stderr), trees: treesName(a.kind)}
	for _, s := range settings {
		p.width = max(p.width, len(s.String()))
	}
	return p
}

// observer returns what the grid is to call.
func (p *gridProgress) observer() parser.GridObserver {
	o := parser.GridObserver{Run: p.run}
	if p.bars {
		o.Epoch = p.epoch
	}
	return o
}

// epoch moves the bar.
func (p *gridProgress) epoch(done, total int) {
	if p.bar == nil {
		p.bar = newBar(p.w, total, "epochs")
	}
	p.bar.Set(done)
}

// run prints the line of a run that is over.
func (p *gridProgress) run(r *parser.Run, done, total int) {
	p.clear()
	fmt.Fprintf(p.w, "run %*d/%d  %-*s  seed %d ", len(fmt.Sprint(total)), done, total, p.width, r.Setting, r.Seed)
	for i, s := range scoresOf(&r.Best, p.trees) {
		fmt.Fprintf(p.w, " %s %6.2f ", scoreNames(p.trees)[i], s)
	}
	fmt.Fprintf(p.w, " %.1f s\n", r.Took.Round(time.Second/10).Seconds())
}

// clear removes the bar.
func (p *gridProgress) clear() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}
