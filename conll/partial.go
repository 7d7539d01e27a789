package conll

import (
	"errors"
	"fmt"
	"slices"
)

// A partial tree is a tree in which some heads are unknown.

// CheckPartial returns nil if the known heads are part of some tree: it is [CheckTree], except that
// unknown heads are allowed.
func CheckPartial(heads []int, singleRoot bool) error {
	_, err := treeError(heads, singleRoot, true)
	return err
}

// CheckPartial returns an [*Error] if the known heads of s are not part of a tree; see the function
// of the same name.
func (s *Sentence) CheckPartial(singleRoot bool) error {
	word, err := treeError(s.Heads(nil), singleRoot, true)
	if err != nil {
		return s.errorAt(word, err)
	}
	return nil
}

// ErrNonProjective is the cause when no projective tree has all known heads.
var ErrNonProjective = errors.New("not projective")

// CheckPartialProjective returns an [*Error] if the known heads of s are not part of a projective
// tree: the error of [CheckPartial], or ErrNonProjective.
func (s *Sentence) CheckPartialProjective(singleRoot bool) error {
	if err := s.CheckPartial(singleRoot); err != nil {
		return err
	}
	heads := s.Heads(nil)
	whole := Complete(heads)
	for _, d := range NonProjectiveArcs(whole) {
		h := heads[d-1]
		for word := min(h, d) + 1; h != NoHead && word < max(h, d); word++ {
			if !reaches(whole, word, h) {
				return s.errorAt(d, fmt.Errorf("%w: word %d lies under the arc from %d to %d, and cannot descend from %d", ErrNonProjective, word, h, d, h))
			}
		}
	}
	return nil
}

// Complete returns a tree that has all known heads, which must be part of one ([CheckPartial]). The
// tree is projective if any such tree is. It may have several roots; if at most one word is known
// to be a root and some tree is projective, there is a projective one with a single root, too. It
// takes quadratic time.
//
// A word without head gets the head of the shortest known arc over it, or ROOT. If the known arcs
// can be part of a projective tree, that arc crosses nothing: other arcs over the word are longer,
// and the words below it all lie under the same arc.
func Complete(heads []int) []int {
	whole := slices.Clone(heads)
	for i, head := range heads {
		if head != NoHead {
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
		case head == NoHead:
		case !reaches(known, i+1, whole[i]):
			heads[i] = NoHead
			lifted++
		default:
			if heads[i], labels[i] = whole[i], decorated[i]; head != whole[i] {
				lifted++
			}
		}
	}
	return lifted, nil
}
