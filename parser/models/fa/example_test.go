package fa_test

import (
	"context"
	"fmt"

	"parser/parser/models/fa"
)

// From text to trees.
func ExampleLoad() {
	p, err := fa.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "سگ خوابیده است.")
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
	// 1 سگ NOUN 2 compound:lvc
	// 2 خوابیده VERB 0 root
	// 3 است AUX 2 aux
	// 4 . PUNCT 2 punct
}
