package vi_test

import (
	"context"
	"fmt"

	"parser/parser/models/vi"
)

// From text to trees.
func ExampleLoad() {
	p, err := vi.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Con chó đang ngủ.")
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
	// 1 Con NOUN 4 nsubj
	// 2 chó VERB 1 compound
	// 3 đang ADV 4 advmod
	// 4 ngủ VERB 0 root
	// 5 . PUNCT 4 punct
}
