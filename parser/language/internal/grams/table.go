package grams

import (
	"math"
	"slices"
)

// Group tells the languages of a script apart: by multinomial logistic regression over the frequencies of n-grams, with
// weights of a byte. A group of one language has no weights.
type Group struct {
	Script    Script
	Languages []string // codes, sorted
	Bias      []float32
	Step      float32  // of the weights
	Grams     []uint32 // hashes, sorted
	Weights   []int8   // of gram 0 for each language, of gram 1, and so on

	slots []int32 // a hash table of Grams: an index + 1, or 0; made by Decode
}

// Probabilities returns how probable the languages are for some words. The logit of a language l is
//
//	b(l) + 1/sqrt(n) * sum over n-grams g of w(g, l)
//
// with n the number of n-grams: as if each one of them said something new, the sum would grow with n, and as if none did,
// it would not grow at all.
func (g *Group) Probabilities(w Words) []float64 {
	k := len(g.Languages)
	sums, n := make([]int32, k), 0
	w.Each(func(hash uint32) {
		n++
		if at := g.find(hash); at >= 0 {
			for l, weight := range g.Weights[at*k : (at+1)*k] {
				sums[l] += int32(weight)
			}
		}
	})
	all := make([]float64, k)
	for l, sum := range sums {
		all[l] = float64(g.Bias[l]) + float64(g.Step)*float64(sum)/math.Sqrt(math.Max(1, float64(n)))
	}
	Softmax(all)
	return all
}

// Softmax makes probabilities of logits.
func Softmax(all []float64) {
	most, sum := slices.Max(all), 0.0
	for i, x := range all {
		all[i] = math.Exp(x - most)
		sum += all[i]
	}
	for i := range all {
		all[i] /= sum
	}
}

// find returns the index of an n-gram, or -1.
func (g *Group) find(hash uint32) int {
	if len(g.slots) == 0 {
		return -1
	}
	mask := uint32(len(g.slots) - 1)
	for at := hash & mask; g.slots[at] > 0; at = (at + 1) & mask {
		if i := int(g.slots[at] - 1); g.Grams[i] == hash {
			return i
		}
	}
	return -1
}

// index makes the hash table.
func (g *Group) index() {
	size := 1
	for size < 2*len(g.Grams) {
		size *= 2
	}
	g.slots = make([]int32, size)
	mask := uint32(size - 1)
	for i, hash := range g.Grams {
		at := hash & mask
		for g.slots[at] > 0 {
			at = (at + 1) & mask
		}
		g.slots[at] = int32(i + 1)
	}
}
