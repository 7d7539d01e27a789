package smatch

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval"
	"parser/parser/amr"
)

// FuzzMatch compares any two graphs: each matches itself fully, no more triples match than there are,
// their number is the same if the graphs are exchanged, and no mapping beats a proven one.
func FuzzMatch(f *testing.F) {
	sample, err := os.ReadFile("../../testdata/en/dev.amr")
	require.NoError(f, err)
	graphs := strings.SplitN(string(sample), "\n\n", 4)
	f.Add(graphs[0], graphs[1])
	f.Add("(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))", "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0-of (b2 / boy)))")
	f.Add(`(a / x :mod - :mod - :ARG0 (b / y) :ARG0 b :name (n / name :op1 "É"))`, "(a / x :ARG0 a :top top)")
	f.Fuzz(func(t *testing.T, one, other string) {
		gold, err := amr.NewReader(strings.NewReader(one), "f").Read()
		system, err2 := amr.NewReader(strings.NewReader(other), "f").Read()
		if err != nil || err2 != nil {
			return
		}
		a, b := gold.Triples(), system.Triples()
		const large = 60
		if max(len(a.List()), len(b.List())) > large {
			return
		}
		own := Match(a, a, Options{})
		require.Equal(t, eval.Counts{Right: len(a.List()), Gold: len(a.List()), System: len(a.List())}, own.Counts)
		m, back := Match(a, b, Options{}), Match(b, a, Options{})
		require.LessOrEqual(t, m.Right, min(m.Gold, m.System))
		require.Equal(t, []int{len(a.List()), len(b.List())}, []int{m.Gold, m.System})
		if m.Proven && back.Proven {
			require.Equal(t, m.Right, back.Right)
		}
		require.Equal(t, m.Right, matching(&m, a.List(), b.List()), "the count is that of the mapping")
		if m.Proven && max(len(a.Concepts), len(b.Concepts)) < 5 {
			require.Equal(t, most(a, b), m.Right)
		}
		s := NewScorer(Options{})
		s.Add(gold, system)
		require.NoError(t, s.Report().Write(io.Discard))
	})
}
