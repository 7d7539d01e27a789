//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package atomicfile

import "os"

// Lock does nothing: Windows removes no open file, which serves the same purpose.
func Lock(f *os.File, wait bool) error { return nil }
