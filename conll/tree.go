package conll

import (
	"fmt"
	"iter"
	"slices"
	"sort"
)

// In this package heads[i] is the head of word i+1: 0 is ROOT, NoHead unknown.

// Heads appends the heads of s to dst.
func (s *Sentence) Heads(dst []int) []int {
	for i := range s.Words {
		dst = append(dst, s.Words[i].Head)
	}
	return dst
}

// Labels appends the labels (DEPREL) of s to dst.
func (s *Sentence) Labels(dst []string) []string {
	for i := range s.Words {
		dst = append(dst, s.Words[i].Deprel)
	}
	return dst
}

// WordLine returns the line number of word i, counted from 0, in the file.
func (s *Sentence) WordLine(i int) int {
	return s.Line + i + sort.Search(len(s.Extras), func(k int) bool { return s.Extras[k].Before > i })
}

// CheckTree returns an [*Error] if the heads of s are not a tree; see the
// function of the same name.
func (s *Sentence) CheckTree(singleRoot bool) error {
	if word, err := treeError(s.Heads(nil), singleRoot); err != nil {
		return s.at(s.WordLine(word-1), err)
	}
	return nil
}

// CheckTree returns nil if the heads are a tree: every word has a head, in the
// sentence or ROOT, and no word is below itself. If singleRoot, only one word
// may be attached to ROOT. Otherwise the error wraps ErrNoHead, ErrHead,
// ErrSelfLoop, ErrCycle or ErrRoots and names words.
func CheckTree(heads []int, singleRoot bool) error {
	_, err := treeError(heads, singleRoot)
	return err
}

// treeError returns the first thing wrong and the word it is wrong with.
func treeError(heads []int, singleRoot bool) (word int, err error) {
	root := 0
	for i, head := range heads {
		word := i + 1
		switch {
		case head == NoHead:
			return word, fmt.Errorf("%w: word %d", ErrNoHead, word)
		case head < 0 || head > len(heads):
			return word, fmt.Errorf("%w %d of word %d: the sentence has %d words", ErrHead, head, word, len(heads))
		case head == word:
			return word, fmt.Errorf("%w: word %d", ErrSelfLoop, word)
		case head == 0 && root > 0 && singleRoot:
			return word, fmt.Errorf("%w: words %d and %d", ErrRoots, root, word)
		case head == 0:
			root = word
		}
	}
	if cycle := Cycle(heads); cycle != nil {
		return cycle[0], fmt.Errorf("%w: words %v", ErrCycle, cycle)
	}
	return 0, nil
}

// Cycle returns the words of a cycle, the smallest first and then from head to
// head, or nil if there is none. Of several cycles it is the one to which the
// smallest word leads. Heads outside the sentence count as ROOT.
func Cycle(heads []int) []int {
	for cycle := range cycles(heads) {
		return cycle
	}
	return nil
}

// cycles yields all cycles as [Cycle] returns them, in linear time.
func cycles(heads []int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
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
			if !yield(slices.Concat(cycle[smallest:], cycle[:smallest])) {
				return
			}
		}
	}
}

// headOrRoot returns the head of word, or ROOT if it is unknown or outside.
func headOrRoot(heads []int, word int) int {
	if head := heads[word-1]; head > 0 && head <= len(heads) {
		return head
	}
	return 0
}

// children lists the dependents of ROOT and of every word from left to right.
func children(heads []int) [][]int {
	n := len(heads)
	count := make([]int, n+1)
	for word := 1; word <= n; word++ {
		count[headOrRoot(heads, word)]++
	}
	all, lists := make([]int, n), make([][]int, n+1)
	for head, c := range count {
		lists[head], all = all[:0:c], all[c:]
	}
	for word := 1; word <= n; word++ {
		head := headOrRoot(heads, word)
		lists[head] = append(lists[head], word)
	}
	return lists
}
