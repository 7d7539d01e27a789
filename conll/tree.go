package conll

import (
	"fmt"
	"slices"
)

// In this package heads[i] is the head of word i+1: 0 is ROOT, NoHead unknown.

// CheckTree returns an [*Error] if the heads of s are not a tree; see the
// function of the same name.
func (s *Sentence) CheckTree(singleRoot bool) error {
	if word, err := treeError(s.Heads(nil), singleRoot, false); err != nil {
		return s.ErrorAt(word-1, err)
	}
	return nil
}

// CheckPartial returns an [*Error] if the known heads of s are not part of a tree; see the function
// of the same name.
func (s *Sentence) CheckPartial(singleRoot bool) error {
	if word, err := treeError(s.Heads(nil), singleRoot, true); err != nil {
		return s.ErrorAt(word-1, err)
	}
	return nil
}

// CheckTree returns nil if the heads are a tree: every word has a head, in the
// sentence or ROOT, and no word is below itself. If singleRoot, only one word
// may be attached to ROOT. Otherwise the error wraps ErrNoHead, ErrHead,
// ErrSelfLoop, ErrCycle or ErrRoots and names words.
func CheckTree(heads []int, singleRoot bool) error {
	_, err := treeError(heads, singleRoot, false)
	return err
}

// CheckPartial returns nil if the known heads are part of some tree: it is [CheckTree], except that
// unknown heads are allowed.
func CheckPartial(heads []int, singleRoot bool) error {
	_, err := treeError(heads, singleRoot, true)
	return err
}

// treeError returns the first error and the word it is about. In a partial tree heads may be
// unknown.
func treeError(heads []int, singleRoot, partial bool) (word int, err error) {
	root := 0
	for i, head := range heads {
		word := i + 1
		switch {
		case head == NoHead && partial:
		case head == NoHead:
			return word, fmt.Errorf("%w: word %d", ErrNoHead, word)
		case head < 0 || head > len(heads):
			return word, fmt.Errorf("%w %d of word %d: the last word is %d", ErrHead, head, word, len(heads))
		case head == word:
			return word, fmt.Errorf("%w: word %d", ErrSelfLoop, word)
		case head == 0 && root > 0 && singleRoot:
			return word, fmt.Errorf("%w: words %d and %d", ErrRoots, root, word)
		case head == 0:
			root = word
		}
	}
	for _, cycle := range Cycles(heads) {
		return cycle[0], fmt.Errorf("%w: words %v", ErrCycle, cycle)
	}
	return 0, nil
}

// Cycles returns the words of each cycle, the smallest first and then from head to head, in linear
// time. The first cycle is the one to which the smallest word leads, and so on. Heads outside the
// sentence count as ROOT.
func Cycles(heads []int) (all [][]int) {
	walk := make([]int, len(heads)+1) // the first word of the walk that came here
	for start := 1; start <= len(heads); start++ {
		word := start
		for word > 0 && walk[word] == 0 {
			walk[word] = start
			word = headOrRoot(heads, word)
		}
		if word == 0 || walk[word] != start {
			continue
		}
		cycle := []int{word}
		for next := heads[word-1]; next != word; next = heads[next-1] {
			cycle = append(cycle, next)
		}
		smallest := slices.Index(cycle, slices.Min(cycle))
		all = append(all, slices.Concat(cycle[smallest:], cycle[:smallest]))
	}
	return all
}

// headOrRoot returns the head of word, or ROOT if it is unknown or outside.
func headOrRoot(heads []int, word int) int {
	if head := heads[word-1]; head > 0 && head <= len(heads) {
		return head
	}
	return 0
}

// children lists the dependents of ROOT and of every word from left to right: the first, and for
// each its next sibling. 0 ends a list.
func children(heads []int) (first, sibling []int) {
	first, sibling = make([]int, len(heads)+1), make([]int, len(heads)+1)
	for word := len(heads); word > 0; word-- {
		head := headOrRoot(heads, word)
		first[head], sibling[word] = word, first[head]
	}
	return first, sibling
}

// An arc from head h to dependent d is non-projective when some word strictly
// between them does not descend from h.
//
// With ROOT as node 0 to the left of all words, an arc from ROOT is never non-projective, because
// every word of a tree descends from ROOT. A parser that starts with ROOT on its stack loses
// nothing by that: an arc h -> d that crosses the arc from ROOT to r has r between h and d, and r
// does not descend from h, so the arc h -> d counts. A tree without non-projective arcs therefore
// has no crossing arcs either, including those from ROOT.

// NonProjectiveArcs returns the dependents of the non-projective arcs in
// ascending order, or nil. Arcs from ROOT never are; a word
// without head, and one word of each cycle (the first of [Cycles]), is taken
// to hang from ROOT. It takes linear time.
func NonProjectiveArcs(heads []int) []int {
	for i, cycle := range Cycles(heads) {
		if i == 0 {
			heads = slices.Clone(heads)
		}
		heads[cycle[0]-1] = 0
	}
	n := len(heads)
	first, sibling := children(heads)
	order, place := make([]int, 0, n+1), make([]int, n+1) // each word before those below it
	for stack := append(make([]int, 0, n+1), 0); len(stack) > 0; {
		word := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for kid := first[word]; kid > 0; kid = sibling[kid] {
			stack = append(stack, kid)
		}
		place[word] = len(order)
		order = append(order, word)
	}
	// The next word to the left and to the right that does not descend from a word, or 0
	// and n+1. Bottom up, what a word reaches is known before its head asks, and each word is
	// jumped over at most once in each direction: the time is linear.
	left, right := make([]int, n+1), make([]int, n+1)
	size := make([]int, n+1) // number of descendants of a word, itself included
	for i := n; i > 0; i-- {
		word := order[i]
		size[word]++
		size[headOrRoot(heads, word)] += size[word]
		below := func(other int) bool { return i < place[other] && place[other] < i+size[word] }
		l, r := word-1, word+1
		for l >= 1 && below(l) {
			l = left[l]
		}
		for r <= n && below(r) {
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
