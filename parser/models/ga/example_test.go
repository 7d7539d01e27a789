package ga_test

import (
	"context"
	"fmt"

	"parser/parser/models/ga"
)

// From text to trees.
func ExampleLoad() {
	p, err := ga.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "Tá an madra ina chodladh.")
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
	// 1 Tá VERB 0 root
	// 2 an DET 3 det
	// 3 madra NOUN 1 nsubj
	// 4 ina ADP 5 case
	// 5 chodladh NOUN 1 xcomp:pred
	// 6 . PUNCT 1 punct
}
