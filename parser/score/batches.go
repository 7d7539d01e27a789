package score

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

// NewQueue returns the queue of sentences in the given order, which it takes over.
func NewQueue(order []int, length func(sentence int) int, words int, random *rand.Rand) *Queue {
	return &Queue{words: words, length: length, random: random, rest: order}
}

// Empty reports whether there is no batch left.
func (q *Queue) Empty() bool { return len(q.ready) == 0 && len(q.rest) == 0 }

// Next returns the next batch, nil at the end.
func (q *Queue) Next() []int {
	if q.Empty() {
		return nil
	}
	if len(q.ready) == 0 {
		q.ready = q.pooled()
	}
	batch := q.ready[0]
	q.ready = q.ready[1:]
	return batch
}

func (q *Queue) pooled() (batches [][]int) {
	if q.words <= 0 {
		first := q.rest[:1]
		q.rest = q.rest[1:]
		return [][]int{first}
	}
	some := q.rest[:fit(q.rest, q.length, pool*q.words)]
	q.rest = q.rest[len(some):]
	some = slices.SortedStableFunc(slices.Values(some), func(a, b int) int { return cmp.Compare(q.length(a), q.length(b)) })
	for len(some) > 0 {
		n := fit(some, q.length, q.words)
		batches, some = append(batches, some[:n]), some[n:]
	}
	if q.random != nil {
		q.random.Shuffle(len(batches), func(i, j int) { batches[i], batches[j] = batches[j], batches[i] })
	}
	return batches
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

// Keep stores what is left in a record, or sets it to that. Lengths are the caller's to give.
func (q *Queue) Keep(r *npz.Record) {
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

// Batches yields the batches of a queue.
func Batches(order []int, length func(sentence int) int, words int, random *rand.Rand) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		q := NewQueue(order, length, words, random)
		for batch := q.Next(); batch != nil && yield(batch); batch = q.Next() {
		}
	}
}
