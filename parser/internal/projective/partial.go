package projective

import (
	"errors"
	"fmt"
	"slices"

	"parser/conll"
)

// A partial tree is a tree in which some heads are unknown.

// ErrNonProjective is the cause when no projective tree has all known heads.
var ErrNonProjective = errors.New("not projective")

// Tree reports whether the heads are a tree without non-projective arcs. It may have several roots; a word without head
// counts as one. It takes linear time.
func Tree(heads []int) bool {
	return conll.Cycles(heads) == nil && conll.NonProjectiveArcs(heads) == nil
}

// Check returns a [*conll.Error] if the known heads of s are not part of a projective tree: the error of
// [conll.Sentence.CheckPartial], or ErrNonProjective.
func Check(s *conll.Sentence, singleRoot bool) error {
	if err := s.CheckPartial(singleRoot); err != nil {
		return err
	}
	heads := s.Heads(nil)
	whole := Complete(heads)
	for _, d := range conll.NonProjectiveArcs(whole) {
		if h := heads[d-1]; h != conll.NoHead {
			if word := outside(whole, h, d); word > 0 {
				return s.ErrorAt(d-1, fmt.Errorf("%w: word %d lies under the arc from %d to %d, and cannot descend from %d", ErrNonProjective, word, h, d, h))
			}
		}
	}
	return nil
}

// Complete returns a tree that has all known heads, which must be part of one ([conll.CheckPartial]). The tree is
// projective if any such tree is. It may have several roots; if at most one word is known to be a root and some tree is
// projective, there is a projective one with a single root, too. It takes quadratic time.
//
// A word without head gets the head of the shortest known arc over it, or ROOT. If the known arcs
// can be part of a projective tree, that arc crosses nothing: other arcs over the word are longer,
// and the words below it all lie under the same arc.
func Complete(heads []int) []int {
	whole := slices.Clone(heads)
	for i, head := range heads {
		if head != conll.NoHead {
			continue
		}
		word, shortest := i+1, len(heads)+1
		whole[i] = 0
		for j, above := range heads {
			l, r := min(j+1, above), max(j+1, above)
			if l > 0 && l < word && word < r && r-l < shortest && !reaches(whole, above, word) {
				whole[i], shortest = above, r-l
			}
		}
	}
	return whole
}

// reaches reports whether from is word or above it, as far as heads are known.
func reaches(heads []int, word, from int) bool {
	for word > 0 && word != from {
		word = heads[word-1]
	}
	return word == from
}

// projectivizePartial is Projectivize for a partial tree without wrong heads.
func (c Scheme) projectivizePartial(heads []int, labels []string) (lifted int, err error) {
	whole, decorated := Complete(heads), slices.Clone(labels)
	if _, err := c.Projectivize(whole, decorated); err != nil {
		return 0, err
	}
	known := slices.Clone(heads)
	for i, head := range known {
		switch {
		case head == conll.NoHead:
		case !reaches(known, i+1, whole[i]):
			heads[i] = conll.NoHead
			lifted++
		default:
			if heads[i], labels[i] = whole[i], decorated[i]; head != whole[i] {
				lifted++
			}
		}
	}
	return lifted, nil
}
