package he_test

import (
	"context"
	"fmt"

	"parser/parser/models/he"
)

// From text to trees.
func ExampleLoad() {
	p, err := he.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "הכלב ישן.")
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
	// 1 ה DET 2 det
	// 2 כלב NOUN 3 nsubj
	// 3 ישן PROPN 0 root
	// 4 . PUNCT 3 punct
}
