package parser_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser"
	"parser/testdata/testkit"
)

func wordsOf(sentences []*conll.Sentence) (n int) {
	for _, s := range sentences {
		n += s.Len()
	}
	return n
}

// reportWords adds the words per second to what a benchmark prints.
func reportWords(b *testing.B, sentences []*conll.Sentence) {
	b.ReportMetric(float64(b.N*wordsOf(sentences))/b.Elapsed().Seconds(), "words/s")
}

// BenchmarkParse parses the English sample's dev part.
func BenchmarkParse(b *testing.B) {
	for _, k := range kinds() {
		b.Run(k.String(), func(b *testing.B) {
			p, dev := trained(b, sample(b, "en/train.conllu"), options(2, k.set)), sample(b, "en/dev.conllu")
			benchmarkParse(b, p, dev, 1)
		})
	}
}

func benchmarkParse(b *testing.B, p *parser.Parser, dev []*conll.Sentence, workers int) {
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, p.ParseAll(b.Context(), dev, workers))
	}
	reportWords(b, dev)
}

// BenchmarkTrain trains one epoch on the English sample.
func BenchmarkTrain(b *testing.B) {
	train := sample(b, "en/train.conllu")
	for _, k := range kinds() {
		b.Run(k.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				trained(b, train, options(1, k.set))
			}
			reportWords(b, train)
		})
	}
}

// BenchmarkRead reads a model of the English sample.
func BenchmarkRead(b *testing.B) {
	data := file(b, trained(b, sample(b, "en/train.conllu"), options(2)))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		reread(b, data)
	}
}

// BenchmarkTreebank parses the dev part of UD English, after one epoch on its
// training part.
func BenchmarkTreebank(b *testing.B) {
	english := filepath.Join(testkit.Shared(b, ""), "ud", "en")
	train, err := conll.ReadFile(filepath.Join(english, "train.conllu.gz"))
	require.NoError(b, err)
	dev, err := conll.ReadFile(filepath.Join(english, "dev.conllu.gz"))
	require.NoError(b, err)
	p := trained(b, train, options(1))
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) { benchmarkParse(b, p, dev, workers) })
	}
}
