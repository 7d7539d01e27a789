package conll18

import (
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
	"parser/testdata/testkit/evaltest"
)

func TestCoNLL18EqualsOfficialScript(t *testing.T) {
	for _, system := range []string{"HIT-SCIR-18", "conll18-baseline"} {
		t.Run(system, func(t *testing.T) {
			base := "eval/conll18/en_gum."
			gold := evaltest.Read(t, testkit.Shared(t, base+"00-gold-standard.conllu.gz"))
			scores, err := Score(gold, evaltest.Read(t, testkit.Shared(t, base+system+".conllu.gz")))
			require.NoError(t, err)
			for name, write := range map[string]func(w io.Writer) error{
				"table":  scores.WriteTable,
				"counts": scores.WriteCounts,
			} {
				want, err := os.ReadFile(testkit.Shared(t, base+system+".expected-"+name+".txt"))
				require.NoError(t, err)
				require.Equal(t, string(want), testkit.Text(t, write), name)
			}
		})
	}
}

func BenchmarkCoNLL18(b *testing.B) {
	base := "eval/conll18/en_gum."
	gold := evaltest.Read(b, testkit.Shared(b, base+"00-gold-standard.conllu.gz"))
	system := evaltest.Read(b, testkit.Shared(b, base+"HIT-SCIR-18.conllu.gz"))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Score(gold, system); err != nil {
			b.Fatal(err)
		}
	}
}
