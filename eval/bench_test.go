package eval

import (
	"io"
	"math/rand/v2"
	"testing"
)

// The benchmarks run over about 10,000 tokens, a third of them wrong.
func BenchmarkScore(b *testing.B) {
	gold, system := randomPair(rand.New(rand.NewPCG(1, 1)), 2000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Score(gold, system, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReport(b *testing.B) {
	gold, system := randomPair(rand.New(rand.NewPCG(1, 1)), 2000)
	b.ReportAllocs()
	for b.Loop() {
		if err := report(b, gold, system, Options{}).Write(io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCoNLL18(b *testing.B) {
	base := "eval/conll18/en_gum."
	gold := read(b, fixture(b, base+"00-gold-standard.conllu.gz"))
	system := read(b, fixture(b, base+"HIT-SCIR-18.conllu.gz"))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := CoNLL18(gold, system); err != nil {
			b.Fatal(err)
		}
	}
}
