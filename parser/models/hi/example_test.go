package hi_test

import (
	"context"
	"fmt"

	"parser/parser/models/hi"
)

// From text to trees.
func ExampleLoad() {
	p, err := hi.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "कुत्ता सो रहा है।")
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
	// 1 कुत्ता NOUN 2 obj
	// 2 सो VERB 0 root
	// 3 रहा AUX 2 aux
	// 4 है AUX 2 aux
	// 5 । PUNCT 2 punct
}
