package projective_test

import (
	"errors"
	"fmt"

	"parser/conll"
	"parser/parser/internal/projective"
)

// The object of doet stands outside the clause of doet: the arc is lifted to
// denk, the head of that clause, and remembers ccomp.
func ExampleScheme_Projectivize() {
	heads := []int{6, 0, 2, 6, 6, 2, 2}
	labels := []string{"obj", "root", "nsubj", "mark", "nsubj", "ccomp", "punct"}
	fmt.Println(conll.NonProjectiveArcs(heads))
	if _, err := projective.HeadPath.Projectivize(heads, labels); err != nil {
		fmt.Println(err)
	}
	fmt.Println(heads, labels)
	projective.HeadPath.Deprojectivize(heads, labels)
	fmt.Println(heads, labels)
	// Output:
	// [1]
	// [2 0 2 6 6 2 2] [obj↑ccomp root nsubj mark nsubj ccomp↓ punct]
	// [6 0 2 6 6 2 2] [obj root nsubj mark nsubj ccomp punct]
}

// Known heads can rule out that the tree is projective.
func ExampleCheck() {
	heads := []int{3, 4, conll.NoHead, conll.NoHead}
	s := &conll.Sentence{Words: make([]conll.Word, len(heads))}
	for i, head := range heads {
		s.Words[i].Head = head
	}
	fmt.Println(s.CheckPartial(true), errors.Is(projective.Check(s, true), projective.ErrNonProjective))
	// Output:
	// <nil> true
}
