//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package tensors

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapped are the bytes of a file as memory, which the operating system reads from it page by page when they are touched.
type mapped struct{ bytes []byte }

func mapFile(file *os.File, size int64) (contents, error) {
	if int64(int(size)) != size {
		return nil, unix.ENOMEM
	}
	bytes, err := unix.Mmap(int(file.Fd()), 0, int(size), unix.PROT_READ, unix.MAP_SHARED)
	return &mapped{bytes}, err
}

func (m *mapped) view(at int64, n int) ([]byte, error) {
	if m.bytes == nil {
		return nil, os.ErrClosed
	}
	return m.bytes[at : at+int64(n)], nil
}

func (m *mapped) forget(at, n int64) {
	if from := at &^ int64(os.Getpagesize()-1); m.bytes != nil && n > 0 {
		_ = unix.Madvise(m.bytes[from:at+n], unix.MADV_DONTNEED) // advice, which may be ignored
	}
}

func (m *mapped) close() error {
	bytes := m.bytes
	if m.bytes = nil; bytes == nil {
		return nil
	}
	return unix.Munmap(bytes)
}
