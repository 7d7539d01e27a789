package align_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/parser/internal/graphs/align"
)

// FuzzAlign aligns any words, with any lemmas and heads, with any graph: the result is a partial
// injection, the same each time, without wiki's nodes.
func FuzzAlign(f *testing.F) {
	sample, err := os.ReadFile("../../../../testdata/en/dev.amr")
	require.NoError(f, err)
	for i, text := range strings.SplitN(string(sample), "\n\n", 6)[:5] {
		f.Add("The boy did n't want to go to New York on 12 May .", "the boy do not want to go to New York on 12 May .", text, []byte{2, 5, byte(i), 0, 200})
	}
	f.Add("a a 1,000 ½ -", "", "(a / a :quant 1000 :wiki \"a\" :op1 a :name (n / name :op1 \"a\" :op2 \"\"))", []byte{})
	a := align.New()
	f.Fuzz(func(t *testing.T, forms, lemmas, text string, heads []byte) {
		g, err := amr.NewReader(strings.NewReader(text), "f").Read()
		if err != nil {
			return
		}
		lemma := textfile.Fields(lemmas)
		var words []conll.Word
		for i, form := range textfile.Fields(forms) {
			w := conll.Word{Form: form, Lemma: "_", UPOS: "NOUN"}
			if i < len(lemma) {
				w.Lemma = lemma[i]
			}
			if i < len(heads) {
				w.Head = int(int8(heads[i]))
			}
			words = append(words, w)
		}
		nodes := a.Align(words, g)
		require.Len(t, nodes, len(words))
		require.Equal(t, nodes, align.New().Align(words, g))
		seen := map[int]bool{}
		for _, n := range nodes {
			if n != align.None {
				require.True(t, 0 <= n && n < len(g.Nodes) && reached(g, n) && !seen[n], n)
				seen[n] = true
			}
		}
		for _, l := range a.Explain(words, g) {
			require.Equal(t, nodes[l.Word], l.Node)
		}
	})
}
