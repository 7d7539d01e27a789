package score_test

import (
	"fmt"

	"parser/parser/internal/decode"
	"parser/parser/internal/score"
	"parser/transition"
)

// The shape of a parser says what its classes are: four actions here or, with two steps,
// the numbers of moves and then the actions.
func Example() {
	system := transition.ArcHybrid{}
	uses := map[decode.Use]bool{
		{Move: transition.Left, Label: 0}: true, {Move: transition.Right, Label: 0}: true, {Move: transition.Right, FromRoot: true, Label: 1}: true,
	}
	shape := score.Shape{System: system, Actions: decode.NewActions(system, uses)}
	fmt.Println(shape.Classes())
	shape.TwoStep = true
	fmt.Println(shape.Classes())
	d := shape.Derivation()
	d.Start(0, 2)
	fmt.Println(d.Next().Classes) // moves: there is nothing to do but shift
	// Output:
	// [4]
	// [4 4]
	// [0]
}
