package hyw_test

import (
	"context"
	"fmt"

	"parser/parser/models/hyw"
)

// From text to trees.
func ExampleLoad() {
	p, err := hyw.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Շունը կը քնանայ։")
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
	// 1 Շունը NOUN 3 nsubj
	// 2 կը AUX 3 aux
	// 3 քնանայ VERB 0 root
	// 4 ։ PUNCT 3 punct
}
