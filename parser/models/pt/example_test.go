package pt_test

import (
	"context"
	"fmt"

	"parser/parser/models/pt"
)

// From text to trees.
func ExampleLoad() {
	p, err := pt.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "O cachorro dorme.")
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
	// 1 O DET 2 det
	// 2 cachorro NOUN 3 nsubj
	// 3 dorme VERB 0 root
	// 4 . PUNCT 3 punct
}
