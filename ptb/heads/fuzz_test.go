package heads

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/ptb"
)

// FuzzParse checks that rules from any text find a head or are refused.
func FuzzParse(f *testing.F) {
	for _, name := range Names() {
		text, err := ruleFiles.ReadFile("rules/" + name + ".txt")
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Add("@coordination X\nA|B first C|D E; last\r\n* last")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := parse(text, "f")
		if err != nil {
			require.ErrorIs(t, err, ErrHeads)
			return
		}
		for _, tree := range treesOf(t, "(A (C a) (, ,) (X b) (E c)) (S (. .))") {
			head := r.Head(tree)
			require.True(t, 0 <= head && head < len(tree.Children))
		}
	})
}

// FuzzConvert checks that every tree converts.
func FuzzConvert(f *testing.F) {
	for _, seed := range []string{
		"( (S (NP-SBJ (DT The) (NN dog)) (VP (VBZ sleeps)) (. .)))\n",
		"((IP-MAT (NP-SBJ *con*) (C 0) (VBDI lá) (PP *ICH*-1)))\n(ROOT (S (A b)))(TOP (A b))",
		"(A\n b)\r\n(S (NP) () (())) (A b (C d))",
		"(S (NP (NP (-NONE- *T*-1))) (VP (VP (-LRB- -LRB-) (NN=1 *-2))))\n\n(())\n",
	} {
		f.Add([]byte(seed))
	}
	var all []*Rules
	for _, name := range Names() {
		all = append(all, rules(f, name))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		for tree, err := range ptb.NewReader(bytes.NewReader(input), "f").All() {
			if err != nil {
				continue
			}
			for _, r := range all {
				if d := Convert(tree, r, Penn2Malt); len(d.Leaves) > 0 {
					checkTree(t, tree, d)
				}
			}
		}
	})
}
