package training

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/engine"
	"parser/parser/internal/transformer"
)

// The encoder that a model lends makes the vectors that the model itself reads, whether it has learned it or not, and whether it
// reads it in whole numbers.
func TestLentEncoder(t *testing.T) {
	train, dev := lesson{system: "arc-hybrid", scorer: "neural", sentences: 12}.data(t)
	read := func(e *transformer.Encoder, words []conll.Word) []float32 {
		vectors := make([]float32, len(words)*e.Wide())
		e.NewReader().Read(vectors, [][]conll.Word{words})
		return vectors
	}
	for _, tuned := range []int{0, 2} {
		for _, bytes := range []bool{false, true} {
			l := lesson{system: "arc-hybrid", scorer: "neural", sentences: 12}
			o, _ := l.options(t)
			if o.Neural.Bytes = bytes; tuned > 0 {
				o.Neural.Finetune, o.Neural.FinetuneRate = tuned, 0.01
			}
			r, err := openEncoder("../transformer/testdata/reference/bert", Opening{Precision: "half"})
			require.NoError(t, err)
			p, err := Run(t.Context(), train, dev, o, Observer{}, r)
			require.NoError(t, err)
			file := filepath.Join(t.TempDir(), "m.npz")
			require.NoError(t, p.Save(file))
			loaded, err := engine.Load(file)
			require.NoError(t, err)
			own := loaded.Scorer().(interface{ Transformer() *transformer.Encoder }).Transformer()

			lent, err := openEncoder(file, Opening{Precision: "half"})
			require.NoError(t, err)
			e := lent.Value.(*transformer.Encoder)
			require.NotEqual(t, own.SHA256, e.SHA256)
			words := train.Sentences[0].Words
			want, got := read(own, words), read(e.With(own.Settings), words)
			most, norm := 0.0, 0.0
			for i := range want {
				most, norm = max(most, math.Abs(float64(want[i]-got[i]))), max(norm, math.Abs(float64(want[i])))
			}
			require.Less(t, most, 0.02*norm, "%d layers learned, bytes %v", tuned, bytes)
			_, err = openEncoder(file, Opening{})
			require.ErrorIs(t, err, ErrNoEncoder)
		}
	}
}
