package engine_test

import (
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser/internal/engine"
	kit "parser/parser/internal/training/parsertest"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/transition"
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
	for _, k := range kit.Kinds() {
		b.Run(k.String(), func(b *testing.B) {
			p, dev := kit.Trained(b, kit.Sample(b, "en/train.conllu"), kit.Options(2, k.Set)), kit.Sample(b, "en/dev.conllu")
			benchmarkParse(b, p, dev, 1)
		})
	}
}

func benchmarkParse(b *testing.B, p *engine.Parser, dev []*conll.Sentence, workers int) {
	b.ReportAllocs()
	for b.Loop() {
		require.NoError(b, p.ParseAll(b.Context(), dev, workers))
	}
	reportWords(b, dev)
}

// BenchmarkTrain trains one epoch on the English sample.
func BenchmarkTrain(b *testing.B) {
	train := kit.Sample(b, "en/train.conllu")
	for _, k := range kit.Kinds() {
		b.Run(k.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				kit.Trained(b, train, kit.Options(1, k.Set))
			}
			reportWords(b, train)
		})
	}
}

// BenchmarkRead reads a model of the English sample.
func BenchmarkRead(b *testing.B) {
	data := kit.File(b, kit.Trained(b, kit.Sample(b, "en/train.conllu"), kit.Options(2)))
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		kit.Reread(b, data)
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
	p := kit.Trained(b, train, kit.Options(1))
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) { benchmarkParse(b, p, dev, workers) })
	}
}

// reportTokens adds the words per second to what a benchmark prints.
func reportTokens(b *testing.B, sentences [][]conll.Word) {
	n := 0
	for _, words := range sentences {
		n += len(words)
	}
	b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "words/s")
}

// BenchmarkParseTrees parses the English sample's dev part.
func BenchmarkParseTrees(b *testing.B) {
	for _, k := range kit.TreeKinds() {
		b.Run(k.String(), func(b *testing.B) {
			p := kit.TrainedTrees(b, kit.TreeSample(b, "en/train.mrg"), kit.TreeOptions(k.System, 2, k.Set))
			benchmarkTrees(b, p, kit.AllWords(kit.TreeSample(b, "en/dev.mrg")))
		})
	}
}

// benchmarkTrees parses sentences again and again in one stream.
func benchmarkTrees(b *testing.B, p *engine.Parser, sentences [][]conll.Word) {
	b.ReportAllocs()
	for b.Loop() {
		read := 0
		next := func() ([]conll.Word, error) {
			if read == len(sentences) {
				return nil, io.EOF
			}
			read++
			return sentences[read-1], nil
		}
		require.NoError(b, streamTrees(p, b.Context(), next, func(*ptb.Tree) error { return nil }, 1))
	}
	reportTokens(b, sentences)
}

// BenchmarkTrainTrees trains one epoch on the English sample.
func BenchmarkTrainTrees(b *testing.B) {
	train := kit.TreeSample(b, "en/train.mrg")
	for _, k := range kit.TreeKinds() {
		b.Run(k.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				kit.TrainedTrees(b, train, kit.TreeOptions(k.System, 1, k.Set))
			}
			reportTokens(b, kit.AllWords(train))
		})
	}
}

// BenchmarkGUM parses the dev part of GUM, after two epochs on its training part.
func BenchmarkGUM(b *testing.B) {
	gum := filepath.Join(testkit.Shared(b, "ptb"), "en-gum")
	train, err := ptb.ReadFile(filepath.Join(gum, "train.mrg.gz"))
	require.NoError(b, err)
	dev, err := ptb.ReadFile(filepath.Join(gum, "dev.mrg.gz"))
	require.NoError(b, err)
	for _, system := range oracle.Systems(transition.Constituents) {
		b.Run(system, func(b *testing.B) {
			p := kit.TrainedTrees(b, train, kit.TreeOptions(system, 2))
			benchmarkTrees(b, p, kit.AllWords(kit.Normal(b, dev, "all")))
		})
	}
}
