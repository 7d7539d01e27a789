package frame

import (
	"fmt"
	"os"
	"path/filepath"

	"parser/parser/cli/internal/chart"
	"parser/parser/cli/internal/places"
	"parser/parser/internal/atomicfile"
)

// CanWriteCharts finds out whether charts can be written into the folder; "" means no folder.
func CanWriteCharts(folder string) error {
	if folder == "" {
		return nil
	}
	return places.CanWrite(filepath.Join(folder, "xx.svg"))
}

// WriteCharts writes the charts into the folder, unless that is "".
func WriteCharts(folder string, charts func() []*chart.Figure) error {
	if folder == "" {
		return nil
	}
	for _, f := range charts() {
		if err := atomicfile.WriteFile(filepath.Join(folder, f.File), f.WriteSVG); err != nil {
			return err
		}
	}
	return nil
}

// CreateApart begins to write a file in a folder that exists, unless it is one of the files to read.
func CreateApart(name string, files []string) (*atomicfile.File, error) {
	info, _ := os.Stat(name)
	for _, other := range files {
		if in, _ := os.Stat(other); info != nil && info.Mode().IsRegular() && os.SameFile(in, info) {
			return nil, fmt.Errorf("%w: %s is both input and output", ErrUsage, other)
		}
	}
	if _, err := os.Stat(filepath.Dir(name)); err != nil { // which would be made
		return nil, err
	}
	atomicfile.RemoveStale(name)
	return atomicfile.Create(name)
}
