package conllx

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
	"parser/testdata/testkit/evaltest"
)

// The output of the official script is the specification, byte for byte except for the
// order of rows with equal counts.
func TestReportEqualsEvalPl(t *testing.T) {
	for _, system := range []string{"HIT-SCIR-18", "conll18-baseline"} {
		for suffix, punctuation := range map[string]bool{"": false, "-with-punctuation": true} {
			t.Run(system+suffix, func(t *testing.T) {
				base := "eval/conllx/en_gum." + system
				want, err := os.ReadFile(testkit.Shared(t, base+".expected-eval.pl"+suffix+".txt"))
				require.NoError(t, err)
				gold, parse := evaltest.Read(t, testkit.Shared(t, base+".gold.conll.gz")), evaltest.Read(t, testkit.Shared(t, base+".system.conll.gz"))
				r := report(t, gold, parse, Options{Punctuation: punctuation})
				r.Gold, r.System = "gold.conll", "system.conll"
				got := testkit.Text(t, r.Write)

				wantTables, _, _ := strings.Cut(string(want), "Frame confusions")
				gotTables, _, _ := strings.Cut(got, "Frame confusions")
				require.Equal(t, wantTables, gotTables)
				require.Equal(t, untied(string(want)), untied(got))
				scores := testkit.Text(t, r.WriteScores)
				require.True(t, strings.HasPrefix(string(want), scores), scores)
				requireRanks(t, r)
			})
		}
	}
}

// requireRanks checks what untied removes: ranks count up, and shared
// contexts name the errors that have them.
func requireRanks(t *testing.T, r *Report) {
	t.Helper()
	for i, e := range r.Specific {
		require.Equal(t, i+1, e.Rank)
	}
	for _, c := range r.SharedLocals {
		for _, e := range c.Errors {
			local := c.localContext
			local.Count = e.Count
			require.Contains(t, r.Specific[e.Rank-1].Contexts, local)
		}
	}
}

// After untied, different reports must still differ.
func TestUntiedKeepsDifferences(t *testing.T) {
	const report = "  x          |     5 |     1 |   1% |     1 |   1% |     1 |   1%\n" +
		"  y          |     5 |     2 |   1% |     1 |   1% |     1 |   1%\n" +
		"\n  Specific errors\n\n   1. a : 3 times\n   7 | 2\n\n   2. b : 3 times\n\n   3. c : 2 times\n"
	lines := strings.Split(report, "\n")
	lines[0], lines[1] = lines[1], lines[0]
	require.Equal(t, untied(report), untied(strings.Join(lines, "\n")), "rows that tie may change places")
	for _, change := range [][2]string{{"   2 |", "   3 |"}, {"a : 3", "a : 4"}, {"   7 | 2", "   7 | 1"}} {
		changed := strings.Replace(report, change[0], change[1], 1)
		require.NotEqual(t, report, changed)
		require.NotEqual(t, untied(report), untied(changed), change)
	}
	const swapped = "\n  Specific errors\n\n   1. c : 2 times\n\n   2. b : 3 times\n"
	const right = "\n  Specific errors\n\n   1. b : 3 times\n\n   2. c : 2 times\n"
	require.NotEqual(t, untied(swapped), untied(right), "rows that do not tie must be in order")
}
