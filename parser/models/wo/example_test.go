package wo_test

import (
	"context"
	"fmt"

	"parser/parser/models/wo"
)

// From text to trees.
func ExampleLoad() {
	p, err := wo.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Xaj baa ngi nelaw.")
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
	// 1 Xaj NOUN 5 nsubj
	// 2 ba DET 1 det
	// 3 a AUX 5 aux
	// 4 ngi AUX 5 aux
	// 5 nelaw VERB 0 root
	// 6 . PUNCT 5 punct
}
