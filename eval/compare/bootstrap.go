package compare

import (
	"encoding/json"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"parser/eval"
)

// Interval is a confidence interval in per cent.
type Interval struct {
	Low  eval.Percent `json:"low"`
	High eval.Percent `json:"high"`
}

// Resampled is the outcome of [Bootstrap].
type Resampled struct {
	Far      int `json:"far"`     // samples whose difference is as far from what was seen as that is from 0
	Higher   int `json:"higher"`  // samples in which F1(b) is higher
	Lower    int `json:"lower"`   // samples in which F1(b) is lower
	Samples  int `json:"samples"` // drawn
	Interval     // of F1(b)−F1(a)
}

// P is the p value (Far+1)/(Samples+1).
func (r Resampled) P() float64 { return float64(r.Far+1) / float64(r.Samples+1) }

// MarshalJSON writes the p value too.
func (r Resampled) MarshalJSON() ([]byte, error) {
	type counts Resampled
	return json.Marshal(struct {
		P float64 `json:"p"`
		counts
	}{r.P(), counts(r)})
}

// Bootstrap draws test sets of as many sentences from those given, with
// replacement, and scores both systems on each (Koehn 2004). The interval holds
// the percentiles of F1(b)−F1(a). A sample counts as far if its difference is at
// least as far from the one that was seen as that is from 0: the samples vary
// around what was seen, and would vary around 0 if the systems were equal
// (Berg-Kirkpatrick et al. 2012, in its two-sided form).
//
// The samples depend on the seed and the number of sentences alone, so that all
// scores and systems are resampled alike. The cause of an error is
// eval.ErrSentenceCount.
func Bootstrap(a, b []eval.Counts, s Sampling) (Resampled, error) {
	if err := checkPaired(a, b); err != nil {
		return Resampled{}, err
	}
	return bootstrap(a, b, s), nil
}

func bootstrap(a, b []eval.Counts, s Sampling) Resampled {
	s = s.withDefaults()
	paired := make([][2]fraction, len(a))
	for i := range a {
		paired[i] = [2]fraction{fractionOf(a[i]), fractionOf(b[i])}
	}
	seen := differenceOf(fractionOf(total(a)), fractionOf(total(b)))
	r := Resampled{Samples: s.Samples}
	percents := make([]eval.Percent, 0, s.Samples)
	for _, d := range s.draw(func(random *rand.PCG) difference {
		var x, y fraction
		for range paired {
			i, _ := bits.Mul64(random.Uint64(), uint64(len(paired))) // uniform but for 2⁻⁶⁴ of the length
			x, y = x.plus(paired[i][0]), y.plus(paired[i][1])
		}
		return differenceOf(x, y)
	}) {
		r.Far += eval.One(d.asFar(seen))
		r.Higher += eval.One(d.numerator > 0)
		r.Lower += eval.One(d.numerator < 0)
		percents = append(percents, d.percent())
	}
	r.Interval = percentiles(percents, s.Confidence)
	return r
}

// ScoreInterval returns the confidence interval of one system's F1.
func ScoreInterval(a []eval.Counts, s Sampling) Interval {
	nothing := make([]eval.Counts, len(a)) // of which F1 is 0 in every sample
	return bootstrap(nothing, a, s).Interval
}

// percentiles returns the k'th smallest and the k'th largest number, for k =
// ⌊(1−confidence)/2·(n+1)⌋ (Efron & Tibshirani 1993, 12.5), but at least 1. The
// interval of the differences the other way round is its mirror image.
func percentiles(list []eval.Percent, confidence float64) Interval {
	const slack = 1e-9 // k may be a whole number but for rounding
	slices.Sort(list)
	k := max(1, int(math.Floor((1-confidence)/2*float64(len(list)+1)+slack)))
	return Interval{list[k-1], list[len(list)-k]}
}
