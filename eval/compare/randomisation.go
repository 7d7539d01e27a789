package compare

import (
	"encoding/json"
	"math/bits"
	"math/rand/v2"
	"slices"

	"parser/eval"
)

// Randomised is the outcome of [Randomisation].
type Randomised struct {
	Extreme int  `json:"extreme"` // exchanges after which the systems differ at least as much
	Samples int  `json:"samples"` // exchanges that were tried
	Exact   bool `json:"exact"`   // all exchanges there are were tried
}

// P is the p value: Extreme/Samples if all exchanges were tried, else
// (Extreme+1)/(Samples+1), which counts what was seen among the samples and so
// keeps the test valid at any number of them (Noreen 1989).
func (r Randomised) P() float64 {
	if r.Exact {
		return float64(r.Extreme) / float64(r.Samples)
	}
	return float64(r.Extreme+1) / float64(r.Samples+1)
}

// MarshalJSON writes the p value too.
func (r Randomised) MarshalJSON() ([]byte, error) {
	type counts Randomised
	return json.Marshal(struct {
		P float64 `json:"p"`
		counts
	}{r.P(), counts(r)})
}

// Randomisation tests by approximate randomisation (Noreen 1989; Yeh 2000)
// whether two systems differ, given the counts of both in the same sentences: if
// they do not, it is chance which output of a sentence is whose, and the F1 of
// the corpora may differ as much when some outputs are exchanged. It counts the
// exchanges after which |F1(b)−F1(a)| is at least what it was; the test is
// two-sided, and exact in its comparisons.
//
// Where the sentences in which the systems differ are so few that there are no
// more exchanges than samples, all are tried. The cause of an error is
// eval.ErrSentenceCount.
func Randomisation(a, b []eval.Counts, s Sampling) (Randomised, error) {
	if err := checkPaired(a, b); err != nil {
		return Randomised{}, err
	}
	e, s := newExchange(a, b), s.withDefaults()
	if n := len(e.changes); n < bits.Len(uint(s.Samples)) {
		return e.all(), nil
	}
	return e.sampled(s), nil
}

// exchange is two systems whose outputs can be exchanged sentence by sentence.
type exchange struct {
	a, b    fraction   // of the corpora
	changes []fraction // b−a of the sentences where they differ
}

func newExchange(a, b []eval.Counts) *exchange {
	e := &exchange{a: fractionOf(total(a)), b: fractionOf(total(b))}
	for i := range a {
		if change := fractionOf(b[i]).minus(fractionOf(a[i])); change != (fraction{}) {
			e.changes = append(e.changes, change)
		}
	}
	return e
}

// after returns the difference when the sum of some changes has gone from b to a.
func (e *exchange) after(moved fraction) difference {
	return differenceOf(e.a.plus(moved), e.b.minus(moved))
}

// all tries every subset of the sentences, in the order of the Gray code: each
// differs from the one before in a single sentence (Knuth 2011, 7.2.1.1).
func (e *exchange) all() Randomised {
	seen, moved, inside := e.after(fraction{}), fraction{}, uint(0)
	r := Randomised{Samples: 1 << len(e.changes), Exact: true}
	for i := 1; ; i++ {
		r.Extreme += eval.One(e.after(moved).asExtreme(seen))
		if i == r.Samples {
			return r
		}
		k := bits.TrailingZeros(uint(i))
		if inside ^= 1 << k; inside&(1<<k) != 0 {
			moved = moved.plus(e.changes[k])
		} else {
			moved = moved.minus(e.changes[k])
		}
	}
}

// sampled tries random subsets, in which each sentence is with probability 1/2.
func (e *exchange) sampled(s Sampling) Randomised {
	const coins = 64
	r, seen := Randomised{Samples: s.Samples}, e.after(fraction{})
	for _, d := range s.draw(func(random *rand.PCG) difference {
		var moved fraction
		for changes := range slices.Chunk(e.changes, coins) {
			tossed := random.Uint64()
			for _, change := range changes {
				mask := -int64(tossed & 1)
				moved.right += change.right & mask
				moved.size += change.size & mask
				tossed >>= 1
			}
		}
		return e.after(moved)
	}) {
		r.Extreme += eval.One(d.asExtreme(seen))
	}
	return r
}
