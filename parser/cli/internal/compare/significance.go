package compare

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync"

	"parser/eval"
)

// Sampling holds the settings of random sampling. The same values give the same results,
// whatever the number of workers.
type Sampling struct {
	Samples    int     `json:"samples"`    // at least 1
	Seed       uint64  `json:"seed"`       // of all random numbers
	Confidence float64 `json:"confidence"` // of intervals, between 0 and 1
	Workers    int     `json:"-"`          // number of goroutines, at least 1
}

// The usual settings.
const (
	DefaultSamples    = 10000
	DefaultConfidence = 0.95
)

// draw returns the samples in order. Each block of them has its own random source, so that it does not matter which
// worker draws it; sample must not keep any state between calls.
func (s Sampling) draw(sample func(*rand.PCG) difference) []difference {
	drawn := make([]difference, s.Samples)
	var workers sync.WaitGroup
	for worker := range s.Workers {
		workers.Go(func() {
			const block = 64
			for start := worker * block; start < len(drawn); start += s.Workers * block {
				random := rand.NewPCG(s.Seed, uint64(start))
				for i := start; i < min(start+block, len(drawn)); i++ {
					drawn[i] = sample(random)
				}
			}
		})
	}
	workers.Wait()
	return drawn
}

// fraction is an F1, 2·right/size, without its factor 2.
type fraction struct{ right, size int64 }

// fractions returns the F1 of two systems in each sentence, and in all.
func fractions(scores [][2]eval.Counts) (list [][2]fraction, a, b fraction) {
	of := func(c eval.Counts) fraction { return fraction{int64(c.Right), int64(c.Gold + c.System)} }
	for _, s := range scores {
		pair := [2]fraction{of(s[0]), of(s[1])}
		list, a, b = append(list, pair), a.plus(pair[0]), b.plus(pair[1])
	}
	return list, a, b
}

func (r fraction) plus(s fraction) fraction { return fraction{r.right + s.right, r.size + s.size} }

func (r fraction) minus(s fraction) fraction { return fraction{r.right - s.right, r.size - s.size} }

// difference is the exact difference of two fractions, so that a sampled difference ties with the observed one whenever
// both are the same number: "as extreme" must not depend on rounding. It is exact up to a billion words.
type difference struct {
	numerator   int64
	denominator uint64 // > 0
}

// differenceOf returns b−a. A fraction of nothing is 0.
func differenceOf(a, b fraction) difference {
	a.size, b.size = max(a.size, 1), max(b.size, 1)
	return difference{b.right*a.size - a.right*b.size, uint64(a.size) * uint64(b.size)}
}

func (d difference) percent() eval.Percent {
	return eval.Percent(2 * 100 * float64(d.numerator) / float64(d.denominator))
}

// reaches reports whether |d| ≥ times·|seen|.
func (d difference) reaches(times uint64, seen difference) bool {
	left, leftLow := bits.Mul64(uint64(max(d.numerator, -d.numerator)), seen.denominator)
	right, rightLow := bits.Mul64(times*uint64(max(seen.numerator, -seen.numerator)), d.denominator)
	return cmp.Or(cmp.Compare(left, right), cmp.Compare(leftLow, rightLow)) >= 0
}

// asFar reports whether |d−seen| ≥ |seen|: d is 0, has the opposite sign, or is twice as large.
func (d difference) asFar(seen difference) bool {
	opposite := d.numerator <= 0 && seen.numerator >= 0 || d.numerator >= 0 && seen.numerator <= 0
	return opposite || d.reaches(2, seen)
}

type randomised struct {
	// P is the p value: Extreme/Samples if all exchanges were tried, else (Extreme+1)/(Samples+1), which counts the
	// observed outputs as a sample and so keeps the test valid with any number of samples (Noreen 1989).
	P       float64 `json:"p"`
	Extreme int     `json:"extreme"` // exchanges after which the systems differ at least as much
	Samples int     `json:"samples"` // exchanges that were tried
	Exact   bool    `json:"exact"`   // all possible exchanges were tried
}

