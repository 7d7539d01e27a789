package model_test

import (
	"bytes"
	"fmt"

	"parser/model"
)

// A learner is asked and told, decision by decision; the scorer that it freezes
// can be saved and read again.
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
	p, scores := model.NewPerceptron(len(all), 1), make([]float32, len(all))
	for range 10 {
		for _, d := range days {
			p.Score(scores, d.Features)
			p.Learn(d, scores)
		}
	}
	var file bytes.Buffer
	if err := model.WriteNPZ(&file, p.Freeze().Entries("days/")); err != nil {
		fmt.Println(err)
		return
	}
	arrays, err := model.ReadNPZ(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		fmt.Println(err)
		return
	}
	scorer, err := model.ReadLinear(arrays, "days/", len(all))
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
