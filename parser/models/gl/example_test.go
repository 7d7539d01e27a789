package gl_test

import (
	"context"
	"fmt"

	"parser/parser/models/gl"
)

// From text to trees.
func ExampleLoad() {
	p, err := gl.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "O can dorme.")
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
	// 1 O PRON 2 obj
	// 2 can NOUN 0 root
	// 3 dor ADJ 2 amod
	// 4 me PRON 3 iobj
	// 5 . PUNCT 2 punct
}
