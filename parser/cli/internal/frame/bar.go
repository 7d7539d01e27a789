package frame

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"parser/parser/internal/terminal"
)

// Bar is a progress bar on W that is there from the first call of Set until Clear.
type Bar struct {
	W     io.Writer
	shown *progressbar.ProgressBar
}

// Set shows how much of the total is done.
func (b *Bar) Set(done, total int, description string) {
	const width = 30 // in characters
	if b.shown == nil {
		b.shown = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(terminal.Raw(b.W)),
			progressbar.OptionSetDescription(description),
			progressbar.OptionSetWidth(width),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	b.shown.Set(done)
}

// Clear removes the bar.
func (b *Bar) Clear() {
	if b.shown != nil {
		b.shown.Clear()
		b.shown = nil
	}
}
