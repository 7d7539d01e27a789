package it_test

import (
	"context"
	"fmt"

	"parser/parser/models/it"
)

// From text to trees.
func ExampleLoad() {
	p, err := it.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Il cane dorme.")
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
	// 1 Il DET 2 det
	// 2 cane NOUN 0 root
	// 3 dorme ADJ 2 amod
	// 4 . PUNCT 2 punct
}
