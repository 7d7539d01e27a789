//go:build !js

package serve

import (
	"os"
	"os/signal"
	"syscall"
)

// Hangups returns a channel of the signals that tell services to read their files again, until end is called. Windows
// does not send any.
func Hangups() (all chan os.Signal, end func()) {
	all = make(chan os.Signal, 1)
	signal.Notify(all, syscall.SIGHUP)
	return all, func() {
		signal.Stop(all)
		close(all)
	}
}
