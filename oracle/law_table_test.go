package oracle_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
	"parser/transition"
)

// lawRow is a line of the law's table: how the oracles of a system compare, by their names.
type lawRow struct {
	system   transition.System
	kind     string // of the gold trees
	verdicts map[string]*verdict
}

// verdict counts configurations, one for each gold tree: all that were compared, those with a wrong
// cost, and those in which an action that the oracle calls best is not.
type verdict struct{ compared, wrong, misled int }

// verdict returns that of an oracle.
func (r *lawRow) verdict(name string) *verdict {
	if r.verdicts[name] == nil {
		r.verdicts[name] = &verdict{}
	}
	return r.verdicts[name]
}

// addRow adds a line, or what it counts if the last one is of the same kind.
func addRow(rows []*lawRow, r *lawRow) []*lawRow {
	if len(rows) == 0 || rows[len(rows)-1].kind != r.kind {
		return append(rows, r)
	}
	for name, k := range r.verdicts {
		sum := rows[len(rows)-1].verdict(name)
		*sum = verdict{sum.compared + k.compared, sum.wrong + k.wrong, sum.misled + k.misled}
	}
	return rows
}

// lawTable formats the table.
func lawTable(rows []*lawRow) string {
	names := []string{"dynamic", "fsa", "pd", "static", "static-dynamic", "monotonic", "fsa-edit", "fsa-paper"}
	var b strings.Builder
	fmt.Fprintf(&b, "| system | gold trees | configurations | `%s` |\n| --- | --- | --: |%s\n", strings.Join(names, "` | `"),
		strings.Repeat(" --: |", len(names)))
	for _, r := range rows {
		most := 0
		for _, k := range r.verdicts {
			most = max(most, k.compared)
		}
		fmt.Fprintf(&b, "| %s | %s | %s |", described(r.system), r.kind, grouped(most))
		for _, name := range names {
			fmt.Fprintf(&b, " %s |", r.verdicts[name].cell(most))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// cell is what the table says about an oracle where one was compared in most configurations.
func (k *verdict) cell(most int) string {
	switch {
	case k == nil:
		return ""
	case k.compared == 0:
		return "refuses"
	case k.wrong == 0 && k.compared == most:
		return "0"
	}
	text := fmt.Sprintf("%s / %s", grouped(k.wrong), grouped(k.misled))
	if k.compared < most {
		text += " of " + grouped(k.compared)
	}
	return text
}

// grouped writes a number with commas.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}

// described names a system and its parameters as the command line does.
func described(s transition.System) string {
	p := s.Params()
	switch {
	case s.Kind() == transition.Dependencies:
		return fmt.Sprintf("%s, %v root", s.Name(), p.Roots)
	case p.MaxOpens > 0:
		return fmt.Sprintf("%s, max-opens %d, unary %v", s.Name(), p.MaxOpens, p.Unary)
	case p.MaxUnary > 0:
		return fmt.Sprintf("%s, max-unary %d", s.Name(), p.MaxUnary)
	}
	return s.Name()
}

// requireSection compares a text with what stands in a file between the line <!-- NAME --> and the
// next line <!-- end -->, or writes it there under -update.
func requireSection(t *testing.T, file, name, got string) {
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	section := regexp.MustCompile(`(?s)(<!-- ` + name + ` -->\n\n)(.*?)(\n<!-- end -->\n)`)
	part := section.FindSubmatch(data)
	require.NotNil(t, part, "%s needs the lines <!-- %s --> and <!-- end -->", file, name)
	if testkit.Updating() {
		require.NoError(t, os.WriteFile(file, section.ReplaceAll(data, []byte("${1}"+got+"${3}")), 0o666))
		return
	}
	require.Equal(t, string(part[2]), got, "go test ./oracle -run TestLaw -update writes it")
}
