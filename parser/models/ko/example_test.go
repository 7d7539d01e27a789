package ko_test

import (
	"context"
	"fmt"

	"parser/parser/models/ko"
)

// From text to trees.
func ExampleLoad() {
	p, err := ko.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "개가 자고 있다.")
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
	// 1 개가 NOUN 2 nsubj
	// 2 자고 VERB 0 root
	// 3 있다 VERB 2 flat
	// 4 . PUNCT 3 punct
}
