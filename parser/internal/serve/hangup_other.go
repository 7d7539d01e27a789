//go:build !unix

package serve

import "os"

// Hangups returns a channel of signals that this system lacks.
func Hangups() (all chan os.Signal, end func()) {
	all = make(chan os.Signal)
	return all, func() { close(all) }
}
