package fi_test

import (
	"context"
	"fmt"

	"parser/parser/models/fi"
)

// From text to trees.
func ExampleLoad() {
	p, err := fi.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Koira nukkuu.")
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
	// 1 Koira NOUN 2 nsubj
	// 2 nukkuu VERB 0 root
	// 3 . PUNCT 2 punct
}
