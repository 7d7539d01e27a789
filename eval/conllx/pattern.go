package conllx

import (
	"cmp"
	"slices"
)

// wildcard stands for any text in eval.pl's local contexts.
const wildcard = "*"

// pattern is a local context in numbered texts: tag and form before, form and
// tag of the word, tag and form after; 0 matches anything.
type pattern [6]int32

// masked puts wildcards where the mask has no bit.
func (p pattern) masked(mask int) pattern {
	for i := range p {
		if mask&(1<<i) == 0 {
			p[i] = 0
		}
	}
	return p
}

// contexts returns the local contexts worth showing for an error that was seen
// in the given places, frequent ones first.
func (e *specificErrors) contexts(seen []pattern) []LocalContext {
	counts := map[pattern]int{}
	for _, p := range seen {
		for mask := range 1 << len(p) {
			counts[p.masked(mask)]++
		}
	}
	rows := []LocalContext{}
	for p, n := range frequentContexts(closed(counts)) {
		if p != (pattern{}) {
			rows = append(rows, e.context(p, n))
		}
	}
	slices.SortFunc(rows, func(x, y LocalContext) int {
		return cmp.Or(cmp.Compare(y.Count, x.Count), x.compare(y))
	})
	return rows
}

// closed keeps the patterns that no more specific one equals in count: what is
// said of the others is said better there. (eval.pl removes them in the order
// of its hash table and may leave some behind; these are the ones that it never
// removes, whatever the order.)
func closed(counts map[pattern]int) map[pattern]int {
	kept := make(map[pattern]int, len(counts))
	for p, n := range counts {
		kept[p] = n
	}
	for p, n := range counts {
		for i := range p {
			if p[i] == 0 {
				continue
			}
			general := p
			general[i] = 0
			if counts[general] == n {
				delete(kept, general)
			}
		}
	}
	return kept
}

// frequentContexts keeps the localRows most frequent patterns and those that
// tie with the last. If that one is rare, it keeps the second most frequent and
// its ties instead, since the first may be the pattern of wildcards only.
func frequentContexts(counts map[pattern]int) map[pattern]int {
	sorted := make([]int, 0, len(counts))
	for _, n := range counts {
		sorted = append(sorted, n)
	}
	slices.SortFunc(sorted, func(x, y int) int { return cmp.Compare(y, x) })
	threshold := at(sorted, localRows-1)
	if threshold < localRowsMinimum {
		threshold = at(sorted, 1)
	}
	for p, n := range counts {
		if n < threshold {
			delete(counts, p)
		}
	}
	return counts
}

// at returns s[i], or 0 beyond the end.
func at(s []int, i int) int {
	if i < len(s) {
		return s[i]
	}
	return 0
}

// context spells a pattern out.
func (e *specificErrors) context(p pattern, n int) LocalContext {
	text := func(i int) string {
		if p[i] == 0 {
			return ""
		}
		return e.texts[p[i]]
	}
	return LocalContext{
		BeforeTag: text(0), Before: text(1),
		Word: text(2), Tag: text(3),
		AfterTag: text(4), After: text(5),
		Count: n,
	}
}
