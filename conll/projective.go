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
	order, end := preorder(heads)
	if len(order) <= len(heads) {
		cut := slices.Clone(heads)
		for cycle := range cycles(heads) {
			cut[cycle[0]-1] = 0
		}
		heads = cut
		order, end = preorder(heads)
	}
	n := len(heads)
	place := make([]int, n+1)
	for i, node := range order {
		place[node] = i
	}
	below := func(word, head int) bool { return place[head] < place[word] && place[word] < end[head] }
	// The next word to the left and to the right that does not descend from a word, 0 or
	// n+1 if there is none. Bottom up, what a word reaches is known before its head asks,
	// and each word is jumped over at most once in each direction: the time is linear.
	left, right := make([]int, n+1), make([]int, n+1)
	for _, word := range slices.Backward(order[1:]) {
		l, r := word-1, word+1
		for l >= 1 && below(l, word) {
			l = left[l]
		}
		for r <= n && below(r, word) {
			r = right[r]
		}
		left[word], right[word] = l, r
	}
	var arcs []int
	for i := range heads {
		word, head := i+1, headOrRoot(heads, i+1)
		if head > 0 && (word <= left[head] || word >= right[head]) {
			arcs = append(arcs, word)
		}
	}
	return arcs
}

// preorder lists ROOT and the words below it, each before those below it, and says
// where in that list the words below each end. Words on cycles, and below them, are
// missing.
func preorder(heads []int) (order, end []int) {
	kids, stack := children(heads), []int{0}
	order = make([]int, 0, len(kids))
	end = make([]int, len(kids)) // at first the numbers of words, each with those below it
	for len(stack) > 0 {
		node := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], kids[node]...)
		order = append(order, node)
	}
	for i, node := range slices.Backward(order) {
		end[node]++
		if node > 0 {
			end[headOrRoot(heads, node)] += end[node]
		}
		end[node] += i
	}
	return order, end
}
