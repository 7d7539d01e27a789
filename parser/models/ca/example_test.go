package ca_test

import (
	"context"
	"fmt"

	"parser/parser/models/ca"
)

// From text to trees.
func ExampleLoad() {
	p, err := ca.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "El gos dorm.")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, it := range items {
		for i, w := range it.Words {
			fmt.Println(i+1, w.Form, w.UPOS, w.Head, w.Deprel)
		}
	}
	// Output:
	// 1 El DET 2 det
	// 2 gos NOUN 0 root
	// 3 dorm ADJ 2 amod
	// 4 . PUNCT 2 punct
}
