package parser_test

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/oracle"
	"parser/parser"
	"parser/ptb"
	"parser/testdata/testkit"
	"parser/transition"
)

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
	for _, k := range treeKinds() {
		b.Run(k.String(), func(b *testing.B) {
			p := trainedTrees(b, treeSample(b, "en/train.mrg"), treeOptions(k.system, 2, k.set))
			benchmarkTrees(b, p, allWords(treeSample(b, "en/dev.mrg")))
		})
	}
}

// benchmarkTrees parses sentences again and again in one stream.
func benchmarkTrees(b *testing.B, p *parser.Parser, sentences [][]conll.Word) {
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
		require.NoError(b, p.StreamTrees(b.Context(), next, func(*ptb.Tree) error { return nil }, 1))
	}
	reportTokens(b, sentences)
}

// BenchmarkTrainTrees trains one epoch on the English sample.
func BenchmarkTrainTrees(b *testing.B) {
	train := treeSample(b, "en/train.mrg")
	for _, k := range treeKinds() {
		b.Run(k.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				trainedTrees(b, train, treeOptions(k.system, 1, k.set))
			}
			reportTokens(b, allWords(train))
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
			p := trainedTrees(b, train, treeOptions(system, 2))
			benchmarkTrees(b, p, allWords(normal(b, dev, "all")))
		})
	}
}
