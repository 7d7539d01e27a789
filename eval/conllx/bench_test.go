package conllx

import (
	"io"
	"math/rand/v2"
	"testing"

	"parser/testdata/testkit/evaltest"
)

// The benchmarks score about 10,000 tokens, a third of them wrong.
func BenchmarkScore(b *testing.B) {
	gold, system := evaltest.RandomPair(rand.New(rand.NewPCG(1, 1)), 2000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Score(gold, system, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReport(b *testing.B) {
	gold, system := evaltest.RandomPair(rand.New(rand.NewPCG(1, 1)), 2000)
	b.ReportAllocs()
	for b.Loop() {
		if err := report(b, gold, system, Options{}).Write(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}
