package mt_test

import (
	"context"
	"fmt"

	"parser/parser/models/mt"
)

// From text to trees.
func ExampleLoad() {
	p, err := mt.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Il-kelb rieqed.")
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
	// 1 Il- DET 2 det
	// 2 kelb NOUN 3 nsubj
	// 3 rieqed VERB 0 root
	// 4 . PUNCT 3 punct
}
