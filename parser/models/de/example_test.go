package de_test

import (
	"context"
	"fmt"

	"parser/parser/models/de"
)

// From text to trees.
func ExampleLoad() {
	p, err := de.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Der Hund schläft.")
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
	// 1 Der DET 2 det
	// 2 Hund NOUN 3 nsubj
	// 3 schläft VERB 0 root
	// 4 . PUNCT 3 punct
}
