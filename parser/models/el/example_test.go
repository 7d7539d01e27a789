package el_test

import (
	"context"
	"fmt"

	"parser/parser/models/el"
)

// From text to trees.
func ExampleLoad() {
	p, err := el.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Ο σκύλος κοιμάται.")
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
	// 1 Ο DET 2 det
	// 2 σκύλος NOUN 3 nsubj:pass
	// 3 κοιμάται VERB 0 root
	// 4 . PUNCT 3 punct
}
