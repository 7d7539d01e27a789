//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package shards

import (
	"os"
	"syscall"
)

// lock locks a file until it is closed or the process ends, however it does. If another has locked it, it
// waits, or is an error; it also is one if the file system has no locks.
func lock(f *os.File, wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		if err := syscall.Flock(int(f.Fd()), how); err != syscall.EINTR {
			return err
		}
	}
}
