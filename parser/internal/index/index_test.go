package index_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/index"
)

// TestFind: an index finds what a map does, whatever the hashes.
func TestFind(t *testing.T) {
	for name, hash := range map[string]func(string) uint64{
		"hash": index.Hash, "length": func(text string) uint64 { return uint64(len(text)) }, "last": func(string) uint64 { return 1<<64 - 1 },
	} {
		random := rand.New(rand.NewPCG(1, 2))
		for _, n := range []int{0, 1, 2, 3, 4, 5, 16, 100, 1000} {
			words, places, x := make([]string, n), map[string]int{}, index.New(n)
			for i := range words {
				words[i] = fmt.Sprint(random.IntN(2 * n))
				if _, known := places[words[i]]; !known {
					places[words[i]] = i
				}
				require.Equal(t, places[words[i]], x.Add(hash(words[i]), i, func(j int) bool { return words[j] == words[i] }))
			}
			for k := range 2*n + 2 {
				word := fmt.Sprint(k)
				want, known := places[word]
				if !known {
					want = -1
				}
				require.Equal(t, want, x.Find(hash(word), func(i int) bool { return words[i] == word }), "%s %d %s", name, n, word)
			}
		}
	}
	require.Equal(t, -1, index.Index{}.Find(0, nil))
}

// listed returns some words and their index.
func listed() (words []string, x index.Index) {
	x = index.New(20_000)
	for i := range 20_000 {
		words = append(words, fmt.Sprint("word", i))
		x.Add(index.Hash(words[i]), i, func(j int) bool { return words[j] == words[i] })
	}
	return words, x
}

func BenchmarkFind(b *testing.B) {
	words, x := listed()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		word := words[i*7919%len(words)]
		if x.Find(index.Hash(word), func(i int) bool { return words[i] == word }) < 0 {
			b.Fatal(word)
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	words, _ := listed()
	b.ReportAllocs()
	for b.Loop() {
		x := index.New(len(words))
		for i, w := range words {
			x.Add(index.Hash(w), i, func(j int) bool { return words[j] == w })
		}
	}
}
