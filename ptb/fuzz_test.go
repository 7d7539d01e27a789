package ptb

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
)

// seeds are inputs that cover everything the reader knows.
func seeds() []string {
	return []string{
		"( (S (NP-SBJ (DT The) (NN dog)) (VP (VBZ sleeps)) (. .)))\n",
		"((IP-MAT (NP-SBJ *con*) (C 0) (VBDI lá) (PP *ICH*-1)))\n(ROOT (S (A b)))(TOP (A b))",
		"\ufeff# c\n% c\n*x*x\n/* ( */(A\n b)\r\n/~* *~/(S (NP) () (())) ",
		"(A b c) (A (B c) d) (A b (C d)) x ) (A b)",
		"(S (A b)\n(S (C d))\n((A b)\n((C d)",
		"(S (NP (NP (-NONE- *T*-1))) (VP (VP (-LRB- -LRB-) (NN=1 *-2))))\n\n(())\n",
		"(A \xff) /* (B c)",
	}
}

// FuzzReader checks that whatever is read is written and read back the same, in both modes, and
// that what is written is a fixed point.
func FuzzReader(f *testing.F) {
	for _, seed := range seeds() {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, input []byte, lines bool) {
		r := NewReader(bytes.NewReader(input), "f")
		r.Lines = lines
		var out bytes.Buffer
		w := NewWriter(&out)
		var trees []*Tree
		for tree, err := range r.All() {
			if err != nil {
				require.True(t, textfile.Resumable(err) || bytes.HasPrefix(input, []byte("\x1f\x8b")), err)
				continue
			}
			w.Tight = r.Tight()
			require.NoError(t, w.Write(tree))
			trees = append(trees, tree)
		}
		require.NoError(t, w.Flush())
		again := read(t, out.String())
		require.Len(t, again, len(trees))
		for i, tree := range again {
			require.True(t, tree.Equal(trees[i]), "%s became %s", trees[i], tree)
			require.True(t, tree.Equal(parse(t, print(t, tree, true, true))))
		}
		require.Equal(t, out.String(), roundTrip(t, out.Bytes()))
		if lines {
			require.GreaterOrEqual(t, bytes.Count(input, []byte("\n"))+1, len(trees))
		}
	})
}

// FuzzNormalize checks the laws of the steps.
func FuzzNormalize(f *testing.F) {
	for _, seed := range seeds() {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		for tree, err := range NewReader(bytes.NewReader(input), "f").All() {
			if err != nil {
				continue
			}
			laws(t, tree)
		}
	})
}
