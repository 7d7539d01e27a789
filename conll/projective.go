package conll

import "slices"

// An arc from head h to dependent d is non-projective when some word strictly
// between them does not descend from h.
//
// With ROOT as node 0 to the left of all words, an arc from ROOT is never
// non-projective, because every word of a tree descends from ROOT. Yet nothing
// is lost for a parser that starts with ROOT on its stack: an arc h -> d that
// crosses the arc from ROOT to r has r between h and d, and r does not descend
// from h, so it is the arc h -> d that counts. A tree without non-projective
// arcs therefore has no crossing arcs either, those of ROOT included.

// Projective reports whether the heads are a tree without non-projective arcs.
// It may have several roots; a word without head counts as one. It takes linear
// time.
func Projective(heads []int) bool { return Cycle(heads) == nil && NonProjectiveArcs(heads) == nil }

// NonProjectiveArcs returns the dependents of the non-projective arcs in
// ascending order, nil if there are none. Arcs from ROOT never are; a word
// without head, and one word of each cycle (where [Cycle] finds it), is taken
// to hang from ROOT. It takes linear time.
func NonProjectiveArcs(heads []int) []int {
	kids := children(heads)
	order := topDown(kids)
	if len(order) <= len(heads) {
		cut := slices.Clone(heads)
		for cycle := range cycles(heads) {
			cut[cycle[0]-1] = 0
		}
		heads, kids = cut, children(cut)
		order = topDown(kids)
	}
	left, right := reach(kids, order)
	var arcs []int
	for i := range heads {
		word, head := i+1, headOrRoot(heads, i+1)
		if head > 0 && (word <= left[head] || word >= right[head]) {
			arcs = append(arcs, word)
		}
	}
	return arcs
}

// reach returns, for every word, the next word to its left and to its right
// that does not descend from it, 0 or n+1 if there is none.
func reach(kids [][]int, order []int) (left, right []int) {
	n := len(kids) - 1
	number, end := preorder(kids, order)
	below := func(word, head int) bool {
		return number[head] < number[word] && number[word] < end[head]
	}
	left, right = make([]int, n+1), make([]int, n+1)
	// Bottom up: what a word reaches is known before its head asks. Each word
	// is jumped over at most once in each direction, so the time is linear.
	for i := n; i > 0; i-- {
		word := order[i]
		l, r := word-1, word+1
		for l >= 1 && below(l, word) {
			l = left[l]
		}
		for r <= n && below(r, word) {
			r = right[r]
		}
		left[word], right[word] = l, r
	}
	return left, right
}

// preorder numbers the nodes so that those below a node have the numbers
// between its own and its end.
func preorder(kids [][]int, order []int) (number, end []int) {
	size := make([]int, len(kids))
	for i := len(order) - 1; i >= 0; i-- {
		node := order[i]
		size[node] = 1
		for _, kid := range kids[node] {
			size[node] += size[kid]
		}
	}
	number, end = make([]int, len(kids)), size // a size becomes an end when it is no longer asked for
	for _, node := range order {
		next := number[node] + 1
		end[node] += number[node]
		for _, kid := range kids[node] {
			number[kid] = next
			next += size[kid]
		}
	}
	return number, end
}
