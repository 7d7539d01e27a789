package enbrackets_test

import (
	"context"
	"fmt"

	"parser/parser/models/en-brackets"
)

// From text to constituents.
func ExampleLoad() {
	p, err := enbrackets.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "The dog sleeps.")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, it := range items {
		fmt.Println(it.Tree)
	}
	// Output:
	// (TOP (S (NP (DT The) (NN dog)) (VP (VBZ sleeps)) (. .)))
}
