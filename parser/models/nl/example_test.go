package nl_test

import (
	"context"
	"fmt"

	"parser/parser/models/nl"
)

// From text to trees.
func ExampleLoad() {
	p, err := nl.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "De hond slaapt.")
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
	// 1 De DET 2 det
	// 2 hond NOUN 3 nsubj
	// 3 slaapt VERB 0 root
	// 4 . PUNCT 3 punct
}
