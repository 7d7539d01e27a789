package transformer

import (
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"parser/conll"
)

// BenchmarkRead reads a hundred English sentences with the encoder in the folder that PARSER_BENCH_ENCODER names. It
// reports medians for all readers together; the peak of a processor's core is that of model/kernel's BenchmarkPeak.
func BenchmarkRead(b *testing.B) {
	folder := os.Getenv("PARSER_BENCH_ENCODER")
	if folder == "" {
		b.Skip("PARSER_BENCH_ENCODER names no encoder")
	}
	e, err := Open(folder, Settings{Mixed: 4, Pieces: "mean"})
	require.NoError(b, err)
	defer e.Close()
	treebank, err := conll.ReadFile("../../../testdata/en/train.conllu")
	require.NoError(b, err)
	var text [][]conll.Word
	words := 0
	for _, s := range treebank[len(treebank)-100:] {
		text, words = append(text, s.Words), words+len(s.Words)
	}
	subwords, operations := e.Work(text)
	for _, bytes := range []bool{false, true} {
		e := e.With(Settings{Mixed: 4, Pieces: "mean", Bytes: bytes})
		for _, readers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%d", map[bool]string{true: "int8", false: "float32"}[bytes], readers), func(b *testing.B) {
				b.ReportAllocs()
				sessions, vectors := make([]Reader, readers), make([][]float32, readers)
				for i := range sessions {
					sessions[i], vectors[i] = e.NewReader(), make([]float32, words*e.Width)
				}
				var seconds []float64
				for b.Loop() {
					start := time.Now()
					var group sync.WaitGroup
					for i := range sessions {
						group.Go(func() { sessions[i].Read(vectors[i], text) })
					}
					group.Wait()
					seconds = append(seconds, time.Since(start).Seconds())
				}
				slices.Sort(seconds)
				per := float64(readers) / seconds[len(seconds)/2]
				b.ReportMetric(float64(words)*per, "words/s")
				b.ReportMetric(float64(subwords)*per, "subwords/s")
				b.ReportMetric(operations*per/1e9, "GFLOP/s")
			})
		}
	}
}
