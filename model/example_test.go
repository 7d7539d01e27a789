package model_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"parser/model"
	"parser/model/npz"
)

// A learner scores and learns, decision by decision. The model that it freezes to can be saved and
// read again.
func Example() {
	const warm, wet = 1, 2 // features
	const swim, walk, read = 0, 1, 2
	all := []model.Class{swim, walk, read}
	days := []*model.Decision{
		{Features: []uint64{warm}, Classes: all, Costs: []float32{0, 1, 2}},
		{Features: []uint64{warm, wet}, Classes: all, Costs: []float32{0, 2, 1}},
		{Features: []uint64{wet}, Classes: all, Costs: []float32{2, 2, 0}},
		{Classes: []model.Class{walk, read}, Costs: []float32{0, 0}},
	}
	spec, err := model.SpecFor("perceptron")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := spec.New(len(all))
	if err != nil {
		fmt.Println(err)
		return
	}
	scores := make([]float32, len(all))
	for range 10 {
		for _, d := range days {
			p.Score(scores, d.Features)
			p.Learn(d, scores)
		}
	}
	var file bytes.Buffer
	if err := npz.Write(&file, p.Freeze().Entries("days/")); err != nil {
		fmt.Println(err)
		return
	}
	arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	scorer, err := model.ReadModel(arrays, "days/", len(all))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range days {
		scorer.Score(scores, d.Features)
		fmt.Println("features", d.Features, "class", model.Best(d.Classes, scores))
	}
	// Output:
	// features [1] class 0
	// features [1 2] class 0
	// features [2] class 2
	// features [] class 1
}

// Any learner is made from a Spec, and learns from a set of examples in passes.
func ExampleSpec() {
	spec, err := model.SpecFor("sgd+")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := spec.Set("reduction", "csoaa"); err != nil {
		fmt.Println(err)
		return
	}
	learner, err := spec.New(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	examples := model.NewExamples(1<<20, 1)
	for _, day := range []uint64{1, 2, 2, 1, 1} { // 1 is warm, where class 0 is free, and 2 is cold
		d := &model.Decision{Features: []uint64{day}, Classes: []model.Class{0, 1}, Costs: []float32{float32(day - 1), 0.5}}
		examples.Add(d)
	}
	mistakes, random := 0, rand.New(rand.NewPCG(1, 1))
	for range 20 {
		mistakes = examples.Pass(learner, 0, random)
	}
	kept, _, _ := examples.Counts(0)
	fmt.Println(kept, "examples,", mistakes, "mistakes")
	scores := make([]float32, 2)
	for _, feature := range []uint64{1, 2} {
		learner.Freeze().Score(scores, []uint64{feature})
		fmt.Printf("%.2f %.2f\n", scores[0], scores[1]) // the costs above the least, negated
	}
	// Output:
	// 5 examples, 0 mistakes
	// 0.00 -0.49
	// -0.49 0.00
}
