package frame

import (
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
