package frame

import (
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"parser/parser/cli/internal/terminal"
)

// Bar is a progress bar on W that is there from the first call of Set until Clear, unless it is Off. It is safe for
// concurrent use.
type Bar struct {
	W     io.Writer
	Off   bool
	lock  sync.Mutex
	shown *progressbar.ProgressBar
	about string
}

// Bar returns one where messages go that --quiet turns off. It is off where no terminal shows it.
func (e *Env) Bar(quiet bool) Bar {
	return Bar{W: e.Notes(quiet), Off: quiet || !terminal.Is(e.Stderr)}
}

// Set shows how much of the total is done.
func (b *Bar) Set(done, total int, description string) {
	const width = 30 // in characters
	if b.Off {
		return
	}
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.shown == nil {
		b.shown = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(terminal.Raw(b.W)),
			progressbar.OptionSetDescription(description),
			progressbar.OptionSetWidth(width),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish())
	}
	if b.shown.Set(done); description != b.about {
		b.shown.Describe(description)
		b.about = description
	}
}

// Clear removes the bar.
func (b *Bar) Clear() {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.shown != nil {
		b.shown.Clear()
		b.shown = nil
	}
}
