package hy_test

import (
	"context"
	"fmt"

	"parser/parser/models/hy"
)

// From text to trees.
func ExampleLoad() {
	p, err := hy.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Շունը քնում է։")
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
	// 1 Շունը NOUN 2 nsubj
	// 2 քնում VERB 0 root
	// 3 է AUX 2 aux
	// 4 ։ PUNCT 2 punct
}
