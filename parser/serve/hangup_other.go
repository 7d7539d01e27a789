//go:build !unix

package cli

import "os"

// hangups returns a channel of signals that this system has not got.
func hangups() (all chan os.Signal, end func()) {
	all = make(chan os.Signal)
	return all, func() { close(all) }
}
