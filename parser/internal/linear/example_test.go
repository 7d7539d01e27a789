package linear_test

import (
	"fmt"
	"math/rand/v2"

	"parser/conll"
	"parser/model"
	"parser/parser/internal/decode"
	"parser/parser/internal/linear"
	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/transition"
)

// A learner is told that arcs to the left are the cheap ones, and scores them best.
func Example() {
	system := transition.ArcHybrid{}
	uses := map[decode.Use]bool{{Move: transition.Left}: true, {Move: transition.Right, FromRoot: true}: true, {Move: transition.Right}: true}
	words := []conll.Word{{Form: "Birds"}, {Form: "sing"}}
	shape := score.Shape{System: system, Actions: decode.NewActions(system, uses)}
	spec, err := model.SpecFor("pa1")
	if err != nil {
		fmt.Println(err)
		return
	}
	kind := linear.Kind{Templates: "S0w\nS0w N0w\n", Learner: spec}
	learner, err := kind.New(&score.TrainingSet{Shape: shape, Sentences: [][]conll.Word{words}, Random: rand.New(rand.NewPCG(1, 0))})
	if err != nil {
		fmt.Println(err)
		return
	}
	learner.Read(words)
	d := shape.Derivation()
	d.Start(0, len(words))
	for range 2 {
		next := d.Next()
		learner.Score([]*learn.Decision{next})
		next.Costs = next.Costs[:0]
		for _, k := range next.Classes {
			cost := float32(1)
			if shape.Actions.All[k].Move == transition.Left || len(next.Classes) == 1 {
				cost = 0
			}
			next.Costs = append(next.Costs, cost)
		}
		learner.Learn([]*learn.Decision{next})
		_ = d.Take(next.Cheapest(next.Scores))
	}
	learner.Update()

	session := learner.Freeze().NewSession()
	session.Read(words)
	d.Start(0, len(words))
	for range 2 {
		next := d.Next()
		session.Score([]*learn.Decision{next})
		next.Choice = next.Best()
		fmt.Println(shape.Actions.All[next.Choice].Move)
		_ = d.Take(next.Choice)
	}
	// Output:
	// SH
	// LA
}
