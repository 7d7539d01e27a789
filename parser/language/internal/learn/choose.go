package main

import (
	"cmp"
	"math"
	"slices"

	"parser/parser/language/internal/grams"
)

// choose returns the n-grams that tell the languages of some texts apart best, sorted: an equal number of each language,
// those with the largest
//
//	p(g | l) log(p(g | l) / p(g))
//
// where p(g) is the mean over the languages. That is what g adds to the mutual information of n-gram and language, as
// langid.py chooses them (Lui and Baldwin, 2012), kept apart by languages so that each has some.
func choose(of []*text, most int) []uint32 {
	counts := make([]map[uint32]float64, len(of))
	mean := map[uint32]float64{}
	for l, t := range of {
		counts[l] = frequencies(t)
		for g, p := range counts[l] {
			mean[g] += p / float64(len(of)) // of one language after the other: the sum does not depend on the order in counts
		}
	}
	type ranked struct {
		gram  uint32
		value float64
	}
	lists := make([][]ranked, len(of))
	for l, count := range counts {
		for g, p := range count {
			lists[l] = append(lists[l], ranked{g, p * math.Log(p/mean[g])})
		}
		slices.SortFunc(lists[l], func(a, b ranked) int { return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.gram, b.gram)) })
	}
	chosen := map[uint32]bool{}
	for i := 0; len(chosen) < most; i++ {
		some := false
		for _, list := range lists {
			if i < len(list) && len(chosen) < most {
				chosen[list[i].gram], some = true, true
			}
		}
		if !some {
			break
		}
	}
	var all []uint32
	for g := range chosen {
		all = append(all, g)
	}
	slices.Sort(all)
	return all
}

// frequencies returns the share of each n-gram of a text that occurs several times.
func frequencies(t *text) map[uint32]float64 {
	const several = 3
	count, sum := map[uint32]float64{}, 0.0
	for _, line := range t.lines {
		grams.WordsOf(line).Each(func(g uint32) {
			count[g]++
			sum++
		})
	}
	for g, n := range count {
		if n < several {
			delete(count, g)
		} else {
			count[g] = n / sum
		}
	}
	return count
}
