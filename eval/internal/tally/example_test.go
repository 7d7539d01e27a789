package tally_test

import (
	"fmt"

	"parser/eval/internal/tally"
)

func Example() {
	var labels tally.Tally[tally.Label]
	labels.At("NP").AddGold(true)
	labels.At("NP").AddSystem(true)
	labels.At("NP").AddSystem(false)
	fmt.Println(labels.At("NP").Recall(), labels.At("NP").Precision())
	// Output: 100.00 50.00
}
