package sk_test

import (
	"context"
	"fmt"

	"parser/parser/models/sk"
)

// From text to trees.
func ExampleLoad() {
	p, err := sk.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Pes spí.")
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
	// 1 Pes PROPN 2 nsubj
	// 2 spí VERB 0 root
	// 3 . PUNCT 2 punct
}
