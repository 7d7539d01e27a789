// Package batches cuts the inputs of a round, such as sentences, into batches of about the same size.
package batches

import (
	"cmp"
	"iter"
	"math/rand/v2"
	"slices"

	"parser/model/npz"
)

// pool is the number of batches whose sentences are sorted by length together.
const pool = 16

// Queue holds the sentences of a round in batches of about a given number of words. No sentence of a
// batch is much longer than another, so that an encoder can read them side by side. With words 0 each
// sentence is a batch, and the order stays; without random, batches come in the order of their lengths.
type Queue struct {
	words  int
	length func(sentence int) int
	random *rand.Rand
	rest   []int   // sentences that are in no batch yet
	ready  [][]int // batches of those before
}

// New returns the queue of sentences in the given order, which it takes over.
func New(order []int, length func(sentence int) int, words int, random *rand.Rand) *Queue {
	return &Queue{words: words, length: length, random: random, rest: order}
}

// Empty reports whether there is no batch left.
func (q *Queue) Empty() bool { return len(q.ready) == 0 && len(q.rest) == 0 }

// Next returns the next batch, nil at the end.
func (q *Queue) Next() []int {
	switch {
	case len(q.ready) == 0 && len(q.rest) == 0:
		return nil
	case len(q.ready) == 0 && q.words <= 0:
		q.ready, q.rest = [][]int{q.rest[:1]}, q.rest[1:]
	case len(q.ready) == 0:
		n := fit(q.rest, q.length, pool*q.words)
		byLength := func(a, b int) int { return cmp.Compare(q.length(a), q.length(b)) }
		some := slices.SortedStableFunc(slices.Values(q.rest[:n]), byLength)
		for q.rest = q.rest[n:]; len(some) > 0; some = some[n:] {
			n = fit(some, q.length, q.words)
			q.ready = append(q.ready, some[:n])
		}
		if q.random != nil {
			q.random.Shuffle(len(q.ready), func(i, j int) { q.ready[i], q.ready[j] = q.ready[j], q.ready[i] })
		}
	}
	batch := q.ready[0]
	q.ready = q.ready[1:]
	return batch
}

// fit returns how many of the first sentences have at most this many words together; one at least.
func fit(order []int, length func(int) int, words int) int {
	sum := 0
	for i, sentence := range order {
		if sum += length(sentence); sum > words && i > 0 {
			return i
		}
	}
	return len(order)
}

// Sync stores what is left in a record, or sets it to that. Lengths are the caller's to give.
func (q *Queue) Sync(r *npz.Record) {
	rest, ready := [][]int{q.rest}, q.ready
	keepSentences(r.Part("rest"), &rest)
	keepSentences(r.Part("ready"), &ready)
	if r.Check(len(rest) == 1, "rest"); r.Err() == nil {
		q.rest, q.ready = rest[0], ready
	}
}

func keepSentences(r *npz.Record, lists *[][]int) {
	stored := make([][]uint32, len(*lists))
	for i, list := range *lists {
		for _, n := range list {
			stored[i] = append(stored[i], uint32(n))
		}
	}
	npz.KeepLists(r, "sentences", &stored)
	if !r.Reading() || r.Err() != nil {
		return
	}
	*lists = make([][]int, len(stored))
	for i, list := range stored {
		for _, n := range list {
			(*lists)[i] = append((*lists)[i], int(n))
		}
	}
}

// All yields the batches of a queue.
func All(order []int, length func(sentence int) int, words int, random *rand.Rand) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		q := New(order, length, words, random)
		for batch := q.Next(); batch != nil && yield(batch); batch = q.Next() {
		}
	}
}
