package subword

import (
	"strings"
	"testing"
)

// benchmarkWords is how often the words of a benchmark are repeated.
const benchmarkWords = 100

func BenchmarkEncode(b *testing.B) {
	text := strings.Repeat(strings.Join(sentences(b)[:25], " ")+" ", benchmarkWords)
	words := float64(len(strings.Fields(text)))
	for _, folder := range folders {
		b.Run(folder, func(b *testing.B) {
			tok := open(b, folder)
			var pieces []int32
			b.ReportAllocs()
			for b.Loop() {
				pieces = tok.encode(pieces[:0], text, false)
			}
			b.ReportMetric(words*float64(b.N)/b.Elapsed().Seconds(), "words/s")
		})
	}
}

func BenchmarkWord(b *testing.B) {
	words := strings.Fields(strings.Join(sentences(b)[:25], " "))
	for _, folder := range folders {
		b.Run(folder, func(b *testing.B) {
			tok := open(b, folder)
			var list []int32
			b.ReportAllocs()
			for b.Loop() {
				for _, w := range words {
					list = tok.Word(list[:0], w)
				}
			}
			b.ReportMetric(float64(len(words)*b.N)/b.Elapsed().Seconds(), "words/s")
		})
	}
}

func BenchmarkRead(b *testing.B) {
	for _, folder := range folders {
		b.Run(folder, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				open(b, folder)
			}
		})
	}
}
