package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

func tableFormats() []string {
	return []string{formatText, formatMarkdown, formatCSV, formatJSON}
}

// Of the table.
const (
	oracleColumn = "oracle µs"
	wrongColumn  = "not optimal"
	unknown      = "–"
	names        = 2 // columns that are flush left
)

func (r *ablationReport) page() page {
	caption := r.caption()
	last := len(caption) - 1
	return page{caption: caption[:last], command: caption[last], sheet: sheetOf(r.cells(), names), notes: r.notes()}
}

// cells returns the table with its head.
func (r *ablationReport) cells() [][]string {
	head := []string{"system", "oracle", "explore"}
	table := [][]string{append(append(head, scoreNames(r.Trees)...), oracleColumn, wrongColumn)}
	for i := range r.Rows {
		row := &r.Rows[i]
		cells := []string{row.System, row.Oracle, fmt.Sprint(row.Explore)}
		for _, name := range scoreNames(r.Trees) {
			cells = append(cells, row.Scores[name].text(len(row.Runs)))
		}
		table = append(table, append(cells, timeText(row.OracleTime), row.shareText()))
	}
	return table
}

// text prints a spread over n runs.
func (s spread) text(n int) string {
	if n < 2 {
		return fmt.Sprintf("%.2f", s.Mean)
	}
	return fmt.Sprintf("%.2f ± %.2f", s.Mean, s.Deviation)
}

// timeText prints microseconds with three digits or more.
func timeText(t float64) string {
	switch {
	case t < 10:
		return fmt.Sprintf("%.2f", t)
	case t < 100:
		return fmt.Sprintf("%.1f", t)
	}
	return fmt.Sprintf("%.0f", t)
}

// shareText prints the share of configurations in which the oracle was wrong.
// 0.00 is none.
func (row *ablationRow) shareText() string {
	const least = 0.01
	if row.Configurations == 0 {
		return unknown
	}
	share := 100 * float64(row.NotOptimal) / float64(row.Configurations)
	if 0 < share && share < least {
		return fmt.Sprint("<", least)
	}
	return fmt.Sprintf("%.2f", share)
}

// writeCSV prints a line of names and a line per row, with all digits.
func (r *ablationReport) writeCSV(w io.Writer) error {
	head := []string{"system", "oracle", "explore", "runs"}
	for _, name := range scoreNames(r.Trees) {
		head = append(head, strings.ToLower(name), strings.ToLower(name)+"_deviation")
	}
	c := csv.NewWriter(w)
	records := [][]string{append(head, "oracle_microseconds", "exact_oracle", "configurations", "not_optimal")}
	for i := range r.Rows {
		row := &r.Rows[i]
		record := []string{row.System, row.Oracle, number(row.Explore), fmt.Sprint(len(row.Runs))}
		for _, name := range scoreNames(r.Trees) {
			record = append(record, number(row.Scores[name].Mean), number(row.Scores[name].Deviation))
		}
		record = append(record, number(row.OracleTime), row.Exact)
		if row.Exact == "" {
			record = append(record, "", "")
		} else {
			record = append(record, fmt.Sprint(row.Configurations), fmt.Sprint(row.NotOptimal))
		}
		records = append(records, record)
	}
	return c.WriteAll(records)
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
