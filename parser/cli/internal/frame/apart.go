package frame

import (
	"fmt"
	"os"
	"path/filepath"

	"parser/parser/internal/atomicfile"
)

// CreateApart begins to write a file in a folder that exists, unless it is one of the files to read.
func CreateApart(name string, files []string) (*atomicfile.File, error) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		for _, other := range files {
			if in, err := os.Stat(other); err == nil && os.SameFile(in, info) {
				return nil, fmt.Errorf("%w: %s is both input and output", ErrUsage, other)
			}
		}
	}
	if _, err := os.Stat(filepath.Dir(name)); err != nil { // which would be made
		return nil, err
	}
	atomicfile.RemoveStale(name)
	return atomicfile.Create(name)
}
