package fr_test

import (
	"context"
	"fmt"

	"parser/parser/models/fr"
)

// From text to trees.
func ExampleLoad() {
	p, err := fr.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Le chien dort.")
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
	// 1 Le DET 3 det
	// 2 chien ADJ 3 amod
	// 3 dort NOUN 0 root
	// 4 . PUNCT 3 punct
}
