package pl_test

import (
	"context"
	"fmt"

	"parser/parser/models/pl"
)

// From text to trees.
func ExampleLoad() {
	p, err := pl.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Pies śpi.")
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
	// 1 Pies PROPN 2 nsubj
	// 2 śpi VERB 0 root
	// 3 . PUNCT 2 punct
}
