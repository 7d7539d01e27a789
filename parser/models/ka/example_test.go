package ka_test

import (
	"context"
	"fmt"

	"parser/parser/models/ka"
)

// From text to trees.
func ExampleLoad() {
	p, err := ka.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "ძაღლს სძინავს.")
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
	// 1 ძაღლს NOUN 2 obj
	// 2 სძინავს VERB 0 root
	// 3 . PUNCT 2 punct
}