// randomisation tests by approximate randomisation (Noreen 1989; Yeh 2000) whether two systems a and b differ, given
// the counts of both by sentence. If they do not, it is random which system gave which output of a sentence. So it
// counts the exchanges of outputs after which |F1(b)−F1(a)| is at least as large as before (two-sided). If there are no
// more exchanges than samples, all are tried.
func randomisation(scores [][2]eval.Counts, s Sampling) randomised {
	pairs, a, b := fractions(scores)
	after := func(moved fraction) difference { return differenceOf(a.plus(moved), b.minus(moved)) }
	var changes []fraction // b−a of the sentences where they differ
	for _, pair := range pairs {
		if change := pair[1].minus(pair[0]); change != (fraction{}) {
			changes = append(changes, change)
		}
	}
	r, seen := randomised{Samples: s.Samples}, after(fraction{})
	var tried []difference
	if n := len(changes); n < bits.Len(uint(s.Samples)) {
		r.Exact, r.Samples = true, 1<<n
		for subset := range r.Samples {
			var moved fraction
			for i, change := range changes {
				if subset&(1<<i) != 0 {
					moved = moved.plus(change)
				}
			}
			tried = append(tried, after(moved))
		}
	} else {
		const coins = 64
		tried = s.draw(func(random *rand.PCG) difference {
			var moved fraction
			for changes := range slices.Chunk(changes, coins) {
				tossed := random.Uint64()
				for _, change := range changes {
					mask := -int64(tossed & 1)
					moved.right += change.right & mask
					moved.size += change.size & mask
					tossed >>= 1
				}
			}
			return after(moved)
		})
	}
	for _, d := range tried {
		r.Extreme += eval.One(d.reaches(1, seen))
	}
	also := eval.One(!r.Exact) // the observed outputs are a sample too
	r.P = float64(r.Extreme+also) / float64(r.Samples+also)
	return r
}

// interval is a confidence interval in per cent.
type interval struct {
	Low  eval.Percent `json:"low"`
	High eval.Percent `json:"high"`
}

type resampled struct {
	P        float64 `json:"p"`       // the p value (Far+1)/(Samples+1)
	Far      int     `json:"far"`     // samples whose difference is as far from the observed one as that is from 0
	Higher   int     `json:"higher"`  // samples in which F1(b) is higher
	Lower    int     `json:"lower"`   // samples in which F1(b) is lower
	Samples  int     `json:"samples"` // number of samples
	interval         // of F1(b)−F1(a)
}

// bootstrap draws samples of the sentences, with replacement and as large as the whole test set, and scores both
// systems, a and b, on each (Koehn 2004). The interval has percentiles of F1(b)−F1(a). The samples vary around the
// observed difference, and would vary around 0 if the systems were equal: a sample counts as far if its difference is
// at least as far from the observed one as that is from 0 (Berg-Kirkpatrick et al. 2012, two-sided). All scores and
// systems are scored on the same samples, which depend only on the seed and the number of sentences.
func bootstrap(scores [][2]eval.Counts, s Sampling) resampled {
	pairs, a, b := fractions(scores)
	r, seen := resampled{Samples: s.Samples}, differenceOf(a, b)
	var percents []eval.Percent
	for _, d := range s.draw(func(random *rand.PCG) difference {
		var x, y fraction
		for range pairs {
			i, _ := bits.Mul64(random.Uint64(), uint64(len(pairs))) // uniform up to 2⁻⁶⁴ of the length
			x, y = x.plus(pairs[i][0]), y.plus(pairs[i][1])
		}
		return differenceOf(x, y)
	}) {
		r.Far += eval.One(d.asFar(seen))
		r.Higher += eval.One(d.numerator > 0)
		r.Lower += eval.One(d.numerator < 0)
		percents = append(percents, d.percent())
	}
	r.P, r.interval = float64(r.Far+1)/float64(r.Samples+1), percentiles(percents, s.Confidence)
	return r
}

func scoreInterval(counts []eval.Counts, s Sampling) interval {
	scores := make([][2]eval.Counts, len(counts)) // the other system's F1 is 0 in every sample
	for i, c := range counts {
		scores[i][1] = c
	}
	return bootstrap(scores, s).interval
}

// percentiles returns the k'th smallest and the k'th largest number, for k = ⌊(1−confidence)/2·(n+1)⌋ (Efron &
// Tibshirani 1993, 12.5), but at least 1. If the systems are exchanged, the interval is mirrored at 0.
func percentiles(list []eval.Percent, confidence float64) interval {
	const slack = 1e-9 // k may be a whole number except for rounding
	slices.Sort(list)
	k := max(1, int(math.Floor(float64((1-confidence)/2*float64(len(list)+1))+slack)))
	return interval{list[k-1], list[len(list)-k]}
}

// Significance returns the p value of the difference of the F1 of two systems, given the counts of both by sentence, by
// approximate randomisation (Noreen 1989). The counts of both are of the same sentences.
func Significance(a, b []eval.Counts, s Sampling) float64 {
	pairs := make([][2]eval.Counts, len(a))
	for i := range a {
		pairs[i] = [2]eval.Counts{a[i], b[i]}
	}
	return randomisation(pairs, s).P
}
