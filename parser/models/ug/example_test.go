package ug_test

import (
	"context"
	"fmt"

	"parser/parser/models/ug"
)

// From text to trees.
func ExampleLoad() {
	p, err := ug.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "ئىت ئۇخلاۋاتىدۇ.")
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
	// 1 ئىت NOUN 2 obj
	// 2 ئۇخلاۋاتىدۇ VERB 0 root
	// 3 . PUNCT 2 punct
}
