package ptb

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

const benchmarkFile = "../testdata/en/train.mrg"

// reportWords adds the time per word over these trees to the output of a benchmark.
func reportWords(b *testing.B, trees []*Tree) {
	words := 0
	for _, t := range trees {
		words += len(t.Leaves())
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*words), "ns/word")
}

func BenchmarkRead(b *testing.B) {
	data, err := os.ReadFile(benchmarkFile)
	require.NoError(b, err)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var trees []*Tree
	for b.Loop() {
		trees, _ = testkit.All(NewReader(bytes.NewReader(data), "").All())
	}
	reportWords(b, trees)
}

func BenchmarkWrite(b *testing.B) {
	trees, err := ReadFile(benchmarkFile)
	require.NoError(b, err)
	b.ReportAllocs()
	w := NewWriter(io.Discard)
	for b.Loop() {
		for _, t := range trees {
			require.NoError(b, w.Write(t))
		}
	}
	reportWords(b, trees)
}
