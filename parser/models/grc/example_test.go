package grc_test

import (
	"context"
	"fmt"

	"parser/parser/models/grc"
)

// From text to trees.
func ExampleLoad() {
	p, err := grc.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "ὁ κύων καθεύδει.")
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
	// 1 ὁ DET 2 det
	// 2 κύων VERB 3 nsubj
	// 3 καθεύδει VERB 0 root
	// 4 . PUNCT 3 punct
}
