package evalb

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/ptb"
	"parser/testdata/testkit"
	"parser/testdata/testkit/evaltest"
)

// treeLines reads one entry a line; several trees on a line are one entry.
func treeLines(t testing.TB, text string) [][]*ptb.Tree {
	t.Helper()
	var entries [][]*ptb.Tree
	for line := range strings.Lines(text) {
		entries = append(entries, evaltest.Trees(t, line))
	}
	return entries
}

// evalb scores line by line.
func evalb(t testing.TB, p Params, gold, system string) *Report {
	t.Helper()
	b := NewScorer(p)
	g, s := treeLines(t, gold), treeLines(t, system)
	require.Equal(t, len(g), len(s))
	for i := range g {
		b.AddLine(g[i], s[i])
	}
	return b.Report()
}

// EVALB's output is the specification. With its samples the one difference is the
// summary of failed sentences after its own.
func TestReportEqualsEVALB(t *testing.T) {
	for _, c := range []struct{ pair, params, expected, extra string }{
		{"sample", "sample", "sample.expected.txt", "Number of Failed sentence =      7\n"},
		{"sample", "collins", "sample.expected-collins.txt", "Number of Failed sentence =      8\n"},
		{"bug", "new", "bug.expected-new.txt", ""},
		{"bug", "nk", "bug.expected-new.txt", ""},
	} {
		t.Run(c.pair+"-"+c.params, func(t *testing.T) {
			file := func(name string) string {
				text, err := os.ReadFile(testkit.Shared(t, "eval/evalb/"+name))
				require.NoError(t, err)
				return string(text)
			}
			p, err := NamedParams(c.params)
			require.NoError(t, err)
			r := evalb(t, p, file(c.pair+".gold.mrg"), file(c.pair+".system.mrg"))
			got := testkit.Text(t, r.Write)
			want := file(c.expected)
			require.Equal(t, want, got[:min(len(want), len(got))])
			extra := got[len(want):]
			require.Equal(t, c.extra == "", extra == "", extra)
			require.Contains(t, extra, c.extra)

			summary := testkit.Text(t, r.WriteSummary)
			require.True(t, strings.HasPrefix(summary, "=== Summary ===\n"))
			require.True(t, strings.HasSuffix(got, summary))
		})
	}
}
