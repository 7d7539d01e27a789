//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package shards

import "os"

// lock does nothing: Windows removes no file that is open, which is as good.
func lock(f *os.File, wait bool) error { return nil }
