package cli

import (
	"path/filepath"

	urfave "github.com/urfave/cli/v2"

	"parser/model"
	"parser/parser/chart"
	"parser/parser/cli/places"
)

// chartsFlag is the flag of commands that draw charts into a folder.
func chartsFlag(category, usage string, folder *string) urfave.Flag {
	return &urfave.StringFlag{Category: category, Name: "svg", Destination: folder, Usage: usage}
}

// canWriteCharts finds out whether charts can be written into the folder; "" is none.
func canWriteCharts(folder string) error {
	if folder == "" {
		return nil
	}
	return places.CanWrite(filepath.Join(folder, "xx.svg"))
}

// writeCharts writes the charts into the folder, unless that is "".
func writeCharts(folder string, charts func() []*chart.Figure) error {
	if folder == "" {
		return nil
	}
	for _, f := range charts() {
		if err := model.WriteFile(filepath.Join(folder, f.File), f.WriteSVG); err != nil {
			return err
		}
	}
	return nil
}
