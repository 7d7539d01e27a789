package conllx

import (
	"regexp"
	"slices"
	"strings"
)

// untied sorts the rows of a report with equal counts by their text, since eval.pl
// prints them in the order of its hash tables. It removes the ranks of specific errors,
// since errors can tie too.
func untied(report string) string {
	report = rank.ReplaceAllString(report, "  #. ")
	rows := strings.Split(report, "\n")
	rows = sortContexts(rows)
	rows = sortTies(rows, rowCount)
	before, specific, _ := strings.Cut(strings.Join(rows, "\n"), "Specific errors")
	blocks := sortTies(strings.Split(specific, "\n\n"), blockCount)
	return before + "Specific errors" + strings.Join(blocks, "\n\n")
}

var (
	rank   = regexp.MustCompile(`(?m)^  [ \d]\d\. `)
	frame  = regexp.MustCompile(`^ +(\d+)  \S`)
	number = regexp.MustCompile(`^ *(\d+)$`)
	times  = regexp.MustCompile(` : (\d+) times$`)
)

// rowCount returns the count by which a row of a table is sorted, or "".
func rowCount(row string) string {
	if m := frame.FindStringSubmatch(row); m != nil {
		return m[1]
	}
	if m := times.FindStringSubmatch(row); m != nil {
		return m[1]
	}
	cells := strings.Split(row, " | ")
	column, sorted := map[int]int{5: 1, 7: 6, 8: 1}[len(cells)] // focus words, local contexts, tags
	if !sorted {
		return ""
	}
	if m := number.FindStringSubmatch(cells[column]); m != nil {
		return m[1]
	}
	return ""
}

// blockCount returns the count by which a specific error or a shared context is
// sorted among the others, or "".
func blockCount(block string) string {
	lines := strings.Split(strings.TrimSpace(block), "\n")
	if m := times.FindStringSubmatch(lines[0]); m != nil {
		return m[1]
	}
	if !strings.HasPrefix(lines[0], "------") {
		return ""
	}
	return strings.Repeat("x", strings.Count(block, " times"))
}

// sortTies sorts runs of texts that have the same count.
func sortTies(texts []string, count func(string) string) []string {
	for i := 0; i < len(texts); {
		j := i + 1
		for key := count(texts[i]); key != "" && j < len(texts) && count(texts[j]) == key; {
			j++
		}
		slices.Sort(texts[i:j])
		i = j
	}
	return texts
}

// sortContexts sorts ties in the context tables, which have two independent columns of
// rows.
func sortContexts(rows []string) []string {
	for i := 0; i < len(rows); {
		j := i
		var left, right []string
		for ; j < len(rows) && strings.Contains(rows[j], "  ||"); j++ {
			l, r, _ := strings.Cut(rows[j], "  ||")
			left, right = append(left, l), append(right, r)
		}
		sortTies(left, rowCount)
		sortTies(right, rowCount)
		for k := range left {
			rows[i+k] = left[k] + "  ||" + right[k]
		}
		i = max(j, i+1)
	}
	return rows
}
