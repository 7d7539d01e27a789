package structure

import (
	"fmt"
	"slices"

	"parser/conll"
	"parser/oracle"
	"parser/transition"
)

// Keeper is an Encoder of structures that can be given in part, and completed: of
// dependency trees.
type Keeper interface {
	Encoder
	// CheckKept returns a *conll.Error if no tree of system s can have all heads of the
	// sentence: they are not projective together, or no part of a tree at all.
	CheckKept(s transition.System, sentence *conll.Sentence) error
	// Kept sets dst to the partial tree that the words have; labels which no
	// configuration can have are unknown.
	Kept(dst *oracle.Gold, words []conll.Word)
}

var _ Keeper = (*arcs)(nil)

// CheckKept implements Keeper. Where labels can be decorated, those given must not be.
func (e *arcs) CheckKept(s transition.System, sentence *conll.Sentence) error {
	for i, w := range sentence.Words {
		if e.scheme != conll.None && w.Head != conll.NoHead && conll.Plain(w.Deprel) != w.Deprel {
			return &conll.Error{File: sentence.File, Line: sentence.WordLine(i), SentID: sentence.ID, Err: fmt.Errorf("%w: %q", conll.ErrMark, w.Deprel)}
		}
	}
	return sentence.CheckPartialProjective(s.Params().Roots == transition.SingleRoot)
}

// Kept implements Keeper.
func (e *arcs) Kept(dst *oracle.Gold, words []conll.Word) {
	dst.Heads, dst.Labels = append(dst.Heads[:0], transition.None), append(dst.Labels[:0], transition.None)
	for i := range words {
		w, label := &words[i], transition.None
		if l, ok := slices.BinarySearch(e.labels, w.Deprel); ok && w.Head != conll.NoHead {
			label = l
		}
		dst.Heads, dst.Labels = append(dst.Heads, int32(w.Head)), append(dst.Labels, int32(label))
	}
}
