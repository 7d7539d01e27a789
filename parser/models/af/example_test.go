package af_test

import (
	"context"
	"fmt"

	"parser/parser/models/af"
)

// From text to trees.
func ExampleLoad() {
	p, err := af.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Die hond slaap.")
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
	// 1 Die DET 2 det
	// 2 hond NOUN 3 nsubj
	// 3 slaap VERB 0 root
	// 4 . PUNCT 3 punct
}
