package evalb

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/eval"
)

// FuzzEntries pairs and scores any two files with any parameters. Unless they are refused, there are no
// more matches than brackets, each file scores fully against itself, and exchanging the files
// exchanges recall and precision.
func FuzzEntries(f *testing.F) {
	f.Add("(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))\n\n", "(S (NP (DT the)) (VP (NN dog) (VBZ barks)) (. .))\n", uint8(0))
	f.Add("(S\n (A b)\n)\n(S (`` ') (A b))", "(S (A b)) (S (X c)\n(A b))", uint8(1))
	f.Add("(TOP (S (A b)) (B c))\n()\n", "(S (A b)) (B c)\n(S (A b))\n", uint8(2))
	f.Fuzz(func(t *testing.T, one, other string, which uint8) {
		p, err := NamedParams(paramNames[int(which)%len(paramNames)])
		require.NoError(t, err)
		if own, _, err := Entries([]string{"g"}, [][]byte{[]byte(one)}); err == nil {
			for _, e := range own {
				if m := p.Match(e[0].Trees, e[0].Trees); m.Err == nil {
					c := m.Counts()
					require.Equal(t, eval.Counts{Right: c.Gold, Gold: c.Gold, System: c.Gold}, c)
				}
			}
		}
		both, _, err := Entries([]string{"g", "s"}, [][]byte{[]byte(one), []byte(other)})
		if err != nil {
			require.Regexp(t, `(^|: |in )[gs](:[0-9]+)*`, err.Error())
			return
		}
		scorer := NewScorer(p)
		for _, e := range both {
			m := p.Match(e[0].Trees, e[1].Trees)
			c := m.Counts()
			require.LessOrEqual(t, c.Right, min(c.Gold, c.System))
			require.Len(t, m.SystemWords, len(m.Words)*eval.One(m.Err == nil))
			if back := p.Match(e[1].Trees, e[0].Trees); m.Err == nil && back.Err == nil {
				require.Equal(t, eval.Counts{Right: c.Right, Gold: c.System, System: c.Gold}, back.Counts())
			}
			scorer.AddLine(e[0].Trees, e[1].Trees)
		}
		r := scorer.Report()
		require.Equal(t, len(both), r.All.Sentences)
		require.NoError(t, r.Write(&strings.Builder{}))
	})
}
