package atomicfile

import (
	"fmt"
	"io"
	"os"
)

// ReadFile returns what read makes of a file, given its size; pipes and devices have none, and are refused. Errors of
// read get the name of the file.
func ReadFile[T any](name string, read func(r io.ReaderAt, size int64) (T, error)) (T, error) {
	var none T
	// Opening a pipe could wait for ever.
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return none, fmt.Errorf("%s is a device or a pipe, no file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return none, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return none, err
	}
	contents, err := read(f, info.Size())
	if err != nil {
		return none, fmt.Errorf("%s: %w", name, err)
	}
	return contents, nil
}
