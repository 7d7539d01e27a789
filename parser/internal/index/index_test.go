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
			var words []string
			places := map[string]int{}
			for i := range n {
				words = append(words, fmt.Sprint(random.IntN(2*n)))
				places[words[i]] = i
			}
			x := index.New(n, func(i int) uint64 { return hash(words[i]) })
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

func BenchmarkFind(b *testing.B) {
	words := make([]string, 20_000)
	for i := range words {
		words[i] = fmt.Sprint("word", i)
	}
	x := index.New(len(words), func(i int) uint64 { return index.Hash(words[i]) })
	b.ReportAllocs()
	for i := range b.N {
		word := words[i*7919%len(words)]
		if x.Find(index.Hash(word), func(i int) bool { return words[i] == word }) < 0 {
			b.Fatal(word)
		}
	}
}

func BenchmarkNew(b *testing.B) {
	words := make([]string, 20_000)
	for i := range words {
		words[i] = fmt.Sprint("word", i)
	}
	b.ReportAllocs()
	for range b.N {
		index.New(len(words), func(i int) uint64 { return index.Hash(words[i]) })
	}
}
