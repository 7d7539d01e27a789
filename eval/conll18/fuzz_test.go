package conll18

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/conll/textfile"
)

// FuzzScore scores any two files. Unless they are refused, each file scores fully against itself, there
// are no more right items than items, except for EULAS, and exchanging the files exchanges recall and precision.
func FuzzScore(f *testing.F) {
	for _, name := range []string{"gold", "system"} {
		text, err := os.ReadFile("../../testdata/eval/small." + name + ".conllu")
		require.NoError(f, err)
		f.Add(string(text), string(text))
		f.Add(strings.ReplaceAll(string(text), "NOUN", "VERB"), string(text))
	}
	const words = "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n1\ta\ta\tX\tX\tB=1|A=2\t2\tcase:x\t_\t_\n2\tb\t_\tY\tY\t_\t0\troot\t_\t_\n\n"
	f.Add(words, strings.ReplaceAll(words, "1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n", ""))
	f.Add(gapping, strings.ReplaceAll(gapping, "conj", "dep"))
	f.Fuzz(func(t *testing.T, one, other string) {
		read := func(text string) []*conll.Sentence {
			all, err := textfile.ReadAll(conll.NewReader(strings.NewReader(text), "f").Read)
			if err != nil {
				return nil
			}
			return all
		}
		gold, system := read(one), read(other)
		for _, side := range [][]*conll.Sentence{gold, system} {
			if own, err := Score(side, side); err == nil {
				for _, r := range own.rows() {
					require.Equal(t, r.Gold, r.System, r.name)
					require.GreaterOrEqual(t, r.Correct, r.Gold, r.name)
					require.True(t, r.Correct == r.Gold || r.name == "EULAS", r.name)
				}
			}
		}
		there, err := Score(gold, system)
		back, err2 := Score(system, gold)
		if slices.ContainsFunc(gold, (*conll.Sentence).HasDeps) != slices.ContainsFunc(system, (*conll.Sentence).HasDeps) { // where one way does not read DEPS
			return
		}
		require.Equal(t, err == nil, err2 == nil)
		if err != nil {
			return
		}
		_, err = json.Marshal(there)
		require.NoError(t, err)
		mirrored := back.rows()
		for i, r := range there.rows() {
			if r.name != "ELAS" && r.name != "EULAS" && r.Aligned != notAligned {
				require.LessOrEqual(t, r.Correct, r.Aligned, r.name)
			}
			if r.name != "EULAS" {
				require.LessOrEqual(t, r.Correct, min(r.Gold, r.System), r.name)
			}
			require.Equal(t, []int{r.Gold, r.System}, []int{mirrored[i].System, mirrored[i].Gold}, r.name)
			switch r.name { // for the others the gold side decides what counts
			case "Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "UAS", "LAS", "ELAS", "EULAS":
				require.Equal(t, r.Correct, mirrored[i].Correct, r.name)
			}
		}
	})
}
