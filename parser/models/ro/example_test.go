package ro_test

import (
	"context"
	"fmt"

	"parser/parser/models/ro"
)

// From text to trees.
func ExampleLoad() {
	p, err := ro.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Câinele doarme.")
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
	// 1 Câinele NOUN 2 amod
	// 2 doarme NOUN 0 root
	// 3 . PUNCT 2 punct
}
