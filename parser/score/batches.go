package score

import (
	"cmp"
	"iter"
	"math/rand/v2"
	"slices"
)

// pool is the number of batches whose sentences are sorted by length together.
const pool = 16

// Batches cuts the sentences of a round, which come in random order, into batches of about
// so many words, no sentence of which is much longer than another, so that an encoder can
// read them side by side. With words 0 each sentence is a batch, and the order stays;
// without random, the batches come in the order of their lengths.
func Batches(order []int, length func(sentence int) int, words int, random *rand.Rand) iter.Seq[[]int] {
	if words <= 0 {
		return slices.Chunk(order, 1)
	}
	return func(yield func([]int) bool) {
		for rest := range cut(order, length, pool*words) {
			rest = slices.SortedStableFunc(slices.Values(rest), func(a, b int) int { return cmp.Compare(length(a), length(b)) })
			batches := slices.Collect(cut(rest, length, words))
			if random != nil {
				random.Shuffle(len(batches), func(i, j int) { batches[i], batches[j] = batches[j], batches[i] })
			}
			for _, b := range batches {
				if !yield(b) {
					return
				}
			}
		}
	}
}

// cut yields runs of sentences of at most so many words, or of one sentence.
func cut(order []int, length func(int) int, words int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		from, sum := 0, 0
		for i, sentence := range order {
			n := length(sentence)
			if i > from && sum+n > words {
				if !yield(order[from:i]) {
					return
				}
				from, sum = i, 0
			}
			sum += n
		}
		if from < len(order) {
			yield(order[from:])
		}
	}
}
