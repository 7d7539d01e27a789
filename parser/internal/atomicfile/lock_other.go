//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package atomicfile

import "os"

// Lock does nothing: Windows removes no file that is open, which is as good.
func Lock(f *os.File, wait bool) error { return nil }
