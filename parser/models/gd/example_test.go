package gd_test

import (
	"context"
	"fmt"

	"parser/parser/models/gd"
)

// From text to trees.
func ExampleLoad() {
	p, err := gd.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Tha an cù na chadal.")
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
	// 1 Tha VERB 0 root
	// 2 an DET 3 det
	// 3 cù NOUN 1 nsubj
	// 4 an ADP 6 case
	// 5 a PRON 6 nmod:poss
	// 6 chadal NOUN 1 xcomp:pred
	// 7 . PUNCT 1 punct
}
