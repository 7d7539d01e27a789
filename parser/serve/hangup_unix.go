//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"
)

// hangups returns a channel of the signals by which services are told to read their files anew, until end
// is called.
func hangups() (all chan os.Signal, end func()) {
	all = make(chan os.Signal, 1)
	signal.Notify(all, syscall.SIGHUP)
	return all, func() {
		signal.Stop(all)
		close(all)
	}
}
