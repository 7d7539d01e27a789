package th_test

import (
	"context"
	"fmt"

	"parser/parser/models/th"
)

// From text to trees.
func ExampleLoad() {
	p, err := th.Load()
	if err != nil {
		fmt.Println(err)
		return
	}
	items, err := p.ParseText(context.Background(), "หมากำลังนอนหลับ")
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
	// 1 หมา NOUN 3 nsubj
	// 2 กำลัง AUX 3 aux
	// 3 นอน VERB 0 root
	// 4 หลับ VERB 3 compound
}
