package cy_test

import (
	"context"
	"fmt"

	"parser/parser/models/cy"
)

// From text to trees.
func ExampleLoad() {
	p, err := cy.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Mae'r ci yn cysgu.")
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
	// 1 Mae VERB 0 root
	// 2 'r DET 3 det
	// 3 ci NOUN 1 nsubj
	// 4 yn AUX 5 aux
	// 5 cysgu NOUN 1 xcomp
	// 6 . PUNCT 1 punct
}
