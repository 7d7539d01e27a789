package lemma

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sharesOf is shares by its definition, from all words in order.
func sharesOf(words []string, of []change, longest int, word string, letters int) (found []share) {
	order := make([]int, len(words))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if c := strings.Compare(words[a], words[b]); c != 0 {
			return c
		}
		return of[a].compare(of[b])
	})
	share1 := map[change]float64{}
	for _, c := range of {
		share1[c] = unseen
	}
	met := []change{}
	for k := 0; k <= longest; k++ {
		begin := string([]rune(word)[:min(k, len([]rune(word)))])
		counts, here := map[change]int{}, []change{}
		n := 0
		for _, i := range order {
			if !strings.HasPrefix(words[i], begin) {
				continue
			}
			if n++; counts[of[i]] == 0 {
				here = append(here, of[i])
			}
			counts[of[i]]++
		}
		if k > len([]rune(word)) || n == 0 {
			break
		}
		back := float64(len(here)) / 2
		for c, p := range share1 {
			share1[c] = (float64(counts[c]) + float64(back*p)) / (float64(n) + back)
		}
		if k <= letters {
			met = here
		}
	}
	for _, c := range met {
		found = append(found, share{c, share1[c]})
	}
	return found
}

// TestShares: shares are as defined, in the same order, from the beginnings of words and from their ends.
func TestShares(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	some := func() string {
		letters := make([]rune, r.IntN(5))
		for i := range letters {
			letters[i] = []rune("abц\ufffd")[r.IntN(4)]
		}
		return string(letters)
	}
	for range 50 {
		var words, backwards []string
		var of []change
		for range 1 + r.IntN(60) {
			words, of = append(words, some()), append(of, change{"ab"[:r.IntN(2)], "ab"[r.IntN(2):]})
			backwards = append(backwards, reversed(words[len(words)-1]))
		}
		longest, letters := 1+r.IntN(4), r.IntN(2)
		first, last := newEdges(words, of, longest, false), newEdges(words, of, longest, true)
		for range 20 {
			word := some()
			require.Equal(t, sharesOf(words, of, longest, word, letters), first.shares(word, letters), "%q of %q", word, words)
			require.Equal(t, sharesOf(backwards, of, longest, word, letters), last.shares(word, letters), "%q of %q", word, backwards)
		}
	}
}
