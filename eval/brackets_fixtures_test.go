package eval

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/ptb"
)

// treeLines reads one entry a line; several trees on a line are one entry.
func treeLines(t testing.TB, text string) [][]*ptb.Tree {
	t.Helper()
	var entries [][]*ptb.Tree
	for line := range strings.Lines(text) {
		entries = append(entries, trees(t, line))
	}
	return entries
}

// trees reads all trees of a text.
func trees(t testing.TB, text string) []*ptb.Tree {
	t.Helper()
	var all []*ptb.Tree
	for tree, err := range ptb.NewReader(strings.NewReader(text), "text").All() {
		require.NoError(t, err)
		all = append(all, tree)
	}
	return all
}

// evalb scores line by line.
func evalb(t testing.TB, p BracketParams, gold, system string) *BracketReport {
	t.Helper()
	b := NewBrackets(p)
	g, s := treeLines(t, gold), treeLines(t, system)
	require.Equal(t, len(g), len(s))
	for i := range g {
		b.AddLine(g[i], s[i])
	}
	return b.Report()
}

// What EVALB printed is the specification. The one difference that shows in its
// samples is what is summed up behind its summary where sentences failed.
func TestReportEqualsEVALB(t *testing.T) {
	for _, c := range []struct{ pair, params, expected, extra string }{
		{"sample", "sample", "sample.expected.txt", "Number of Failed sentence =      7\n"},
		{"sample", "collins", "sample.expected-collins.txt", "Number of Failed sentence =      8\n"},
		{"bug", "new", "bug.expected-new.txt", ""},
		{"bug", "nk", "bug.expected-new.txt", ""},
	} {
		t.Run(c.pair+"-"+c.params, func(t *testing.T) {
			file := func(name string) string {
				text, err := os.ReadFile(fixture(t, "eval/evalb/"+name))
				require.NoError(t, err)
				return string(text)
			}
			p, err := NamedBracketParams(c.params)
			require.NoError(t, err)
			r := evalb(t, p, file(c.pair+".gold.mrg"), file(c.pair+".system.mrg"))
			got := text(t, func(w *bytes.Buffer) error { return r.Write(w) })
			want := file(c.expected)
			require.Equal(t, want, got[:min(len(want), len(got))])
			extra := got[len(want):]
			require.Equal(t, c.extra == "", extra == "", extra)
			require.Contains(t, extra, c.extra)

			summary := text(t, func(w *bytes.Buffer) error { return r.WriteSummary(w) })
			require.True(t, strings.HasPrefix(summary, "=== Summary ===\n"))
			require.True(t, strings.HasSuffix(got, summary))
		})
	}
}
