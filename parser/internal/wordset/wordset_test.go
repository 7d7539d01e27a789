package wordset_test

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/wordset"
)

// numbered yields words that all differ.
func numbered(from, to int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := from; i < to && yield(fmt.Sprint("w", i)); i++ {
		}
	}
}

// A set has all its words, and few others: one in 4096, of 100,000 about 24.
func TestHas(t *testing.T) {
	s := wordset.New(numbered(0, 50_000))
	for word := range numbered(0, 50_000) {
		require.True(t, s.Has(word), word)
	}
	others := 0
	for word := range numbered(50_000, 150_000) {
		if s.Has(word) {
			others++
		}
	}
	require.InDelta(t, 24, others, 15)
	require.InDelta(t, 50_000, s.Len(), 20)
}

func TestEmpty(t *testing.T) {
	for _, s := range []*wordset.Set{nil, {}, wordset.New(numbered(0, 0))} {
		require.False(t, s.Has(""))
		require.False(t, s.Has("w"))
	}
	require.True(t, wordset.New(slices.Values([]string{""})).Has(""))
}

// A set is the same in whatever order its words come and however often, takes less than 14 bits for each, and four thirds
// of that as text, which says all of it.
func TestText(t *testing.T) {
	all := slices.Collect(numbered(0, 10_000))
	text, err := wordset.New(slices.Values(all)).MarshalText()
	require.NoError(t, err)
	require.Less(t, len(text), 24_000)
	slices.Reverse(all)
	again, err := wordset.New(slices.Values(append(all, all...))).MarshalText()
	require.NoError(t, err)
	require.Equal(t, text, again)
	var s wordset.Set
	require.NoError(t, s.UnmarshalText(text))
	require.Equal(t, wordset.New(slices.Values(all)), &s)
}

// FuzzText reads any text: it is refused, or a set is written as a text that reads as the same set.
func FuzzText(f *testing.F) {
	for _, n := range []int{0, 1, 5, 100} {
		text, err := wordset.New(numbered(0, n)).MarshalText()
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Add("//////////////8B")
	f.Add("AQF/4A==")
	f.Fuzz(func(t *testing.T, text string) {
		var s, again wordset.Set
		if s.UnmarshalText([]byte(text)) != nil {
			return
		}
		s.Has("w")
		written, err := s.MarshalText()
		require.NoError(t, err)
		require.NoError(t, again.UnmarshalText(written))
		require.Equal(t, s, again)
	})
}

// BenchmarkRead: the list of the Japanese segmenter has 316,122 words.
func BenchmarkRead(b *testing.B) {
	coded, err := wordset.New(numbered(0, 316_122)).MarshalBinary()
	require.NoError(b, err)
	for b.Loop() {
		require.NoError(b, new(wordset.Set).UnmarshalBinary(coded))
	}
}
