package neural

import (
	"math"
	"math/rand/v2"
	"slices"
)

// distribution is that of the classes of a language model: of targets, in proportion to their counts, and of noise, in
// proportion to counts^¾ (Mikolov et al. 2013). The edges of sentences are always candidates.
type distribution struct {
	target []float64 // probability of a class, by counts
	noise  []float64 // … and that of being drawn
	alias  []int32   // for drawing in constant time (Walker 1977; Vose 1991)
	share  []float64
}

func newDistribution(counts []int32) *distribution {
	n := len(counts) + 1
	d := &distribution{make([]float64, n), make([]float64, n), make([]int32, n), make([]float64, n)}
	targets, noise := 0.0, 0.0
	for i, c := range counts {
		d.target[i+1], d.noise[i+1] = float64(c), math.Pow(float64(c), 0.75)
		targets, noise = targets+d.target[i+1], noise+d.noise[i+1]
	}
	var small, large []int32
	for i := range n {
		d.target[i], d.noise[i] = d.target[i]/targets, d.noise[i]/noise
		if d.share[i] = d.noise[i] * float64(n); d.share[i] < 1 {
			small = append(small, int32(i))
		} else {
			large = append(large, int32(i))
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		d.alias[s] = l
		if d.share[l] -= 1 - d.share[s]; d.share[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	for _, i := range append(small, large...) {
		d.share[i], d.alias[i] = 1, i
	}
	return d
}

func (d *distribution) draw(random *rand.Rand) int32 {
	i := random.IntN(len(d.share))
	if random.Float64() < d.share[i] {
		return int32(i)
	}
	return d.alias[i]
}

// candidates are the classes that a part of a batch compares its targets with: the targets of all its words and some
// noise. From a score is taken the logarithm of the probability that the class is among them, so that the softmax over
// candidates is, in expectation, that over all classes (Bengio & Senécal 2008; Jean et al. 2015).
type candidates struct {
	all        []int32
	correction []float32
	place      []int32 // of a class in all; means something for those in all only
}

func (c *candidates) draw(d *distribution, targets []int32, noise int, random *rand.Rand) {
	c.all = append(append(c.all[:0], edgeClass), targets...)
	for range noise {
		c.all = append(c.all, d.draw(random))
	}
	slices.Sort(c.all)
	c.all = slices.Compact(c.all)
	c.correction = c.correction[:0]
	for i, class := range c.all {
		c.place[class] = int32(i)
		absent := math.Pow(1-d.target[class], float64(len(targets))) * math.Pow(1-d.noise[class], float64(noise))
		if class == edgeClass {
			absent = 0
		}
		c.correction = append(c.correction, float32(math.Log1p(-absent)))
	}
}
