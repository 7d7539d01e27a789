package tables

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// enlargePages asks for large pages wherever whole ones lie in a table that has not been written
// to. Where the system has no large page, the table keeps its small ones.
func enlargePages[T any](table []T) {
	const page = 2 << 20
	size := len(table) * int(unsafe.Sizeof(*new(T)))
	if size < 2*page {
		return
	}
	start := unsafe.Pointer(unsafe.SliceData(table))
	before := int(-uintptr(start) & (page - 1))
	whole := (size - before) &^ (page - 1)
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Add(start, before)), whole), unix.MADV_HUGEPAGE)
}
