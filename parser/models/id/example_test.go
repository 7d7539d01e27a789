package id_test

import (
	"context"
	"fmt"

	"parser/parser/models/id"
)

// From text to trees.
func ExampleLoad() {
	p, err := id.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Anjing itu tidur.")
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
	// 1 Anjing NOUN 3 nsubj
	// 2 itu DET 1 det
	// 3 tidur VERB 0 root
	// 4 . PUNCT 3 punct
}
