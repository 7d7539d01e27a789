package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"parser/parser/experiment"
)

// gridProgress shows how many runs go: a line per run and, on a terminal, a bar of all
// epochs below it.
type gridProgress struct {
	w     io.Writer
	bars  bool
	trees string
	width int // of the longest name
	bar   *progressbar.ProgressBar
}

func newGridProgress(a *ablating, settings []experiment.Setting) *gridProgress {
	p := &gridProgress{w: a.notes(), bars: !a.quiet && isTerminal(a.env.Stderr), trees: treesName(a.kind)}
	for _, s := range settings {
		p.width = max(p.width, len(s.String()))
	}
	return p
}

// observer returns what the grid is to call.
func (p *gridProgress) observer() experiment.GridObserver {
	o := experiment.GridObserver{Run: p.run}
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
func (p *gridProgress) run(r *experiment.Run, done, total int) {
	text := ""
	for i, s := range scoresOf(&r.Best, p.trees) {
		text += fmt.Sprintf(" %s %6.2f ", scoreNames(p.trees)[i], s)
	}
	p.line(done, total, r.Setting.String(), r.Seed, fmt.Sprintf("%s %.1f s", text, r.Took.Round(time.Second/10).Seconds()))
}

// line prints the line of a run, which says what came of it.
func (p *gridProgress) line(done, total int, name string, seed uint64, what string) {
	p.clear()
	fmt.Fprintf(p.w, "run %*d/%d  %-*s  seed %d %s\n", len(fmt.Sprint(total)), done, total, p.width, name, seed, what)
}

// clear removes the bar.
func (p *gridProgress) clear() {
	if p.bar != nil {
		p.bar.Clear()
		p.bar = nil
	}
}
