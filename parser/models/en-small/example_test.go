package ensmall_test

import (
	"context"
	"fmt"

	"parser/parser/models/en-small"
)

// From text to trees.
func ExampleLoad() {
	p, err := ensmall.Load()
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
		for i, w := range it.Words {
			fmt.Println(i+1, w.Form, w.UPOS, w.Head, w.Deprel)
		}
	}
	// Output:
	// 1 The DET 2 det
	// 2 dog NOUN 3 nsubj
	// 3 sleeps VERB 0 root
	// 4 . PUNCT 3 punct
}
