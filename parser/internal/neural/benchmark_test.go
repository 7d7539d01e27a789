package neural

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/score"
	"parser/transition"
)

// batchOf returns sentences of 5 to 34 words, with frequent ones among them.
func batchOf(sentences int) (batch [][]conll.Word) {
	for i := range sentences {
		var words []conll.Word
		for j := range 5 + 7*i%30 {
			w := twoSentences()[0][j%5]
			if j%3 == 0 {
				w.Form = fmt.Sprint("word", i*j%50)
			}
			words = append(words, w)
		}
		batch = append(batch, words)
	}
	return batch
}

// BenchmarkEncode reads 250 words, as parsing does, all of them known from before; and as learning does.
func BenchmarkEncode(b *testing.B) {
	l, batch := newLearner(b, DefaultSettings(), shapeOf(transition.ArcHybrid{}, false), nil), batchOf(13)
	for name, session := range map[string]score.Session{"parsing": l.Freeze().NewSession(), "learning": l.NewSession()} {
		b.Run(name, func(b *testing.B) {
			session.Read(batch...)
			b.ReportAllocs()
			for b.Loop() {
				session.Read(batch...)
			}
		})
	}
}

// BenchmarkLearn reads, scores, and learns from the decisions of 150 words.
func BenchmarkLearn(b *testing.B) {
	for _, system := range []transition.System{transition.ArcHybrid{}, transition.InOrder{MaxUnary: 2}} {
		b.Run(system.Name(), func(b *testing.B) {
			shape := shapeOf(system, false)
			l, batch := newLearner(b, DefaultSettings(), shape, nil), batchOf(8)
			decisions := asked(&shape, batch)
			b.ReportAllocs()
			for b.Loop() {
				l.Read(batch...)
				l.Score(decisions)
				l.Learn(decisions)
				require.NoError(b, l.Update())
			}
		})
	}
}
