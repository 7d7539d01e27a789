package ky_test

import (
	"context"
	"fmt"

	"parser/parser/models/ky"
)

// From text to trees.
func ExampleLoad() {
	p, err := ky.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Ит уктап жатат.")
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
	// 1 Ит NOUN 2 nmod
	// 2 уктап VERB 3 advcl
	// 3 жатат VERB 0 root
	// 4 . PUNCT 3 punct
}
