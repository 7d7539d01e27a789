package tally_test

import (
	"fmt"

	"parser/eval"
	"parser/eval/internal/tally"
)

func Example() {
	var labels tally.Tally[eval.Label]
	tally.AddGold(labels.At("NP"), true)
	tally.AddSystem(labels.At("NP"), true)
	tally.AddSystem(labels.At("NP"), false)
	fmt.Println(labels.At("NP").Recall(), labels.At("NP").Precision())
	// Output: 100.00 50.00
}
