//go:build unix

package safetensors

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapped is a file in memory.
type mapped struct{ data []byte }

// mapFile maps a file to memory that cannot be written to.
func mapFile(name string) (*mapped, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: it is no regular file", ErrFile)
	case info.Size() == 0 || int64(int(info.Size())) != info.Size():
		return nil, fmt.Errorf("%w: %d bytes", ErrFile, info.Size())
	}
	data, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("mapping %s to memory: %w", name, err)
	}
	return &mapped{data}, nil
}

func (m *mapped) close() error { return unix.Munmap(m.data) }

// forget lets the system use the memory of whole pages in a part of a mapped file.
func forget(part []byte) {
	page := os.Getpagesize()
	if len(part) < 2*page {
		return
	}
	before := int(-uintptr(unsafe.Pointer(unsafe.SliceData(part))) & uintptr(page-1))
	_ = unix.Madvise(part[before:][:(len(part)-before)&^(page-1)], unix.MADV_DONTNEED)
}
